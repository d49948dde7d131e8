#include "special_points.hpp"

// Reductions at zeros, ties and equal values, along axes too; and what hands on nothing.

using namespace special;

namespace {

const std::vector<std::vector<double>> zeros3(3, std::vector<double>(3, 0.0));

} // namespace

TEST_CASE("special_reductions: products beside zeros") {
  const auto product = [](auto const& v, int axis) { return prod(v, axis); };
  check_both("no zero", product, {1, 2, 3}, {6, 3, 2}, {{0, 3, 2}, {3, 0, 1}, {2, 1, 0}});
  check_both("one zero", product, {0, 2, 3}, {6, 0, 0}, {{0, 3, 2}, {3, 0, 0}, {2, 0, 0}});
  check_both("two zeros", product, {0, 2, 0}, {0, 0, 0}, {{0, 0, 2}, {0, 0, 0}, {2, 0, 0}});
  check_both("three zeros", product, {0, 0, 0}, {0, 0, 0}, zeros3);
  check_both("what underflows", product, {1e-200, 1e-200, 3}, {3e-200, 3e-200, 0},
             {{0, 3, 1e-200}, {3, 0, 1e-200}, {1e-200, 1e-200, 0}});
  check_both("denormal", product, {5e-324, 2, 3}, {6, 0, 0}, {{0, 3, 2}, {3, 0, 0}, {2, 0, 0}});
  check_both("infinite", product, {inf, 0, 2}, {0, inf, undefined}, {{0, 2, 0}, {2, 0, inf}, {0, inf, 0}});
  check_whole("cumprod", [](auto const& v) { return sum(cumprod(v, 0), 0); }, {0, 2, 3}, {9, 0, 0},
              {{0, 4, 2}, {4, 0, 0}, {2, 0, 0}});
  check_whole("nan_prod", [](auto const& v) { return nan_prod(v, 0); }, {0, undefined, 3}, {3, 0, 0},
              {{0, 0, 1}, {0, 0, 0}, {1, 0, 0}});
}
TEST_CASE("special_reductions: ties of extremes are shared alike") {
  const std::vector<std::vector<double>> half = {{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0, 0, 0}};
  check_both("max", [](auto const& v, int axis) { return square(max(v, axis)); }, {1, 1, 0}, {1, 1, 0}, half);
  check_both("min", [](auto const& v, int axis) { return square(min(v, axis)); }, {1, 1, 2}, {1, 1, 0}, half);
  check_both(
      "nan_max", [](auto const& v, int axis) { return square(nan_max(v, axis)); }, {1, 1, undefined}, {1, 1, 0}, half);
  check_both(
      "nan_min", [](auto const& v, int axis) { return square(nan_min(v, axis)); }, {1, 1, undefined}, {1, 1, 0}, half);
  check_both("ptp", [](auto const& v, int axis) { return square(ptp(v, axis)); }, {1, 1, 3}, {-2, -2, 4},
             {{0.5, 0.5, -1}, {0.5, 0.5, -1}, {-1, -1, 2}});
  // A median has first derivatives by reverse mode alone.
  const auto middle = grad::gradient_of([](auto const& v) { return median(v); }, tensor<double, 1>{1, 1, 3});
  CHECK((middle(0) == 0.5 && middle(1) == 0.5 && middle(2) == 0));
  const double third = 2.0 / 9;
  check_both("max of equals", [](auto const& v, int axis) { return square(max(v, axis)); }, {0, 0, 0}, {0, 0, 0},
             {{third, third, third}, {third, third, third}, {third, third, third}});
  check_both(
      "max of infinities", [](auto const& v, int axis) { return max(v, axis); }, {inf, inf, 0}, {0.5, 0.5, 0}, zeros3);
  tensor<once, 1> u(3000);
  for (index_t i = 0; i < 3000; ++i)
    u(i) = once(i % 3 == 0 ? 7.0 : 1.0, double(i % 2)); // parts of the fold are joined
  CHECK(same(max(u).tangent[0], 0.5));
  CHECK(same(minmax(u).max.tangent[0], 0.5));
  CHECK(same(minmax(u).min.tangent[0], 0.5));
  u(11) = once(undefined);
  CHECK(isnan(max(u)));
  CHECK(isnan(minmax(u).min));
  CHECK(!isnan(nan_max(u)));
}
TEST_CASE("special_reductions: a length behind a branch that is not taken, in a statement of its own") {
  const auto f = [](auto const& v) {
    const grad::variable length = norm(v, 0);
    const grad::variable far = square(length);
    const grad::variable<detail::value_t<decltype(v)>, 0> near = sum(square(v), 0);
    return where(far > 1.0, far, near);
  };
  const tensor<double, 1> x = {0, 0};
  CHECK(grad::gradient_of(f, x) == tensor<double, 1>{0, 0});
  CHECK(grad::hessian(f, x) == tensor<double, 2>{{2, 0}, {0, 2}});
}
TEST_CASE("special_reductions: logsumexp") {
  const auto f = [](auto const& v, int axis) { return logsumexp(v, axis); };
  check_both("one that is -infinity", f, {-inf, 0, 0}, {0, 0.5, 0.5}, {{0, 0, 0}, {0, 0.25, -0.25}, {0, -0.25, 0.25}});
  check_both("nothing else", f, {-inf, -inf, -inf}, {0, 0, 0}, zeros3);
}
TEST_CASE("special_reductions: orders of linalg::norm") {
  const tensor<double, 1> zero = {0, 0};
  const auto third = [](auto const& v) { return square(linalg::norm(v, 3)); };
  CHECK(grad::gradient_of(third, zero) == zero);
  for (double const& x : grad::hessian(third, zero))
    CHECK(x != x);
  const tensor<double, 2> h = grad::hessian([](auto const& v) { return square(linalg::norm(v, 2)); }, zero);
  for (double const& x : h)
    CHECK(x != x);
  const tensor<double, 2> most =
      grad::hessian([](auto const& v) { return square(linalg::norm(v, linalg::inf)); }, tensor<double, 1>{1, 1});
  CHECK(most == tensor<double, 2>{{0.5, 0.5}, {0.5, 0.5}});
}
