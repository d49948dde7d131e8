#include <weft/eval/reads.hpp>

#include <support/checked.hpp>
#include <support/counting.hpp>
#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace weft;

namespace {

/// Each element less the one after it in row-major order, around the end: no element is read where it is written.
template <class T>
struct less_the_next : expression<less_the_next<T>> {
  using value_type = T;
  using extents_type = dims<2>;
  view<const T, 2> from;
  std::shared_ptr<int> calls = std::make_shared<int>(0);

  explicit less_the_next(view<const T, 2> v) : from(v) {}
  extents_type extents() const { return from.shape(); }
  T element(index_t const* i) const {
    ++*calls;
    const index_t rows = from.extent(0), columns = from.extent(1), n = (i[0] * columns + i[1] + 1) % (rows * columns);
    return from(i[0], i[1]) - from(n / columns, n % columns);
  }
  template <class R>
  void reads(R const& r) const {
    r(from);
  }
};

/// The same, which does not say what it reads.
struct silent : expression<silent> {
  using value_type = double;
  using extents_type = dims<2>;
  less_the_next<double> other;
  explicit silent(view<const double, 2> v) : other(v) {}
  extents_type extents() const { return other.extents(); }
  double element(index_t const* i) const { return other.element(i); }
};

/// A function of the index that reads each row from its end.
struct from_right {
  view<const double, 2> v;
  double operator()(index_t i, index_t j) const { return v(i, v.extent(1) - 1 - j); }
  template <class R>
  void reads(R const& r) const {
    r(2.0 * v + less_the_next(v)); // more than enough, as an expression
  }
};

using values = std::vector<double>;
double start(index_t i) {
  return static_cast<double>(i * i % 17 + 3 * i);
}
values numbers(index_t n) {
  values v;
  for (index_t i = 0; i < n; ++i)
    v.push_back(start(i));
  return v;
}
/// What less_the_next gives of a matrix, by hand.
values expected(values const& a) {
  values out;
  for (std::size_t i = 0; i < a.size(); ++i)
    out.push_back(a[i] - a[(i + 1) % a.size()]);
  return out;
}
values transposed(values const& a, std::size_t rows, std::size_t columns) {
  values out;
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i)
      out.push_back(a[i * columns + j]);
  return out;
}
template <class A>
values elements(A const& a) {
  values out;
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      out.push_back(a(i, j));
  return out;
}
tensor<double, 2> matrix(index_t rows, index_t columns) {
  tensor<double, 2> a(rows, columns);
  for (index_t i = 0; i < a.size(); ++i)
    a.data()[i] = start(i);
  return a;
}
view<const double, 2> whole(tensor<double, 2> const& a) {
  return a(ellipsis);
}

} // namespace

static_assert(detail::ListsMemory<less_the_next<double>> && !detail::ListsMemory<silent>);
static_assert(detail::ListsMemory<detail::captured_t<less_the_next<double>>> &&
              !detail::ListsMemory<detail::captured_t<silent>>);

