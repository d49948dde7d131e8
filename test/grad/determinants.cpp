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

TEST_CASE("determinants: of a singular matrix, by cofactors") {
  const tensor<double, 2> singular = {{1, 2, 0}, {2, 4, 0}, {0, 0, 3}},
                          cofactors = {{12, -6, 0}, {-6, 3, 0}, {0, 0, 0}};
  const auto g = grad::gradient_of([](auto const& a) { return linalg::det(a * 1.0); }, singular);
  CHECK(all_of(abs(g - cofactors) < 1e-13));
  const tensor<double, 3> batch = stack(0, singular, zeros<double>(3, 3), a0);
  const auto each = grad::gradient_of([](auto const& a) { return sum(linalg::det(a)); }, batch);
  CHECK(all_of(abs(each(0, ellipsis) - cofactors) < 1e-13));
  CHECK(all_of(equal(each(1, ellipsis), 0.0)));
  CHECK(all_of(abs(each(2, ellipsis) - linalg::det(a0) * transpose(linalg::inv(a0))) < 1e-13));
  const tensor<double, 2> zero = {{0}};
  CHECK(grad::gradient_of([](auto const& a) { return linalg::det(a); }, zero) == ones<double>(1, 1));
}

TEST_CASE("determinants: of triangles and diagonal matrices") {
  CHECK(worst([](auto const& a) { return linalg::det(lower(a)) + linalg::det(diagonal_matrix(a(0, all))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& a) { return linalg::slogdet(upper(a)).logabsdet; }, a0) < 1e-8);
}
TEST_CASE("determinants: of symmetric matrices, by the triangle that is read") {
  CHECK(worst([](auto const& a) { return linalg::det(symmetric(a)) * 2.0; }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return linalg::slogdet(positive_definite(transpose(a) * 2.0)).logabsdet; }, a0) <
        1e-8);
}

TEST_CASE("determinants: of a rank that is known at run time") {
  CHECK(worst_any_rank([](auto const& a) { return sum(linalg::det(transpose(a) * 2.0 + eye(3)) * 1.5); }, a0) < 1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(linalg::det(stack(0, a, a * a)) * v(range(0, 2))); }, a0) < 1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(linalg::slogdet(-a).logabsdet) * a(0, 1); }, a0) < 1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(linalg::det(lower(a))) + sum(linalg::det(symmetric(a))); }, a0) <
        1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(linalg::slogdet(upper(a)).logabsdet); }, a0) < 1e-8);
  const tensor<double> singular = tensor<double, 2>{{1, 2, 0}, {2, 4, 0}, {0, 0, 3}};
  const tensor<double, 2> g = grad::gradient_of([](auto const& a) { return linalg::det(a); }, singular),
                          cofactors = {{12, -6, 0}, {-6, 3, 0}, {0, 0, 0}};
  CHECK(all_of(abs(g - cofactors) < 1e-13));
  const grad::variable<double> vector = v, wide = x0;
  CHECK_THROWS_AS((void)linalg::det(vector), shape_error);
  CHECK_THROWS_AS((void)linalg::slogdet(wide), shape_error);
}
