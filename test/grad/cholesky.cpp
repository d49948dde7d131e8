#include "differences.hpp"

#include <weft/grad/cholesky.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.7, 0.2}, {-0.3, 0.6, 1.4}};
} // namespace

TEST_CASE("cholesky: by the triangle that is read") {
  const tensor<double, 2> p = matmul(a0, transpose(a0));
  CHECK(worst([](auto const& a) { return sum(square(linalg::cholesky(a)) * a0); }, p) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::cholesky(stack(0, a, a * 3.0)))); }, p) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(linalg::cholesky(matmul(a, transpose(a)) + eye(3)) * a); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::cholesky(positive_definite(transpose(a))))); }, p) < 1e-8);
}

TEST_CASE("cholesky: of a rank that is known at run time") {
  const tensor<double, 2> p = matmul(a0, transpose(a0));
  CHECK(worst_any_rank([](auto const& a) { return sum(square(linalg::cholesky(a)) * a0); }, p) < 1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(linalg::cholesky(stack(0, a, a * 3.0)))); }, p) < 1e-8);
  CHECK_THROWS_AS((void)linalg::cholesky(grad::variable<double>(v)), shape_error);
}
