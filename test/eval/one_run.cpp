#include <weft/eval/one_run.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <support/checked.hpp>

#include <numeric>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class E, class O>
using place = layout<E, O>;
template <class E, class O>
using leaf = strided_leaf<double, layout<E, O>>;
using rows = place<dims<2>, dense<row_major>>;
using columns = place<dims<2>, dense<column_major>>;
using vec = place<dims<1>, row_major>;
using stepped = place<dims<1>, strided>;

// What lies in one run by its type, and what lies like it.
static_assert(detail::is_one_run<rows> && detail::is_one_run<columns> && detail::is_one_run<vec>);
static_assert(detail::is_one_run<place<dynamic_extents, dense<row_major>>>);
static_assert(!detail::is_one_run<place<dims<2>, row_major>> && !detail::is_one_run<place<dims<1>, strided>>);
static_assert(!detail::is_one_run<place<dynamic_extents, row_major>>);
static_assert(detail::lies_like<rows, leaf<dims<2>, dense<row_major>>>);
static_assert(detail::lies_like<rows, leaf<extents<3, 4>, dense<row_major>>>);
static_assert(!detail::lies_like<rows, leaf<dims<2>, dense<column_major>>>);
static_assert(!detail::lies_like<columns, leaf<dims<2>, dense<row_major>>>);
static_assert(!detail::lies_like<rows, leaf<dims<2>, row_major>>);
static_assert(!detail::lies_like<rows, leaf<dims<1>, dense<row_major>>>);
static_assert(detail::lies_like<vec, leaf<dims<1>, dense<column_major>>>);
static_assert(detail::lies_like<vec, leaf<dims<1>, strided>> && detail::lies_like<stepped, leaf<dims<1>, row_major>>);
static_assert(!detail::lies_like<stepped, leaf<dims<2>, dense<row_major>>>);
static_assert(!detail::lies_like<place<extents<3>, strided>, leaf<extents<3>, strided>>); // that is written out
static_assert(!detail::lies_like<place<extents<3>, row_major>, leaf<dims<1>, strided>>);
static_assert(detail::lies_like<rows, constant_leaf<double>>);
static_assert(detail::lies_like<rows, constant_leaf<double, dims<2>>>);
static_assert(!detail::lies_like<rows, constant_leaf<double, dims<1>>>);
static_assert(!detail::lies_like<place<dims<2>, row_major>, constant_leaf<double>>);
static_assert(detail::is_static_like<place<extents<3, 4>, dense<row_major>>, leaf<extents<3, 4>, dense<row_major>>>);
static_assert(!detail::is_static_like<rows, leaf<extents<3, 4>, dense<row_major>>>);

template <class T>
auto target_of(T& t) {
  const auto whole = t.leaf();
  using place = typename decltype(whole)::layout_type;
  return strided_leaf<typename T::value_type, place>(t.data(), whole.place, whole.keep.watched());
}
/// Whether t = x was done here, as one run.
template <class T, class X>
bool assigned_here(T&& t, X const& x) {
  const auto e = detail::capture<typename std::remove_cvref_t<T>::value_type>(x);
  return detail::assign_as_run(target_of(t), e);
}
template <class X>
bool summed_here(X const& x, double& out) {
  const auto e = detail::capture(x);
  return detail::fold_as_run(reducer::sum<double>{}, e, out);
}

tensor<double, 1> counted(index_t n) {
  tensor<double, 1> a(n);
  std::iota(a.begin(), a.end(), 1.0);
  return a;
}

} // namespace

TEST_CASE("what lies alike is one run in every build; anything else is left as it is") {
  const tensor<double, 1> a = counted(12), b = a * 3.0;
  tensor<double, 1> c(shape(12), -1.0);
  REQUIRE(assigned_here(c, a + b));
  for (index_t i = 0; i < 12; ++i)
    CHECK(c(i) == double(4 * (i + 1)));
  REQUIRE(assigned_here(c, 5.0));
  CHECK(c(11) == 5.0);

  tensor<double, 2> m(shape(3, 4), 0.0), n(shape(3, 4), 2.0);
  tensor<double, 2, column_major> f(shape(3, 4), 2.0);
  tensor<double> r(shape(3, 4), 2.0), q(shape(4), 2.0);
  tensor<double> s(shape(3, 4), 0.0);
  CHECK(assigned_here(m, n * 2.0));
  CHECK(m(2, 3) == 4.0);
  CHECK(assigned_here(s, r * 2.0));
  CHECK(s(2, 3) == 4.0);
  CHECK_FALSE(assigned_here(m, f * 3.0));
  CHECK_FALSE(assigned_here(m, n(all, all) * 3.0));
  CHECK_FALSE(assigned_here(m, c(range(0, 4)) + 0.0));
  CHECK_FALSE(assigned_here(m, tensor<double, 2>(shape(1, 4), 1.0) * 3.0));
  CHECK_FALSE(assigned_here(s, q * 3.0));
  CHECK_FALSE(assigned_here(s, tensor<double>(shape(1, 4), 1.0) * 3.0));
  CHECK(m(2, 3) == 4.0);
  CHECK(s(2, 3) == 4.0);
}

