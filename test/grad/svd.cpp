#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/grad/svd.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.1, 0.2}, {-0.3, 0.6, -1.4}};
const tensor<double, 2> u0 = x0(all, range(0, 2)), turned0 = transpose(x0);
/// Of the results what signs of vectors do not change.
template <class X>
auto of_results(X const& a, tensor<double, 2> const& u, tensor<double, 2> const& vh) { // borrowed by what it returns
  const auto found = linalg::svd(a);
  return sum(square(found.u) * u) + sum(exp(found.s * 0.5)) + sum(square(found.vh) * vh);
}
} // namespace

TEST_CASE("svd: values and vectors of square, tall and wide matrices") {
  CHECK(worst([](auto const& a) { return of_results(a, a0, a0); }, a0) < 1e-7);
  CHECK(worst([](auto const& a) { return of_results(a, u0, x0); }, x0) < 1e-7);
  CHECK(worst([](auto const& a) { return of_results(transpose(a), turned0, u0); }, x0) < 1e-7);
}

TEST_CASE("svd: values alone, batches, and the pseudo-inverse") {
  CHECK(worst([](auto const& a) { return sum(exp(linalg::svdvals(a(newaxis, all, all) * 1.5))); }, x0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(square(linalg::pinv(a)) * w); }, x0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::pinv(transpose(a)))); }, x0) < 1e-7);
}

TEST_CASE("svd: of a rank that is known at run time") {
  CHECK(worst_any_rank([](auto const& a) { return of_results(a, u0, x0); }, x0) < 1e-7);
  CHECK(worst_any_rank([](auto const& a) { return of_results(transpose(a), turned0, u0); }, x0) < 1e-7);
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(linalg::svdvals(stack(0, a, a * a)))); }, x0) < 1e-7);
  CHECK(worst_any_rank([](auto const& a) { return sum(square(linalg::pinv(a)) * w); }, x0) < 1e-7);
  CHECK_THROWS_AS((void)linalg::svd(grad::variable<double>(v)), shape_error);
}
