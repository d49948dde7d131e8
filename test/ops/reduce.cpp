#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// What the oracle knows of a reduced line: its values in logical order.
struct line {
  std::vector<double> x;
  double sum() const {
    long double s = 0;
    for (double v : x)
      s += v;
    return static_cast<double>(s);
  }
  index_t place(bool smallest) const {
    index_t best = 0;
    for (index_t i = 0; i < index_t(x.size()); ++i) {
      const double v = x[std::size_t(i)], b = x[std::size_t(best)];
      if (v != v)
        return i;
      if (smallest ? v < b : v > b)
        best = i;
    }
    return best;
  }
};

/// The lines of an operand over the axes in `bits`, in row-major order of what is left. Elements are whole numbers, so
/// that sums are exact in any order.
template <class X>
std::vector<line> lines_of(X const& x, unsigned bits) {
  const int rank = x.rank();
  index_t results = 1, size = 1;
  for (int k = 0; k < rank; ++k) {
    size *= x.extent(k);
    results *= (bits >> k & 1u) != 0 ? 1 : x.extent(k);
  }
  std::vector<line> out(static_cast<std::size_t>(results));
  for (index_t n = 0; n < size; ++n) {
    index_t index[max_rank]{};
    index_t rest = n, place = 0, run = 1;
    for (int k = rank - 1; k >= 0; --k) {
      index[k] = rest % x.extent(k);
      rest /= x.extent(k);
      if ((bits >> k & 1u) == 0) {
        place += index[k] * run;
        run *= x.extent(k);
      }
    }
    out[std::size_t(place)].x.push_back(x[std::span(index, std::size_t(rank))]);
  }
  return out;
}

template <class R>
std::vector<double> flat(R const& r) {
  std::vector<double> out;
  for (auto v : r)
    out.push_back(static_cast<double>(v));
  return out;
}

std::vector<double> each(std::vector<line> const& lines, double (*f)(line const&)) {
  std::vector<double> out;
  for (auto const& l : lines)
    out.push_back(f(l));
  return out;
}

double positive(line const& l) {
  return double(std::count_if(l.x.begin(), l.x.end(), [](double v) { return v > 0; }));
}
double all_positive(line const& l) {
  return positive(l) == double(l.x.size());
}
double least(line const& l) {
  return *std::min_element(l.x.begin(), l.x.end());
}
double greatest(line const& l) {
  return *std::max_element(l.x.begin(), l.x.end());
}
double total(line const& l) {
  return l.sum();
}
double average(line const& l) {
  return l.sum() / double(l.x.size());
}
double place_of_least(line const& l) {
  return double(l.place(true));
}
double place_of_greatest(line const& l) {
  return double(l.place(false));
}

void require_same(std::vector<double> const& got, std::vector<double> const& expected) {
  REQUIRE(got == expected);
}

template <class X, class... A>
void check_axes(X const& x, unsigned bits, A... axes) {
  const auto lines = lines_of(x, bits);
  require_same(flat(eval(sum(x, axes...))), each(lines, total));
  require_same(flat(eval(count(x > 0.0, axes...))), each(lines, positive));
  require_same(flat(eval(all_of(x > 0.0, axes...))), each(lines, all_positive));
  if (lines.empty() || lines[0].x.empty())
    return;
  require_same(flat(eval(min(x, axes...))), each(lines, least));
  require_same(flat(eval(max(x, axes...))), each(lines, greatest));
  require_same(flat(eval(argmin(x, axes...))), each(lines, place_of_least));
  require_same(flat(eval(argmax(x, axes...))), each(lines, place_of_greatest));
  require_same(flat(eval(mean(x, axes...))), each(lines, average));
}

template <class X>
void check_everything(X const& x) {
  const auto l = lines_of(x, ~0u);
  REQUIRE(double(sum(x)) == l[0].sum());
  if (l[0].x.empty())
    return;
  REQUIRE(double(max(x)) == *std::max_element(l[0].x.begin(), l[0].x.end()));
  REQUIRE(argmin(x) == l[0].place(true));
  REQUIRE(argmax(x) == l[0].place(false));
}

/// Every set of axes of a matrix.
template <class X>
void check_matrix(X const& x) {
  CAPTURE(x.extent(0));
  CAPTURE(x.extent(1));
  check_everything(x);
  check_axes(x, 1, 0);
  check_axes(x, 2, 1);
  check_axes(x, 3, axes<0, 1>);
}

tensor<double, 2> some(index_t n, index_t m) {
  tensor<double, 2> a(n, m);
  std::mt19937 g(unsigned(n * 1000 + m));
  for (auto& v : a)
    v = double(int(g() % 41u) - 20);
  return a;
}

} // namespace