TEST_CASE("one run: static shapes, unrolled here or in a clone") {
  tensor<double, fixed<2, 3>> a{{1, 2, 3}, {4, 5, 6}}, b;
  tensor<float, fixed<7, 8>> c, d;
  c = 3.0f;
  REQUIRE(assigned_here(b, a + a));
  CHECK(b(1, 2) == 12.0);
  REQUIRE(assigned_here(d, c * c + c));
  CHECK(d(6, 7) == 12.0f);
}

TEST_CASE("one run: a window of the target itself, or apart from it, and not one that lies across it") {
  tensor<double, 1> a = counted(20);
  const auto part = [&](index_t first) { return a(range(first, first + 5)); };
  auto to = part(10);
  CHECK_FALSE(assigned_here(to, part(8) * 2.0));
  CHECK_FALSE(assigned_here(to, part(12) * 2.0));
  CHECK(a(10) == 11.0);
  CHECK(assigned_here(to, part(5) * 2.0));
  CHECK(a(10) == 12.0);
  CHECK(a(14) == 20.0);
  CHECK(assigned_here(to, part(10) + 1.0));
  CHECK(a(14) == 21.0);
}

TEST_CASE("one row of few elements: vectors of any strides, if this machine has a kernel for them") {
  const bool has_kernel = detail::chosen_isa > 0;
  for (const index_t n : {1, 2, 7, 64})
    for (const index_t from : {-3, -1, 0, 1, 2})
      for (const index_t to : {-2, -1, 1, 3}) {
        std::vector<double> memory(1000), wanted(1000);
        std::iota(memory.begin(), memory.end(), 1.0);
        wanted = memory;
        const auto x = borrow(memory.data() + 250, shape(n), strides(from)),
                   plain = borrow(memory.data(), shape(n), strides(1));
        auto out = borrow(memory.data() + 700, shape(n), strides(to));
        double total = 0, sum_here = -1;
        for (index_t i = 0; i < n; ++i) {
          const double value = double(251 + i * from) * 3 - double(1 + i);
          wanted[std::size_t(700 + i * to)] = value;
          total += double(251 + i * from);
        }
        if (has_kernel || (from == 1 && to == 1)) {
          REQUIRE(assigned_here(out, x * 3.0 - plain));
          CHECK(memory == wanted);
        }
        if (has_kernel || from == 1) {
          REQUIRE(summed_here(x, sum_here));
          CHECK(sum_here == total); // of whole numbers
        }
      }
}

TEST_CASE("one row of few elements: what crosses the target, is longer, or repeats") {
  std::vector<double> memory(400, 2.0);
  const auto at = [&](index_t first, index_t n, index_t step) {
    return borrow(memory.data() + first, shape(n), strides(step));
  };
  auto forth = at(100, 10, 2), back = at(118, 10, -2);
  CHECK_FALSE(assigned_here(forth, back * 2.0));
  CHECK_FALSE(assigned_here(back, forth * 2.0));
  CHECK_FALSE(assigned_here(forth, at(118, 10, 1) * 2.0));
  CHECK_FALSE(assigned_here(back, at(91, 10, 1) * 2.0));
  CHECK_FALSE(assigned_here(forth, at(100, 10, 1) * 2.0));
  auto repeats = at(7, 10, 0);
  CHECK_FALSE(assigned_here(repeats, at(20, 10, 1) * 2.0));
  CHECK_THROWS_AS(repeats = at(20, 10, 1) * 2.0, layout_error);
  auto longer = at(0, 65, 3);
  CHECK_FALSE(assigned_here(longer, 1.0));
  CHECK_FALSE(assigned_here(longer, at(200, 65, 1) * 2.0));
  double out = -1;
  CHECK_FALSE(summed_here(at(0, 65, 3) * 2.0, out));
  CHECK(out == -1);
  CHECK(memory == std::vector<double>(400, 2.0));
  if (detail::chosen_isa == 0)
    return;
  CHECK(assigned_here(forth, forth * 2.0));
  CHECK(assigned_here(back, at(119, 10, 1) * 2.0)); // just behind it
  CHECK(assigned_here(forth, at(90, 10, 1) * 2.0));
  CHECK(assigned_here(forth, at(7, 10, 0) * 3.0));
  for (index_t i = 0; i < 400; ++i)
    CHECK(memory[std::size_t(i)] == (i >= 100 && i < 120 && i % 2 == 0 ? 6.0 : 2.0));
}

