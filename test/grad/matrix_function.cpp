#include "differences.hpp"

#include <weft/grad/matrix_function.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("matrix_function: expm and powers") {
  const tensor<double, 2> a0 = {{1.0, 0.3, -0.4}, {0.5, 1.1, 0.2}, {-0.3, 0.6, -0.9}};
  CHECK(worst([](auto const& a) { return sum(square(linalg::expm(transpose(a) * 0.5))); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(linalg::expm(a(newaxis, all, all)) * a); }, a0) < 1e-8);
  for (const int n : {0, 1, 5, -2}) {
    CAPTURE(n);
    CHECK(worst([&](auto const& a) { return sum(linalg::matrix_power(a, n) * sin(a)); }, a0) < 1e-8);
  }
}
TEST_CASE("matrix_function: of a rank that is known at run time") {
  const tensor<double, 2> a0 = {{1.0, 0.3, -0.4}, {0.5, 1.1, 0.2}, {-0.3, 0.6, -0.9}};
  CHECK(worst_any_rank([](auto const& a) { return sum(square(linalg::expm(stack(0, transpose(a), a * 0.5)))); }, a0) <
        1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(linalg::matrix_power(a, 3) * sin(a)); }, a0) < 1e-8);
  CHECK_THROWS_AS((void)linalg::expm(grad::variable<double>(v)), shape_error);
}
