#include <weft/grad/dual.hpp>
#include <weft/weft.hpp>

#include "functions.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <sstream>
#include <vector>

// The derivative of each operation of duals by each operand, against central differences of the C library in long
// double.

using namespace weft;
using namespace wider;
using functions::any, functions::left, functions::right;
using dual = grad::dual<double>;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// `weft_f` of tensors, `f` of numbers.
template <class W, class F>
void check_one(char const* name, W const& weft_f, F const& f, std::vector<double> const& points) {
  for (double const x : points) {
    const tensor<dual, 1> a(shape(1), dual(x, 0.5));
    CAPTURE(name);
    CAPTURE(x);
    const dual r = weft_f(a).at(0);
    CHECK(apart(r.value, f(x)) < 1e-14);
    CHECK(apart(r.tangent[0], difference(f, x) / 2) < 1e-9);
  }
}
template <class W, class F>
void check_two(char const* name, W const& weft_f, F const& f, std::vector<double> const& first,
               std::vector<double> const& second) {
  for (double const x : first)
    for (double const y : second) {
      const tensor<grad::dual<double, 2>, 1> a(shape(1), grad::dual<double, 2>(x, 1, 0)),
          b(shape(1), grad::dual<double, 2>(y, 0, 1));
      CAPTURE(name);
      CAPTURE(x);
      CAPTURE(y);
      const grad::dual<double, 2> r = weft_f(a, b).at(0);
      CHECK(apart(r.value, f(x, y)) < 1e-14);
      CHECK(apart(r.tangent[0], difference([&](wide t) { return f(t, wide(y)); }, x)) < 1e-9);
      CHECK(apart(r.tangent[1], difference([&](wide t) { return f(wide(x), t); }, y)) < 1e-9);
    }
}

/// f of one dual, along 1.
dual at(double x, auto const& f) {
  const tensor<dual, 1> a(shape(1), dual(x, 1));
  return f(a).at(0);
}

} // namespace

TEST_CASE("dual: functions of one operand") {
  const auto check = [](auto const&... c) { check_one(c...); };
  functions::of_one_operand(check);
  WEFT_ONE(floor, -2.5, -0.3, 0.2, 6.5);
  WEFT_ONE(ceil, -2.5, -0.3, 0.2, 6.5);
  WEFT_ONE(trunc, -2.5, -0.3, 0.2, 6.5);
  WEFT_ONE(round, -2.6, -0.3, 0.2, 6.4);
  WEFT_ONE(rint, -2.6, -0.3, 0.2, 6.4);
  check("sign", [](auto const& a) { return sign(a); }, [](wide x) { return x > 0 ? 1.0L : -1.0L; }, any);
  check("conj", [](auto const& a) { return conj(a); }, [](wide x) { return x; }, any);
  check("nan_to_num", [](auto const& a) { return nan_to_num(a); }, [](wide x) { return x; }, any);
  check("cast", [](auto const& a) { return cast<double>(a); }, [](wide x) { return x; }, any);
}

TEST_CASE("dual: functions of two and three operands") {
  functions::of_two_operands([](auto const&... c) { check_two(c...); });
  check_two(
      "heaviside", [](auto const& a, auto const& b) { return heaviside(a, b); },
      [](wide x, wide) { return x > 0 ? 1.0L : 0.0L; }, left, right);
  check_two(
      "beside numbers of other types",
      [](auto const& a, auto const& b) { return 2 * a / 3.0F + (1 - b) * tensor<int, 1>{4}; },
      [](wide x, wide y) { return 2 * x / 3 + (1 - y) * 4; }, left, right);
}

TEST_CASE("dual: at edges, as the derivative of an expression is there") {
  CHECK(at(0, [](auto const& a) { return pow(a, 2.0); }).tangent[0] == 0);
  CHECK(at(0, [](auto const& a) { return pow(a, 1.0); }).tangent[0] == 1);
  CHECK(at(0, [](auto const& a) { return pow(a, 0.5); }).tangent[0] == inf);
  CHECK(at(-3, [](auto const& a) { return pow(a, 2.0); }).tangent[0] == -6);
  CHECK(at(0, [](auto const& a) { return abs(a); }).tangent[0] == 0);
  CHECK(at(0, [](auto const& a) { return relu(a); }).tangent[0] == 0);
  CHECK(at(2, [](auto const& a) { return maximum(a, 2.0); }).tangent[0] == 0.5);
  CHECK(at(0, [](auto const& a) { return hypot(a, a); }).tangent[0] == 0);
  CHECK(at(0, [](auto const& a) { return heaviside(0.0 * a, a); }).tangent[0] == 1);
  CHECK(at(0, [](auto const& a) { return sqrt(a); }).tangent[0] == inf);
  // What `where` did not take does not count, not even as 0 * infinity or NaN.
  CHECK(at(-4, [](auto const& a) { return where(a > 0.0, sqrt(a), a * 3.0); }).tangent[0] == 3);
  CHECK(at(0, [](auto const& a) { return where(a > 0.0, log(a) / a, a * 3.0); }).tangent[0] == 3);
  CHECK(at(-4, [](auto const& a) { return maximum(sqrt(a + 4.0), 1.0); }).tangent[0] == 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(isnan(at(nan, [](auto const& a) { return minimum(a, 1.0); })));
  CHECK(at(nan, [](auto const& a) { return nan_to_num(a); }) == 0);
  CHECK(at(nan, [](auto const& a) { return nan_to_num(a); }).tangent[0] == 0);
  const tensor<dual, 1> kinds = {dual(nan), dual(-inf), dual(-1, 5), dual(2)};
  CHECK(isnan(kinds) == tensor<bool, 1>{true, false, false, false});
  CHECK(isinf(kinds) == tensor<bool, 1>{false, true, false, false});
  CHECK(isfinite(kinds) == tensor<bool, 1>{false, false, true, true});
  CHECK(signbit(kinds(range(1, 4))) == tensor<bool, 1>{true, true, false});
  const tensor<int, 1> whole = cast<int>(kinds(range(2, 4)));
  CHECK(whole == tensor<int, 1>{-1, 2});
}

TEST_CASE("dual: a number among numbers") {
  const dual x(3, 1), y = 2;
  CHECK(y.tangent[0] == 0);
  CHECK(x > y);
  CHECK(x > 2);
  CHECK(x == dual(3, -7)); // by the value
  CHECK(x != y);
  dual z = x;
  z *= x;
  z -= 1;
  z /= 2.0;
  z += x;
  CHECK(z == 7);
  CHECK(z.tangent[0] == 4); // (x^2 - 1) / 2 + x
  CHECK((+x - -x).tangent[0] == 2);
  std::ostringstream out;
  out << x << ' ' << grad::dual<double, 2>(1, 2, 3);
  CHECK(out.str() == "3'1 1'2'3");
  const grad::dual<float> narrow(2, 1);
  const tensor<grad::dual<float>, 1> floats(shape(1), narrow);
  CHECK(std::is_same_v<decltype((floats * 2.0).at(0)), grad::dual<float>>); // as a float tensor is not widened
  CHECK(std::is_same_v<decltype(narrow * 2.0), dual>);
  CHECK(grad::dual<float>(x).tangent[0] == 1.0F);
  CHECK(!std::is_constructible_v<double, dual>); // what would lose the tangents is written x.value
}