TEST_CASE("one row of few elements: columns of one matrix, which lie in the gaps of each other") {
  const bool has_kernel = detail::chosen_isa > 0;
  for (const index_t step : {7, -7})
    for (index_t offset = -15; offset <= 15; ++offset) {
      std::vector<double> memory(200), wanted(200);
      std::iota(memory.begin(), memory.end(), 1.0);
      wanted = memory;
      auto out = borrow(memory.data() + 100, shape(9), strides(step));
      const auto x = borrow(memory.data() + 100 + offset, shape(9), strides(step));
      double total = 0, sum_here = -1;
      for (index_t i = 0; i < 9; ++i) {
        const index_t at = 100 + i * step;
        wanted[std::size_t(at)] = double(at + 1) - 3.0 * double(at + offset + 1);
        total += double(at + 1) * double(at + offset + 1);
      }
      CAPTURE(step);
      CAPTURE(offset);
      REQUIRE(summed_here(out * x, sum_here));
      CHECK(sum_here == total); // of whole numbers
      CHECK(assigned_here(out, out - x * 3.0) == (has_kernel && (offset == 0 || offset % 7 != 0)));
      std::iota(memory.begin(), memory.end(), 1.0);
      out -= x * 3.0;
      CHECK(memory == wanted);
    }
}

TEST_CASE("one row of few elements: gaps that hold whole elements of another size, or parts of them") {
  std::vector<double> memory(40, 2.0);
  auto out = borrow(memory.data(), shape(10), strides(3));
  const auto halves = [&](index_t first) {
    return borrow(reinterpret_cast<const float*>(memory.data()) + first, shape(10), strides(6));
  };
  for (const index_t first : {0, 1})
    CHECK_FALSE(assigned_here(out, halves(first) * 2.0f));
  for (const index_t first : {2, 3, 4, 5})
    CHECK(assigned_here(out, halves(first) * 0.0f) == (detail::chosen_isa > 0));
  out = halves(5) * 0.0f;
  for (index_t i = 0; i < 40; ++i)
    CHECK(memory[std::size_t(i)] == (i < 30 && i % 3 == 0 ? 0.0 : 2.0));
}

TEST_CASE("one run: memory that died is left to the plan, which says so") {
  if (!support::checked)
    return;
  tensor<double, 1> a = counted(16), to(shape(16), -1.0);
  const auto e = a + 1.0;
  const auto total = sum(a * 1.0);
  auto window = a(range(0, 16));
  CHECK(assigned_here(to, e));
  a = tensor<double, 1>(shape(99), 0.0);
  CHECK(total == 136.0);
  to = -1.0;
  CHECK_FALSE(assigned_here(to, e));
  CHECK_THROWS_AS(to = e, layout_error);
  CHECK_THROWS_AS((static_cast<void>(tensor<double, 1>(e))), layout_error);
  double out = 0;
  CHECK_FALSE(summed_here(e, out));
  CHECK_THROWS_AS(static_cast<void>(sum(e)), layout_error);
  CHECK_THROWS_AS(window = to, layout_error);
  for (double x : to)
    CHECK(x == -1.0);
}

TEST_CASE("one run: folds of less than two blocks") {
  double out = 0;
  for (index_t n : {1, 2, 31, 1024, 2047}) {
    const tensor<double, 1> a = counted(n);
    REQUIRE(summed_here(a, out));
    CHECK(out == double(n * (n + 1) / 2));
  }
  CHECK_FALSE(summed_here(counted(2048), out));
  CHECK_FALSE(summed_here(tensor<double, 1>(0), out));
  const tensor<double, 2> m(shape(4, 5), 1.5);
  CHECK(summed_here(m * 2.0, out));
  CHECK(out == 60.0);
  CHECK_FALSE(summed_here(m(all, range(1, 3)) + 0.0, out));
}