TEST_CASE("every axis of matrices around the block limits") {
  for (index_t n : {1, 2, 3, 7, 63, 64, 65, 130, 257})
    for (index_t m : {1, 2, 3, 33, 64, 65})
      check_matrix(some(n, m));
  for (index_t m : {511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4097})
    for (index_t n : {1, 2, 3, 65}) {
      check_matrix(some(n, m));
      check_matrix(some(m, n));
    }
}

TEST_CASE("long vectors") {
  for (index_t n : {1, 31, 32, 33, 63, 64, 65, 511, 512, 513, 1023, 1024, 1025, 4097, 65535, 65536, 65537, 100000}) {
    CAPTURE(n);
    const auto a = some(1, n);
    const auto v = a(0, all);
    check_everything(v);
    check_everything(reverse(v, 0));
    check_axes(v, 1, 0);
  }
}

TEST_CASE("every stride class") {
  for (index_t n : {3, 66})
    for (index_t m : {5, 70, 1030}) {
      auto a = some(2 * n, 3 * m);
      check_matrix(a(range(0, n), range(0, m)));
      check_matrix(a(range(0, 2 * n, 2), range(0, 3 * m, 3)));
      check_matrix(reverse(a, 1)(range(0, n), range(0, m)));
      check_matrix(reverse(reverse(a, 0), 1));
      check_matrix(transpose(a)(range(0, m), range(0, n)));
      check_matrix(reverse(transpose(a), 0));
      check_matrix(broadcast_to(a(0, range(0, m)), shape(n, m)));
      check_matrix(broadcast_to(a(range(0, n), range(0, 1)), shape(n, m)));
      tensor<double, 2, column_major> f = a;
      check_matrix(f);
      tensor<double> d = a;
      check_matrix(d);
      // A padded row, and a diagonal through it.
      check_everything(diagonal(a));
    }
}

TEST_CASE("expressions, generators and deferred operands") {
  for (index_t n : {4, 65, 1100}) {
    const auto a = some(7, n), b = some(7, n);
    const tensor<double, 2> s = a + transpose(transpose(b)) * 2.0;
    check_axes(s, 1, 0);
    tensor<double, 1> direct(n);
    for (index_t j = 0; j < n; ++j)
      for (index_t i = 0; i < 7; ++i)
        direct(j) += a(i, j) + 2.0 * b(i, j);
    CHECK(flat(eval(sum(a + b * 2.0, 0))) == flat(direct));
    CHECK(flat(eval(sum(transpose(a) + transpose(b) * 2.0, 1))) == flat(direct));
    const auto g = from_function(shape(7, n), [](index_t i, index_t j) { return double((i * 31 + j * 7) % 13); });
    tensor<double, 2> stored(7, n);
    for (index_t i = 0; i < 7; ++i)
      for (index_t j = 0; j < n; ++j)
        stored(i, j) = double((i * 31 + j * 7) % 13);
    CHECK(flat(eval(max(g, 1))) == each(lines_of(stored, 2), greatest));
    CHECK(flat(eval(argmax(g, 0))) == each(lines_of(stored, 1), place_of_greatest));
    CHECK(sum(full(shape(7, n), 2.0)) == 14.0 * double(n));
    // The mean of each row is evaluated once, and then broadcast.
    tensor<double, 2> centred = a - sum(a, 1, keep_dims);
    const auto rows = lines_of(a, 2);
    CHECK(centred(3, n - 1) == a(3, n - 1) - rows[3].sum());
    CHECK(double(sum(sum(a, 0))) == lines_of(a, 3)[0].sum());
    CHECK(flat(eval(max(sum(a, 0, keep_dims) + a, 1))).size() == 7);
  }
}

TEST_CASE("three axes, each subset, static and not") {
  tensor<double, 3> a(5, 70, 9);
  double next = 1;
  for (auto& v : a)
    v = double(int(next = double((int(next) * 75 + 74) % 65537)) % 19 - 9);
  check_axes(a, 2, 1);
  check_axes(a, 2, axis<1>);
  check_axes(a, 5, axes<0, 2>);
  check_axes(a, 5, 0, 2);
  check_axes(a, 5, 2, 0);
  check_axes(a, 5, axis<2>, 0);
  check_axes(a, 6, 1, 2);
  check_axes(a, 3, axes<0>, axes<1>);
  check_axes(a, 7, 0, 1, 2);
  check_axes(permute(a, 2, 0, 1), 1, 0);
  check_axes(permute(a, 2, 0, 1), 6, 2, 1);
  check_axes(reverse(permute(a, 1, 2, 0), 1), 5, axes<0, 2>);
  tensor<double> d = a;
  check_axes(d, 5, axes<0, 2>);
  check_axes(d, 2, 1);
  CHECK(eval(sum(d, 0, 2, keep_dims)).shape() == shape(1, 70, 1));
  CHECK(eval(sum(a, axes<0, 2>, keep_dims)).shape() == shape(1, 70, 1));
  CHECK(eval(sum(a, axis<1>, keep_dims)).shape() == shape(5, 1, 9));
}
