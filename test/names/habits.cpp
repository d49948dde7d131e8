// The table of habits in examples/names.md: each row is a test case of that name, and its code in the column weft stands
// in it, word for word (test/structure/habits.py). What the code gives is compared with values written by hand.
#include <weft/field.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

#include <support/checked.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <sstream>
#include <utility>
#include <vector>

using namespace weft;

namespace {

using vector = tensor<double, 1>;
using matrix = tensor<double, 2>;

const matrix a{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
const vector x{1, 2, 3, 4, 5};
const vector v{1, 10, 100, 1000}, w{1, 2, 3};

template <class E>
bool is(E const& e, matrix const& expected) {
  return eval(e) == expected;
}
template <class E>
bool is(E const& e, vector const& expected) {
  return eval(e) == expected;
}

} // namespace

TEST_CASE("axes count from 0") {
  CHECK(is(sum(a, 0), vector{15, 18, 21, 24}));
}
TEST_CASE("the last axis") {
  CHECK(is(sum(a, a.rank() - 1), vector{10, 26, 42}));
  CHECK_THROWS_AS((void)sum(a, -1), index_error);
}
TEST_CASE("indices begin with 0") {
  CHECK(a(0, 0) == 1);
}
TEST_CASE("the last element") {
  CHECK(a(end - 1, end - 1) == 12);
  if (support::checked) {
    CHECK_THROWS_AS((void)a(-1, -1), index_error);
    CHECK_THROWS_AS((void)a(end, end), index_error);
  }
}
TEST_CASE("ranges leave out their stop") {
  CHECK(is(a(range(1, 3), all), matrix{{5, 6, 7, 8}, {9, 10, 11, 12}}));
  CHECK(window(a, 0, 1, 2) == a(range(1, 3), all));
}
TEST_CASE("all but the first and last") {
  CHECK(is(x(range(1, end - 1)), vector{2, 3, 4}));
}
TEST_CASE("every second") {
  CHECK(is(x(range(0, end, 2)), vector{1, 3, 5}));
}
TEST_CASE("backwards") {
  CHECK(is(reverse(x, 0), vector{5, 4, 3, 2, 1}));
  CHECK(is(x(range(end - 1, -1, -1)), vector{5, 4, 3, 2, 1}));
}
TEST_CASE("a range to the end of counting") {
  CHECK(eval(arange(0, 10, 2)) == tensor<int, 1>{0, 2, 4, 6, 8});
}
TEST_CASE("one subscript of a matrix") {
  CHECK(is(a(1), vector{5, 6, 7, 8}));
  CHECK(flatten(a, 0)(1) == 2);
}
TEST_CASE("a column") {
  CHECK(is(a(all, 1), vector{2, 6, 10}));
}
TEST_CASE("brackets") {
  CHECK(a(1, 2) == 7);
  CHECK(a[{1, 2}] == 7);
}
TEST_CASE("outside the bounds") {
  matrix t = a;
  if (support::checked)
    CHECK_THROWS_AS((void)t(3, 0), index_error); // in checked builds, as this one
  CHECK_THROWS_AS(t.at(3, 0) = 1.0, index_error);
}
TEST_CASE("the elements that a mask chooses") {
  CHECK(is(a(a > 9.0), vector{10, 11, 12}));
  CHECK(is(compress(a > 9.0, a), vector{10, 11, 12}));
}
TEST_CASE("writing where a mask is true") {
  matrix t = a;
  t(t > 2.0) = 0.0;
  CHECK(t == matrix{{1, 2, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  t = a;
  masked(t, t > 2.0) = 0.0;
  CHECK(t == matrix{{1, 2, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  t = where(a > 2.0, 0.0, a);
  CHECK(t == matrix{{1, 2, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
}
TEST_CASE("rows by their numbers") {
  const tensor<int, 1> i{2, 0};
  CHECK(is(take(a, i, 0), matrix{{9, 10, 11, 12}, {1, 2, 3, 4}}));
  CHECK(is(a(i, all), matrix{{9, 10, 11, 12}, {1, 2, 3, 4}}));
}
TEST_CASE("two lists of indices") {
  const tensor<int, 1> i{0, 2}, j{3, 1};
  CHECK(is(a(i, j), vector{4, 10}));
  CHECK(is(a(expand_dims(i, 1), j), matrix{{4, 2}, {12, 10}}));
}
TEST_CASE("where the largest element stands") {
  const auto [i, j] = argmax_index(a);
  CHECK((i == 2 && j == 3));
  CHECK(argmax(a) == 11);
}
TEST_CASE("assigning to a view") {
  matrix t = a, u = a;
  auto p = t(0, all);
  const auto q = u(2, all);
  p(ellipsis) = q;
  CHECK(is(t(0, all), vector{9, 10, 11, 12}));
  p.rebind(u(1, all));
  CHECK(is(p, vector{5, 6, 7, 8}));
  CHECK(is(t(1, all), vector{5, 6, 7, 8}));
  t(1, all) = u(0, all);
  CHECK(is(t(1, all), vector{1, 2, 3, 4}));
}
TEST_CASE("values for a part") {
  matrix t = a;
  t(0, all) = {4, 3, 2, 1};
  CHECK(is(t(0, all), vector{4, 3, 2, 1}));
  t(range(1, 3), range(0, 2)) = {{0, 1}, {2, 3}};
  CHECK(is(t, matrix{{4, 3, 2, 1}, {0, 1, 7, 8}, {2, 3, 11, 12}}));
  CHECK_THROWS_AS((t(0, all) = {4, 3}), shape_error);
}
TEST_CASE("a second name for a tensor") {
  matrix t = a;
  matrix b = t;
  auto same = t(ellipsis);
  b(0, 0) = 50.0;
  CHECK(t(0, 0) == 1);
  same(0, 0) = 60.0;
  CHECK(t(0, 0) == 60);
}
TEST_CASE("a view that outlives its tensor") {
  const auto make = [] {
    matrix t = a;
    return t.share()(0, all);
  };
  CHECK(is(make(), vector{1, 2, 3, 4}));
}
TEST_CASE("auto") {
  vector t = w;
  auto e = 2.0 * t;
  t(0) = 7.0;
  CHECK(is(e, vector{14, 4, 6}));
  tensor now = 2.0 * t;
  t(0) = 0.0;
  CHECK(now == vector{14, 4, 6});
  CHECK(is(eval(2.0 * t), vector{0, 4, 6}));
}
TEST_CASE("operands that overlap the target") {
  matrix t{{1, 2}, {3, 4}};
  t = transpose(t);
  CHECK(t == matrix{{1, 3}, {2, 4}});
  vector u = x;
  u(range(1, end)) = u(range(0, end - 1));
  CHECK(u == vector{1, 1, 2, 3, 4});
}
TEST_CASE("another size") {
  matrix t(2, 2);
  t = a;
  CHECK(t.shape() == shape(3, 4));
  t = matrix(5, 6);
  CHECK(t == matrix(5, 6));
  t = pad(a, shape(0, 0), shape(1, 1));
  CHECK(t(3, 4) + t(2, 4) == 0);
  CHECK(t(2, 3) == 12);
}
TEST_CASE("a list that grows") {
  std::vector<matrix> parts;
  parts.push_back(a(range(0, 1), all));
  parts.push_back(a(range(1, 3), all));
  matrix whole = concatenate(0, parts);
  CHECK(whole == a);
}
TEST_CASE("a new tensor") {
  matrix z(3, 4);
  CHECK(all_of(equal(z, 0.0)));
  matrix u(uninit, 3, 4);
  CHECK(u.shape() == z.shape());
}
TEST_CASE("values") {
  matrix m{{1, 2}, {3, 4}};
  CHECK(m(1, 0) == 3);
}
TEST_CASE("functions, not members") {
  CHECK(sum(a) == 78);
  CHECK(transpose(a).shape() == shape(4, 3));
  CHECK(a.extent(0) == 3);
  CHECK(a.size() == 12);
}
TEST_CASE("products") {
  const matrix p{{1, 2}, {3, 4}}, q{{5, 6}, {7, 8}};
  CHECK(is(p * q, matrix{{5, 12}, {21, 32}}));
  CHECK(is(matmul(p, q), matrix{{19, 22}, {43, 50}}));
}
TEST_CASE("powers") {
  CHECK(is(square(w), vector{1, 4, 9}));
  CHECK(is(pow(w, 3.0), vector{1, 8, 27}));
  const tensor<int, 1> n{1, 2, 3};
  CHECK(eval(n ^ 2) == tensor<int, 1>{3, 0, 1});
}
TEST_CASE("rounding to decimals") {
  const vector y{0.12345, -2.7182};
  CHECK(is(round(y * 1000.0) / 1000.0, vector{0.123, -2.718}));
}
TEST_CASE("vectors are neither rows nor columns") {
  CHECK(dot(w, w) == 14);
  CHECK(is(w(all, newaxis), matrix{{1}, {2}, {3}}));
  CHECK(is(matmul(w, a), vector{38, 44, 50, 56}));
  CHECK(is(matmul(a, v), vector{4321, 8765, 13209}));
}
TEST_CASE("rank 0") {
  tensor<double, 0> s = matmul(w, w);
  CHECK(s() == 14);
}
TEST_CASE("transposing complex numbers") {
  const tensor<std::complex<double>, 2> z{{{1, 1}, {2, 0}}};
  CHECK(eval(transpose(z)) == tensor<std::complex<double>, 2>{{{1, 1}}, {{2, 0}}});
  CHECK(eval(conj(transpose(z))) == tensor<std::complex<double>, 2>{{{1, -1}}, {{2, 0}}});
}
TEST_CASE("equal or not") {
  const matrix b = a;
  CHECK((a == b) == true);
  CHECK(eval(equal(w, 2.0)) == tensor<bool, 1>{false, true, false});
}
TEST_CASE("a mask in a condition") {
  CHECK(all_of(a > 0.0));
  CHECK_FALSE(any_of(a > 12.0));
}
TEST_CASE("and, or, not") {
  CHECK(eval(w > 1.0 && !(w > 2.0)) == tensor<bool, 1>{false, true, false});
}
TEST_CASE("the larger of two") {
  CHECK(is(maximum(w, 2.0), vector{2, 2, 3}));
  CHECK(is(max(a, 0), vector{9, 10, 11, 12}));
}
TEST_CASE("NaN among others") {
  const vector y{1, NAN, 3};
  CHECK(std::isnan(max(y)));
  CHECK(nan_max(y) == 3);
}
TEST_CASE("small integers") {
  tensor<std::uint8_t, 1> u{200, 100};
  CHECK(eval(u + u) == tensor<int, 1>{400, 200});
  u = u + u;
  CHECK(u == tensor<std::uint8_t, 1>{144, 200});
  CHECK(sum(u) == 344);
}
TEST_CASE("dividing integers") {
  const tensor<int, 1> n{7, -7};
  CHECK(eval(n / 2) == tensor<int, 1>{3, -3});
  CHECK(is(cast<double>(n) / 2.0, vector{3.5, -3.5}));
  CHECK(eval(n % 2) == tensor<int, 1>{1, -1});
}
TEST_CASE("reals into integers") {
  tensor<int, 1> n = cast<int>(x / 2.0);
  CHECK(n == tensor<int, 1>{0, 1, 1, 2, 2});
}
TEST_CASE("float and double") {
  const tensor<float, 1> f{1, 2};
  static_assert(std::same_as<decltype(f * 2.0)::value_type, float>);
  CHECK(eval(f * 2.0) == tensor<float, 1>{2, 4});
}
TEST_CASE("the mean of integers") {
  const tensor<int, 1> n{1, 2};
  CHECK(mean(n) == 1.5);
}
TEST_CASE("standard deviations") {
  CHECK(stddev(x) == std::sqrt(2.0));
  CHECK(var(x, ddof(1)) == 2.5);
}
TEST_CASE("quantiles of a list") {
  CHECK(is(percentile(x, vector{25, 50, 75}), vector{2, 3, 4}));
}
TEST_CASE("a moving average") {
  CHECK(is(mean(sliding_window(x, 0, 3), 1), vector{2, 3, 4}));
}
TEST_CASE("covariances") {
  const matrix m{{1, 2}, {3, 6}, {5, 1}};
  CHECK(is(cov(m, 0), matrix{{4, -1}, {-1, 7}}));
  CHECK(is(cov(transpose(m), 1), matrix{{4, -1}, {-1, 7}}));
}
TEST_CASE("reductions drop the axis") {
  CHECK(is(sum(a, 1), vector{10, 26, 42}));
  CHECK(is(a / max(a, 1, keep_dims),
           matrix{{0.25, 0.5, 0.75, 1}, {0.625, 0.75, 0.875, 1}, {9.0 / 12.0, 10.0 / 12.0, 11.0 / 12.0, 1}}));
}
TEST_CASE("a vector to each row, to each column") {
  CHECK(is(a + v, matrix{{2, 12, 103, 1004}, {6, 16, 107, 1008}, {10, 20, 111, 1012}}));
  CHECK(is(a + w(all, newaxis), matrix{{2, 3, 4, 5}, {7, 8, 9, 10}, {12, 13, 14, 15}}));
  CHECK_THROWS_AS((void)(a + w), shape_error);
}
TEST_CASE("another shape") {
  CHECK(is(reshape(a, shape(2, 6)), matrix{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}}));
  CHECK(is(transpose(reshape(transpose(a) + 0.0, shape(6, 2))), matrix{{1, 9, 6, 3, 11, 8}, {5, 2, 10, 7, 4, 12}}));
}
TEST_CASE("the order in memory") {
  tensor<double, 2, column_major> f = a;
  CHECK(f.data()[1] == 5);
  CHECK(f == a);
}
TEST_CASE("a loop over a tensor") {
  double total = 0;
  for (double y : a)
    total += y;
  CHECK(total == 78);
  for (index_t i = 0; i < a.extent(0); ++i)
    total += sum(a(i, all));
  CHECK(total == 156);
}
TEST_CASE("the first subscript") {
  CHECK(field::based(a, -1, 0)(-1, 3) == 4);
}
TEST_CASE("ghosts around an array") {
  field::grid<double, 2> g(shape(3, 4), field::ghosts(1));
  g.interior() = a;
  field::fill_ghosts(g, field::periodic);
  CHECK(g(-1, -1) == 12);
  CHECK(g(3, 0) == 1);
}
TEST_CASE("a function of the indices") {
  matrix t = from_function(shape(2, 3), [](index_t i, index_t j) { return 10.0 * double(i) + double(j); });
  CHECK(t == matrix{{0, 1, 2}, {10, 11, 12}});
}
TEST_CASE("a function of one's own") {
  CHECK(is(map([](double y) { return y < 2 ? 0.0 : y; }, w), vector{0, 2, 3}));
  CHECK(is(sqrt(square(w)), vector{1, 2, 3}));
}
TEST_CASE("sorting") {
  vector t{3, 1, 2};
  t = sort(t);
  CHECK(t == vector{1, 2, 3});
}
TEST_CASE("systems of equations") {
  const matrix s{{2, 0, 0}, {1, 4, 0}, {0, 0, 1}}, m{{1, 0}, {0, 2}, {0, 0}};
  const vector b{2, 9, 5};
  CHECK(is(linalg::solve(s, b), vector{1, 2, 5}));
  if (build_info().lapack)
    CHECK(all_close(linalg::lstsq(m, b).x, vector{2, 4.5}));
}
TEST_CASE("the same matrix again") {
  const matrix s{{2, 0}, {1, 4}};
  const vector b{2, 9};
  auto f = linalg::lu_factor(s);
  CHECK(is(f.solve(b), vector{1, 2}));
}
TEST_CASE("what is known of a matrix") {
  const matrix s{{2, 7}, {1, 4}}; // the 7 is not read
  const vector b{2, 9};
  CHECK(is(linalg::solve(lower(s), b), vector{1, 2}));
  CHECK(all_close(linalg::solve(positive_definite(s), b), vector{-1.0 / 7, 16.0 / 7}));
}
TEST_CASE("factors of Cholesky") {
  const matrix s{{4, 2}, {2, 10}};
  CHECK(is(linalg::cholesky(s), matrix{{2, 0}, {1, 3}}));
}
TEST_CASE("eigenvalues") {
  const matrix s{{2, 1}, {1, 2}};
  if (build_info().lapack) {
    CHECK(all_close(linalg::eigh(s).values, vector{1, 3}));
    static_assert(is_complex<decltype(linalg::eig(s).values)::value_type>);
    CHECK(all_close(sort(real(linalg::eig(s).values)), vector{1, 3}));
  }
}
TEST_CASE("singular values") {
  const matrix m{{0, 3, 0}, {2, 0, 0}};
  if (build_info().lapack) {
    CHECK(all_close(linalg::svd(m).s, vector{3, 2}));
    CHECK(linalg::svd(m).vh.shape() == shape(2, 3));
    CHECK(linalg::svd(m, linalg::full_matrices).vh.shape() == shape(3, 3));
  }
}
TEST_CASE("powers of a matrix") {
  const matrix s{{0, 1}, {0, 0}};
  CHECK(is(linalg::matrix_power(s, 2), matrix{{0, 0}, {0, 0}}));
  CHECK(is(linalg::expm(s), matrix{{1, 1}, {0, 1}}));
}
TEST_CASE("printing") {
  std::ostringstream out;
  out << w;
  CHECK(out.str() == "[1. 2. 3.]");
}
