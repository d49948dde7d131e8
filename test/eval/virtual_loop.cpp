// Statements that run as programs, in a file of a program whose others are compiled into loops.
#undef WEFT_VIRTUAL_LOOPS
#define WEFT_VIRTUAL_LOOPS 1
#include <support/grid.hpp>
#include <support/guarded.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/ops/trigonometry.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>

using namespace weft;
using oracle::list;

namespace {

template <class T>
view<T> view_of(guarded<T>& g) {
  return borrow(g.data(), shape(g.place().extents), strides(g.place().strides));
}

template <class T>
oracle::array<T> small_numbers(grid::dice& r, list const& extents) {
  return oracle::make(extents, [&](list const&) { return T(static_cast<detail::real_t<T>>(r.below(9) - 4)); });
}

list const shapes[] = {{}, {1}, {7}, {130}, {2000}, {0}, {3, 5}, {40, 70}, {2, 0, 3}, {3, 1, 33}, {2, 3, 4, 5}};

} // namespace

TEST_CASE_TEMPLATE("virtual loop: operands and targets of all kinds", T, double, std::int64_t, std::complex<double>) {
  grid::dice r(11);
  for (list const& extents : shapes)
    for (grid::order from : grid::readable)
      for (grid::order to : grid::writable) {
        const auto a = small_numbers<T>(r, extents);
        const auto b = small_numbers<T>(r, grid::narrower(r, extents));
        guarded<T> x(grid::make_place(r, extents, from), T(-7), a);
        guarded<T> y(grid::make_place(r, b.extents, r.of(grid::readable)), T(-8), b);
        guarded<T> out(grid::make_place(r, extents, to), T(-9));
        const T factor(static_cast<detail::real_t<T>>(r.below(5)));
        // What repeats in memory is written several times: the values are those that are read.
        const auto in_x = x.values(), in_y = y.values();
        const auto wanted = oracle::map_to(
            extents, [&](T const& p, T const& q) { return p * factor + q - p * q; }, in_x, in_y);
        view_of(out) = view_of(x) * factor + view_of(y) - view_of(x) * view_of(y);
        CHECK(out.difference(wanted) == "");
      }
}

TEST_CASE("virtual loop: tensors that are made, filled, and changed") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 1> row{10, 20, 30};
  tensor<double, 2> t = a * row + 1.0;
  CHECK(t == tensor<double, 2>{{11, 41, 91}, {41, 101, 181}});
  t += a * a;
  CHECK(t(1, 2) == 217);
  t = transpose(eval(transpose(a) - 1.0)) * 2.0;
  CHECK(t == tensor<double, 2>{{0, 2, 4}, {6, 8, 10}});
  t = t + reverse(t, 1); // over its own operand
  CHECK(t == tensor<double, 2>{{4, 4, 4}, {16, 16, 16}});
  const tensor<double, fixed<2, 2>> s{{1, 2}, {3, 4}};
  const tensor<double, fixed<2, 2>> u = s * s - s;
  CHECK(u == tensor<double, fixed<2, 2>>{{0, 2}, {6, 12}});
  tensor<double, 1> n = arange(4.0) * 2.0 + 1.0;
  CHECK(n == tensor<double, 1>{1, 3, 5, 7});
  n = where(n > 4.0, sqrt(square(n)), -n);
  CHECK(n == tensor<double, 1>{-1, -3, 5, 7});
  const tensor<bool, 1> mask = n < 0.0 || n >= 7.0;
  CHECK(mask == tensor<bool, 1>{true, true, false, true});
  CHECK(eval(sum(a * a, 1)) == tensor<double, 1>{14, 77});
  tensor<float, 2> narrow = a * 0.5; // a type of its own: its kernel is compiled
  CHECK(narrow(1, 0) == 2.0f);
  tensor<int, 1> whole{7, 8};
  whole = whole * 3 - whole / 2;
  CHECK(whole == tensor<int, 1>{18, 20});
}

TEST_CASE("virtual loop: functions have the bits that loops give") {
  tensor<double, 1> x(1000), y(1000), wanted(1000);
  for (index_t i = 0; i < 1000; ++i)
    x(i) = 0.01 * static_cast<double>(i) - 3;
  y = exp(x) * sin(x) + detail::make_unary<op::cube>(x);
  for (index_t i = 0; i < 1000; ++i)
    CHECK(y(i) == doctest::Approx(std::exp(x(i)) * std::sin(x(i)) + x(i) * x(i) * x(i)).epsilon(1e-12));
}

TEST_CASE("virtual loop: explain() prints the steps") {
  const tensor<double, 1> x{1, 2, 3}, y{4, 5, 6};
  tensor<double, 1> out(3);
  const plan_report r = explain(out, sqrt(x * y + 1.0));
  REQUIRE(r.programs.size() == 1);
  CHECK(r.programs[0] ==
        "program of 2 step(s), 1 register(s) of 128: r0 = operator+(operator*(x1, x2), x3); target = sqrt(r0)");
  CHECK(r.loops == 1);
  CHECK(r.flops == 9);
  out = sqrt(x * y + 1.0);
  CHECK(out(2) == std::sqrt(19.0));
}
