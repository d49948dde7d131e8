#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/grad/structured.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.7, 0.2}, {-0.3, 0.6, 1.4}};
const tensor<double, 2> b0 = {{1, -2}, {0.5, 3}, {-1, 0.7}};
} // namespace

TEST_CASE("structured: matrices of which more is known") {
  CHECK(worst([](auto const& a) { return sum(square(linalg::solve_triangular(lower(a), b0)) * b0); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(square(linalg::solve(transpose(unit_upper(a)), a(0, all)))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::solve(positive_definite(a + 2.0 * eye(3)), b0))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& b) { return sum(square(linalg::solve(lower(a0), b))); }, b0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(square(matmul(upper(a), b0))) + sum(linalg::inv(symmetric(a)) * a0); },
              a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(square(linalg::solve(diagonal_matrix(a(0, all)), b0))); }, a0) < 1e-8);
}

TEST_CASE("structured: of a rank that is known at run time") {
  const tensor<double> b = b0, u = v;
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(linalg::solve_triangular(lower(a), b)) * b0); }, a0) <
        1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(linalg::solve(transpose(unit_upper(a)), u))); }, a0) <
        1e-8);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(linalg::solve(lower(a0), x))); }, v) < 1e-8);
  CHECK(worst_any_rank(
            [&](auto const& a) { return sum(square(matmul(upper(a), b))) + sum(linalg::inv(symmetric(a)) * a0); }, a0) <
        1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(matmul(u, transpose(lower(a))))); }, a0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(linalg::solve(diagonal_matrix(a(0, all)), b))); }, a0) <
        1e-8);
}
