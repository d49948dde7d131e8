#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

// What explain() says of parts of an expression that stand in it under several shifts. The counts are those of the
// stencils, by hand.
namespace {

auto laplace(auto const& u) {
  const auto in = range(1, end - 1), low = range(0, end - 2), high = range(2, end);
  return u(low, in) + u(high, in) + u(in, low) + u(in, high) - 4.0 * u(in, in);
}

} // namespace

TEST_CASE("shifts: a stencil of a stencil says what to store") {
  const tensor<double, 2> u = ones<double>(20, 24);
  tensor<double, 2> out(16, 20);
  const plan_report plan = explain(out, laplace(laplace(u)));
  REQUIRE(plan.repeated.size() == 1);
  CHECK(plan.repeated[0] == "((((a + b) + c) + d) - (4 * e)) stands 5 times under 5 shifts; stored first, its loop "
                            "reads 5 operands an element and this one 5, where it reads 25");
  CHECK(to_string(plan).find(plan.repeated[0]) != std::string::npos);
  CHECK(explain(laplace(laplace(u))).repeated[0] == plan.repeated[0]);
  // The same part twice under one shift is no second shift.
  const auto inner = laplace(u);
  CHECK(explain(inner * inner + sqrt(inner)).repeated.size() == 0);
}

TEST_CASE("shifts: stencils alone, other factors and other operands say nothing") {
  const tensor<double, 2> u = ones<double>(20, 24), v = ones<double>(20, 24);
  CHECK(explain(laplace(u)).repeated.size() == 0);
  CHECK(explain(laplace(u) * laplace(v) + laplace(u)).repeated.size() == 0);
  const auto weighted = [&](double f, index_t by) {
    return f * u(range(by, by + 10), all) + u(range(by + 1, by + 11), all) - u(range(by + 2, by + 12), all);
  };
  CHECK(explain(weighted(2, 0) + weighted(3, 1) * weighted(4, 2)).repeated.size() == 0);
  CHECK(explain(weighted(2, 0) + weighted(2, 1) * weighted(2, 2)).repeated.size() == 1);
}

TEST_CASE("shifts: index notation") {
  auto const [i, j] = indices<2>();
  const tensor<double, 2> u = ones<double>(20, 24);
  tensor<double, 2> out(20, 24);
  const auto flux = [&](auto const& row, auto const& column) {
    return u(row + 1, column) * u(row, column) - sqrt(u(row - 1, column));
  };
  const plan_report plan = explain(inside(out(i, j)), flux(i + 1, j) - flux(i - 1, j) + flux(i, j));
  REQUIRE(plan.repeated.size() == 1);
  CHECK(plan.repeated[0] == "((a * b) - sqrt(c)) stands 3 times under 3 shifts; stored first, its loop reads 3 operands "
                            "an element and this one 3, where it reads 9");
}
