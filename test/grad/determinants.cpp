#include "differences.hpp"

#include <weft/grad/determinants.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.7, 0.2}, {-0.3, 0.6, 1.4}};
} // namespace

TEST_CASE("determinants: det and slogdet, of expressions and batches") {
  CHECK(worst([](auto const& a) { return linalg::det(transpose(a) * 2.0 + eye(3)) * 1.5; }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return linalg::slogdet(-a).logabsdet * a(0, 1); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(linalg::det(stack(0, a, a * a)) * v(range(0, 2))); }, a0) < 1e-8);
  const grad::variable<double, 2> x = -a0;
  CHECK(linalg::slogdet(x).sign == -1);
  CHECK(linalg::det(x).item() == doctest::Approx(-linalg::det(a0)));
}

TEST_CASE("determinants: of triangles and diagonal matrices") {
  CHECK(worst([](auto const& a) { return linalg::det(lower(a)) + linalg::det(diagonal_matrix(a(0, all))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& a) { return linalg::slogdet(upper(a)).logabsdet; }, a0) < 1e-8);
}