TEST_CASE("reads: a = e over a is what evaluating e into fresh memory first gives") {
  for (auto const& size : {shape(1, 1), shape(1, 7), shape(3, 4), shape(40, 50), shape(5, 3000)}) {
    const index_t rows = size[0], columns = size[1];
    CAPTURE(rows);
    const values before = numbers(rows * columns), after = expected(before);
    auto a = matrix(rows, columns);
    const less_the_next e(whole(a));
    a = e;
    CHECK(elements(a) == after);
    CHECK(*e.calls == rows * columns);
    a = matrix(rows, columns);
    a = 2.0 * less_the_next(whole(a)) + a;
    for (std::size_t i = 0; i < after.size(); ++i)
      CHECK(a.data()[i] == 2 * after[i] + before[i]);
  }
}
TEST_CASE("reads: in any order, of parts, shifted, repeated, and in compound assignments") {
  const values before = numbers(12), after = expected(before);
  auto a = matrix(4, 3);
  a = transpose(less_the_next(view<const double, 2>(transpose(a)))); // the same elements in the other order
  CHECK(elements(a) == transposed(expected(transposed(before, 4, 3)), 3, 4));
  auto s = matrix(3, 3);
  s = transpose(less_the_next(whole(s)));
  CHECK(elements(s) == transposed(expected(numbers(9)), 3, 3));
  a = matrix(4, 3);
  reverse(a, 0) = reverse(less_the_next(whole(a)), 0);
  CHECK(elements(a) == after);
  a = matrix(4, 3);
  a += less_the_next(whole(a));
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(a.data()[i] == before[i] + after[i]);
  a = matrix(4, 3);
  const values first = expected(numbers(6)); // of the first two rows
  a(range(1, 3), all) = less_the_next<double>(a(range(0, 2), all));
  CHECK(elements(a(range(1, 3), all)) == first);
  CHECK(a(0, 2) == before[2]);
  CHECK(a(3, 0) == before[9]);
  a = matrix(4, 3);
  a = a - less_the_next(whole(a))(0, all); // one row everywhere
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(a.data()[i] == before[i] - after[i % 3]);
}
TEST_CASE("reads: other operations over a, and elements that cannot be copied as bytes") {
  const values before = numbers(6), after = expected(before);
  auto a = matrix(2, 3);
  a(0, all) = sum(less_the_next(whole(a)), 0);
  for (std::size_t j = 0; j < 3; ++j)
    CHECK(a.data()[j] == after[j] + after[j + 3]);
  a = matrix(2, 3);
  a = concatenate(0, less_the_next(whole(a))(range(1, 2), all), whole(a)(range(0, 1), all));
  CHECK(elements(a) == values{after[3], after[4], after[5], before[0], before[1], before[2]});
  a = matrix(2, 3);
  a = less_the_next(whole(a)) - max(less_the_next(whole(a)), 1, keep_dims);
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(a.data()[i] == after[i] - std::max({after[i / 3 * 3], after[i / 3 * 3 + 1], after[i / 3 * 3 + 2]}));
  struct number {
    std::string text = "";
    double value = 0;
    number operator-(number const& b) const { return {"", value - b.value}; }
  };
  tensor<number, 2> n(2, 3);
  for (index_t i = 0; i < 6; ++i)
    n.data()[i].value = start(i);
  n = less_the_next<number>(n(ellipsis));
  for (std::size_t i = 0; i < 6; ++i)
    CHECK(n.data()[i].value == after[i]);
}
TEST_CASE("reads: a temporary is taken where the target is read, and only there; explain counts what is read") {
  auto a = matrix(40, 50), b = matrix(40, 50);
  const less_the_next e(whole(a));
  const auto check = [](auto& target, auto const& x, int temporaries, index_t read) {
    const plan_report plan = explain(target, x);
    CHECK(plan.temporaries == temporaries);
    CHECK(plan.temporary_bytes == temporaries * 16000);
    CHECK(plan.bytes_read == read);
    support::counting_resource counter;
    {
      const support::memory_scope scope(counter);
      target = x;
    }
    CHECK(counter.allocations() == temporaries);
    const plan_report recorded = explain([&] { target = x; });
    CHECK(recorded.loops == plan.loops);
    CHECK(recorded.temporaries == plan.temporaries);
    CHECK(recorded.bytes_read == plan.bytes_read);
  };
  check(b, e, 0, 16000);
  check(b, e + b, 0, 32000);
  check(a, e, 1, 32000); // once to compute it, once from the temporary
  check(a, silent(whole(a)), 0, 0);
  CHECK(explain(a, e).loops == 2);
  CHECK(explain(sum(e, 0)).bytes_read == 16000);
  CHECK(*e.calls == 40 * 50 * 2 * 3);
}
TEST_CASE("reads: a generator lists what its function reads, and nested expressions what they are made of") {
  auto a = matrix(3, 4);
  a = from_function(a.shape(), from_right{whole(a)});
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j)
      CHECK(a(i, j) == start(4 * i + 3 - j));
}
TEST_CASE("reads: in checked builds the end of the memory is noticed, and own() copies" *
          doctest::skip(!support::checked)) {
  using support::message_of;
  auto a = std::make_unique<tensor<double, 2>>(matrix(30, 40));
  const less_the_next e(whole(*a));
  const auto kept = own(e);
  const values after = expected(numbers(1200));
  a.reset();
  tensor<double, 2> t(30, 40), other(2, 2);
  for (auto const& message : {message_of([&] { t = e; }), message_of([&] { t(ellipsis) = transpose(transpose(e)) + 1.0; }),
                              message_of([&] { other = e + 1.0; }), message_of([&] { (void)sum(e); })})
    CHECK(message.find("memory was freed") != std::string::npos);
  t = kept;
  CHECK(elements(t) == after);
}
