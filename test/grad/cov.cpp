#include "differences.hpp"

#include <weft/grad/cov.hpp>
#include <weft/grad/hessian.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

namespace {
// The third row is nearly a multiple of the first.
const tensor<double, 2> a0 = {{0.5, 1.7, 0.2, -0.4}, {2.0, 0.3, -0.4, 1.1}, {1.1, 3.3, 0.5, -0.9}};
} // namespace

TEST_CASE("cov: along either axis, of views and expressions") {
  CHECK(worst([](auto const& a) { return sum(square(cov(a, 1)) * a(0, 1)); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(exp(cov(a, 0, ddof(0)))); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(square(cov(reverse(transpose(a), 0) * 2.0, axis<1>))); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(cov(a, 1) * w(all, 0)); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(exp(corrcoef(a, 1)) * w(all, 0)); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(pow(corrcoef(sin(a), axis<0>), 3.0) * a(0, all)); }, a0) < 1e-7);
}
TEST_CASE("cov: of two vectors, constants among them") {
  const auto x = [](auto const& a) { return a(0, all); };
  const auto y = [](auto const& a) { return a(1, all) * 2.0; };
  const tensor<double, 1> c = {1, -1, 0.5, 2};
  CHECK(worst([&](auto const& a) { return sum(square(cov(x(a), y(a)))); }, a0) < 1e-8);
  CHECK(worst([&](auto const& a) { return cov(x(a), c, ddof(0))(0, 1) * 2.0; }, a0) < 1e-8);
  CHECK(worst([&](auto const& a) { return corrcoef(x(a), y(a))(0, 1) * 2.0; }, a0) < 1e-8);
  CHECK(worst([&](auto const& a) { return sum(square(corrcoef(c, y(a)))); }, a0) < 1e-8);
  const grad::variable<double, 1> few = ones<double>(2);
  CHECK_THROWS_AS((void)cov(few, c), shape_error);
}
TEST_CASE("cov: what JAX has") {
  // jax.grad in float64 of (c * c).sum() + c[0, 1] with c = jnp.cov(a), and of (c ** 3).sum() + c[0, 1] with
  // c = jnp.corrcoef(a)
  const tensor<double, 2> a = {{0.5, 1.7, 0.2}, {2.0, 0.3, -0.4}, {-0.3, 0.6, 1.4}};
  const auto covariances = [](auto const& x) {
    const auto c = cov(x, 1);
    return sum(square(c)) + c(0, 1);
  };
  const auto correlations = [](auto const& x) {
    const auto c = corrcoef(x, 1);
    return sum(pow(c, 3.0)) + c(0, 1);
  };
  CHECK(apart(grad::gradient_of(covariances, a), {{0.36433333333333323, 0.9903333333333334, -1.3546666666666667},
                                                  {5.823222222222222, -0.7151111111111114, -5.108111111111111},
                                                  {-4.001555555555555, 0.5447777777777779, 3.456777777777777}}) <
        1e-13);
  CHECK(apart(grad::gradient_of(correlations, a), {{0.5967304829862037, -0.11934609659724042, -0.47738438638896324},
                                                   {0.01915369823736704, -0.06566982252811546, 0.04651612429074842},
                                                   {0.3232909476964314, -0.6869932638549164, 0.36370231615848503}}) <
        1e-13);
}
TEST_CASE("cov: one variable, one observation, and what does not vary") {
  const tensor<double, 2> row = {{1, 2, 6}};
  CHECK(apart(grad::gradient_of([](auto const& a) { return sum(cov(a, 1)); }, row),
              grad::gradient_of([](auto const& a) { return var(a, ddof(1)); }, row)) < 1e-15);
  CHECK(all_of(abs(grad::gradient_of([](auto const& a) { return sum(corrcoef(a, 1)); }, row)) < 1e-15));
  const auto one = grad::gradient_of([](auto const& a) { return sum(cov(a, 0)); }, row); // divided by 0
  CHECK(all_of(isnan(one)));
  CHECK(grad::gradient_of([](auto const& a) { return sum(cov(a, 0, ddof(0))); }, row) == zeros<double>(1, 3));
  const tensor<double, 2> flat = {{1, 1, 1}, {1, 2, 4}};
  const auto g = grad::gradient_of([](auto const& a) { return corrcoef(a, 1)(1, 1) * 1.0; }, flat);
  CHECK(all_of(isnan(g(0, all))));
  CHECK(grad::gradient_of([](auto const& a) { return sum(cov(a, 1)); }, zeros<double>(0, 3)).size() == 0);
  CHECK_THROWS_AS((void)cov(grad::variable<double, 2>(zeros<double>(2, 0)), 1), shape_error);
  CHECK_THROWS_AS((void)cov(grad::variable<double, 2>(row), 2), index_error);
}
TEST_CASE("cov: second derivatives, against differences of gradients") {
  const auto check = [](auto const& f, tensor<double, 2> const& at) {
    const tensor<double, 4> h = grad::hessian(f, at);
    double most = 0;
    for (index_t k = 0; k < at.size(); ++k) {
      const auto moved = [&](double by) {
        tensor<double, 2> x = at;
        x.data()[k] += by;
        return tensor<double, 2>(grad::gradient_of(f, x));
      };
      const tensor<double, 2> near = moved(1e-3) - moved(-1e-3), far = moved(2e-3) - moved(-2e-3);
      const tensor<double, 2> column = (8.0 * near - far) / 12e-3;
      for (index_t i = 0; i < at.size(); ++i) {
        const double d = std::abs(h.data()[i * at.size() + k] - column.data()[i]);
        most = d <= most ? most : d == d ? d : 1.0;
      }
    }
    CHECK(most < 1e-7);
  };
  check([](auto const& a) { return sum(square(cov(a, 1))); }, a0);
  check([](auto const& a) { return sum(cov(a, axis<0>, ddof(0))); }, a0);
  check([](auto const& a) { return sum(square(cov(a(0, all), a(1, all)))); }, a0);
  check([](auto const& a) { return sum(square(corrcoef(a, 1))); }, tensor<double, 2>(a0(range(0, 2), all)));
  const tensor<double, 4> of_equals =
      grad::hessian([](auto const& a) { return sum(cov(a, 1, ddof(0))); }, tensor<double, 2>{{1, 1}});
  CHECK(of_equals == tensor<double, 4>(reshape(tensor<double, 2>{{0.5, -0.5}, {-0.5, 0.5}}, shape(1, 2, 1, 2))));
  CHECK_THROWS_AS((void)grad::hessian([](auto const& a) { return sum(cov(a, 1)); }, tensor<double, 2>(2, 0)),
                  shape_error);
}
TEST_CASE("cov: of a rank that is known at run time") {
  CHECK(worst_any_rank([](auto const& a) { return sum(square(cov(a, 1)) * a(0, 1)); }, a0) < 1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(cov(a, 0, ddof(0)))); }, a0) < 1e-8);
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(corrcoef(a, 1)) * w(all, 0)); }, a0) < 1e-8);
  const tensor<double> c = tensor<double, 1>{1, -1, 0.5, 2};
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(cov(a(0, all), c))); }, a0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(corrcoef(c, a(1, all) * a(0, all)))); }, a0) < 1e-8);
  const grad::variable<double> vector = c, matrix = a0;
  CHECK_THROWS_AS((void)cov(vector, 0), shape_error);
  CHECK_THROWS_AS((void)cov(matrix, vector), shape_error);
  CHECK_THROWS_AS((void)corrcoef(vector, 0), shape_error);
  // The Hessian of the sum of the variances of rows of two elements, (x - y)^2 / 4 each without ddof.
  const tensor<double> h =
      grad::hessian([](auto const& a) { return sum(cov(a, 1, ddof(0))); }, tensor<double>(tensor<double, 2>{{1, 1}}));
  CHECK(tensor<double, 4>(h) ==
        tensor<double, 4>(reshape(tensor<double, 2>{{0.5, -0.5}, {-0.5, 0.5}}, shape(1, 2, 1, 2))));
  CHECK_THROWS_AS((void)grad::hessian([](auto const& a) { return sum(cov(a, 0)); }, tensor<double>(c)), shape_error);
}
