#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/grad/sylvester.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.7, 0.2}, {-0.3, 0.6, 1.4}}, b0 = {{1.5, 0.2}, {-0.7, 2.2}};
} // namespace

TEST_CASE("sylvester: by each operand, and by one that stands in all") {
  const auto x = [](auto const& a, auto const& b, auto const& q) { return linalg::solve_sylvester(a, b, q); };
  CHECK(worst([&](auto const& a) { return sum(square(x(a, b0, w)) * w); }, a0) < 1e-8);
  CHECK(worst([&](auto const& b) { return sum(square(x(transpose(a0), reverse(reverse(b, 0), 1), w)) * w); }, b0) <
        1e-8);
  CHECK(worst([&](auto const& q) { return sum(exp(x(a0, b0, q * 0.5))); }, w) < 1e-8);
  CHECK(worst([&](auto const& a) { return sum(square(x(a, a * 0.5, a + 1.0))); }, a0) < 1e-8);
}
TEST_CASE("sylvester: batches, which are broadcast") {
  CHECK(worst([](auto const& a) { return sum(square(linalg::solve_sylvester(stack(0, a, a * 2.0), b0, w))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& b) { return sum(square(linalg::solve_sylvester(stack(0, a0, a0 * 2.0), b, w))); }, b0) <
        1e-8);
  CHECK(worst([](auto const& q) { return sum(square(linalg::solve_sylvester(stack(0, a0, a0 * 2.0), b0, q))); }, w) <
        1e-8);
}
TEST_CASE("sylvester: of nothing") {
  CHECK(grad::gradient_of([](auto const& a) { return sum(linalg::solve_sylvester(a, b0, zeros<double>(0, 2))); },
                          zeros<double>(0, 0))
            .size() == 0);
}
TEST_CASE("sylvester: of a rank that is known at run time") {
  const tensor<double> b = b0, q = w;
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(linalg::solve_sylvester(a, b, q)) * w); }, a0) < 1e-8);
  CHECK(
      worst_any_rank([&](auto const& y) { return sum(square(linalg::solve_sylvester(stack(0, a0, a0 * 2.0), y, q))); },
                     b0) < 1e-8);
}
