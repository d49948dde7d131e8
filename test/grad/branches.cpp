#include <weft/grad.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>
#include <limits>

// A slope of 0 or a gradient of 0 hands on 0, also where the other is infinite or NaN: in reverse mode as in forward
// mode, in one statement or across several.

using namespace weft;
using dual = grad::dual<double>;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
const tensor<double, 1> x0 = {-1, 0, 4};

/// The gradient of the sum of f by reverse mode, and by forward mode one direction after the other.
template <class F>
void check_gradient(char const* name, F const& f, tensor<double, 1> const& x, tensor<double, 1> const& wanted) {
  CAPTURE(name);
  const tensor<double, 1> gradient = grad::gradient_of([&](auto const& v) { return sum(f(v), 0); }, x);
  CAPTURE(gradient(0));
  CHECK(gradient == wanted);
  const tensor<double, 2> columns = grad::jacobian([&](auto const& v) { return f(v); }, x);
  const tensor<double, 1> forward = sum(columns, 0);
  CAPTURE(forward(0));
  CHECK(forward == wanted);
}
/// A statement of its own of variables, and as it is of duals.
template <class E>
auto stated(E const& e) {
  if constexpr (detail::is_followed<detail::captured_t<E const&>>)
    return grad::variable(e);
  else
    return eval(e);
}
template <class X>
tensor<bool, 1> is_positive(X const& x) {
  if constexpr (detail::is_followed<detail::captured_t<X const&>>)
    return x.value() > 0.0;
  else
    return x > 0.0;
}

} // namespace

TEST_CASE("branches: those that are not taken, as statements of their own") {
  const auto chosen = [](auto const& f, auto const& otherwise) {
    return [f, otherwise](auto const& x) {
      const auto steep = stated(f(x)), other = stated(otherwise(x));
      return stated(where(is_positive(x), steep, other));
    };
  };
  const auto twice = [](auto const& x) { return 2.0 * x; };
  check_gradient("log", chosen([](auto const& x) { return log(x); }, twice), x0, {2, 2, 0.25});
  check_gradient("sqrt", chosen([](auto const& x) { return sqrt(x); }, twice), x0, {2, 2, 0.25});
  check_gradient("over", chosen([](auto const& x) { return 1.0 / x; }, twice), x0, {2, 2, -0.0625});
  check_gradient("pow", chosen([](auto const& x) { return pow(x, 0.5); }, twice), x0, {2, 2, 0.25});
  check_gradient("x log x", chosen([](auto const& x) { return x * log(x); }, twice), {-1, 0, 1}, {2, 2, 1});
  check_gradient("acosh", chosen([](auto const& x) { return acosh(x); }, twice), {-1, 0, 1.25}, {2, 2, 4.0 / 3});
  const auto far = [](auto const& x) { return log(stated(sqrt(x))); };
  check_gradient("two statements", chosen(far, twice), x0, {2, 2, 0.125});
}
TEST_CASE("branches: masks, products with 0, and extremes") {
  const tensor<double, 1> mask = {0, 0, 1};
  check_gradient("a mask", [&](auto const& x) { return stated(where(mask > 0.0, stated(sqrt(x)), 0.0)); }, x0,
                 {0, 0, 0.25});
  check_gradient("times 0", [&](auto const& x) { return stated(mask * stated(sqrt(x))); }, {0, 0, 4}, {0, 0, 0.25});
  check_gradient("maximum", [](auto const& x) { return stated(maximum(stated(sqrt(x)), 1.0)); }, {0, 0, 4},
                 {0, 0, 0.25});
  check_gradient("clamp", [](auto const& x) { return stated(clamp(stated(log(x)), -1.0, 1.0)); }, {0, 0.5, 1},
                 {0, 2, 1});
}
TEST_CASE("branches: a distance of 0 through sums of squares") {
  const tensor<double, 1> y = {3, 4};
  const auto distance = [&](auto const& x) {
    const auto d = stated(x - y);
    const auto squares = stated(sum(d * d, 0));
    return stated(broadcast_to(sqrt(squares), shape(1)));
  };
  check_gradient("sqrt(sum(d * d)) at 0", distance, y, {0, 0});
  check_gradient("sqrt(sum(d * d))", distance, {3, 6}, {0, 1});
  check_gradient("in one statement", [&](auto const& x) { return sqrt((x - y) * (x - y)); }, y, {0, 0});
  check_gradient("sqrt of a square", [](auto const& x) { return sqrt(square(x)); }, {0, -2}, {0, -1});
}
TEST_CASE("branches: a gradient of 0 through reductions of what is not finite") {
  // The rows of a matrix are reduced, and the result of the second one is not taken.
  const tensor<bool, 1> taken = {true, false};
  const auto check = [&](char const* name, auto const& reduce, tensor<double, 1> const& row) {
    CAPTURE(name);
    tensor<double, 2> x(2, 3);
    x(0, all) = tensor<double, 1>{1, 2, 4};
    x(1, all) = row;
    const tensor<double, 2> gradient = grad::gradient_of(
        [&](auto const& v) {
          const grad::variable all_of_them = reduce(v);
          const grad::variable chosen = where(taken, all_of_them, 0.0);
          return sum(chosen, 0);
        },
        x);
    for (index_t j = 0; j < 3; ++j) {
      CHECK(gradient(0, j) == gradient(0, j));
      CHECK(gradient(1, j) == 0);
    }
  };
  for (auto const& row : {tensor<double, 1>{none, 1, 2}, tensor<double, 1>{inf, 1, 2}, tensor<double, 1>{inf, -inf, 0},
                          tensor<double, 1>{0, 0, 0}, tensor<double, 1>{none, none, none}}) {
    check("sum", [](auto const& v) { return sum(v, 1); }, row);
    check("prod", [](auto const& v) { return prod(v, 1); }, row);
    check("mean", [](auto const& v) { return mean(v, 1); }, row);
    check("var", [](auto const& v) { return var(v, 1); }, row);
    check("stddev", [](auto const& v) { return stddev(v, 1); }, row);
    check("norm", [](auto const& v) { return norm(v, 1); }, row);
    check("max", [](auto const& v) { return max(v, 1); }, row);
    check("min", [](auto const& v) { return min(v, 1); }, row);
    check("ptp", [](auto const& v) { return ptp(v, 1); }, row);
    check("logsumexp", [](auto const& v) { return logsumexp(v, 1); }, row);
    check("nan_mean", [](auto const& v) { return nan_mean(v, 1); }, row);
    check("nan_var", [](auto const& v) { return nan_var(v, 1); }, row);
    check("nan_stddev", [](auto const& v) { return nan_stddev(v, 1); }, row);
    check("nan_max", [](auto const& v) { return nan_max(v, 1); }, row);
    check("nan_prod", [](auto const& v) { return nan_prod(v, 1); }, row);
    check("median", [](auto const& v) { return median(v, 1); }, row);
    check("cumprod", [](auto const& v) { return sum(cumprod(v, 1), 1); }, row);
  }
}
TEST_CASE("branches: what is asked for stays infinite or NaN") {
  check_gradient("sqrt", [](auto const& x) { return sqrt(x); }, {0, 0, 4}, {inf, inf, 0.25});
  const tensor<double, 1> g = grad::gradient_of([](auto const& v) { return sum(sqrt(v), 0); }, x0);
  CHECK(g(0) != g(0));
}