TEST_CASE("one run: folds of matrices by rows and by columns, whose values and places are those of loops") {
  for (index_t m : {1, 2, 5, 17})
    for (index_t n : {1, 3, 8, 60}) {
      CAPTURE(m);
      CAPTURE(n);
      tensor<double, 2> a(m, n);
      tensor<double, 2, column_major> b(m, n);
      tensor<int, 2, column_major> c(m, n);
      double total = 0, most = -1e9;
      index_t counted_total = 0;
      index_t at = 0;
      for (index_t i = 0; i < m; ++i)
        for (index_t j = 0; j < n; ++j) {
          const index_t value = (i * 31 + j * 17) % 23 - 5;
          a(i, j) = b(i, j) = double(value);
          c(i, j) = int(value);
          total += double(value);
          counted_total += value * value;
          at = double(value) > most ? i * n + j : at;
          most = std::max(most, double(value));
        }
      CHECK(sum(a) == total); // whole numbers: no order rounds
      CHECK(sum(b) == total);
      CHECK(sum(c * c) == counted_total);
      CHECK(max(b * 2.0) == 2 * most);
      CHECK(argmax(a) == at);
      CHECK(argmax(b) == at); // the number by rows
      CHECK(argmax(c) == at);
      CHECK(fold(b, 0.0, [](double x, double y) { return 0.5 * x + y; }) ==
            fold(a, 0.0, [](double x, double y) { return 0.5 * x + y; }));
      tensor<double, 2> third = a / 3.0;
      tensor<double, 2, column_major> third_by_columns = a / 3.0;
      const deterministic_scope same_bits;
      CHECK(sum(third_by_columns) == sum(third));
    }
}

TEST_CASE("one run: a recorded statement takes the plan, and a constructor takes the same way as an assignment") {
  const tensor<double, 1> a = counted(16);
  tensor<double, 1> to(shape(16), 0.0);
  bool here = true, folded = true;
  double out = 0;
  static_cast<void>(explain([&] {
    here = assigned_here(to, a + 1.0);
    folded = summed_here(a + 1.0, out);
  }));
  CHECK_FALSE(here);
  CHECK_FALSE(folded);
  CHECK(explain([&] { tensor<double, 1> made = a + 1.0; }).loops == 1);
  const tensor<double, 1> made = a + 1.0;
  CHECK(made(15) == 17.0);
  const tensor<double, fixed<2, 2>> s{{1, 2}, {3, 4}}, twice = s + s;
  CHECK(twice(1, 1) == 8.0);
  tensor<double, fixed<2, 2>> t;
  CHECK(explain([&] { t = s + s; }).loops == int(support::checked));
}

TEST_CASE("one run: what a plan might divide among threads goes by the plan") {
  const thread_scope many(8);
  for (index_t cost : {0, 1, 10, 40, 41, 80, 400, 4000})
    for (index_t bytes : {1, 8, 16, 24, 400}) {
      CAPTURE(cost);
      CAPTURE(bytes);
      const auto time = [&](index_t n) { return double(n) * detail::element_time(double(cost), double(bytes)); };
      for (index_t most :
           {detail::planned_from<dims<2>>(cost, bytes), detail::planned_from<extents<3, dyn>>(cost, bytes)}) {
        CHECK(most > 300);
        CHECK(detail::threads_for(time(most - 1)) == 1);
      }
    }
  CHECK(detail::planned_from<dims<1>>(1, 24) == 16384);
  CHECK(detail::planned_from<extents<3>>(1, 24) == 65536);
  CHECK(detail::threads_for(1.01 * 16384 * detail::element_time(81, 16)) > 1);
  CHECK(detail::planned_from<dims<1>>(81, 16) < 16384);

  const tensor<double, 1> a = counted(16383);
  tensor<double, 1> to(16383);
  CHECK(assigned_here(to, a + 1.0));
  CHECK_FALSE(assigned_here(to, map([](double x) { return x; }, map([](double x) { return x; }, a))));
  CHECK_FALSE(assigned_here(tensor<double, 1>(16384), counted(16384) + 1.0));
}
