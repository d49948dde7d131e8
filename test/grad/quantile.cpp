#include "differences.hpp"

#include <weft/grad/quantile.hpp>

using namespace compared;

namespace {
const double missing = std::numeric_limits<double>::quiet_NaN();
const tensor<double, 2> many = {{0.3, -1.1, 2.5, 0.9, 4.0}, {0.1, 3.0, -0.7, 1.2, 0.2}, {5.0, -2.0, 0.4, 0.6, 1.9}};
} // namespace

TEST_CASE("quantile: of everything and along axes, of views and expressions") {
  CHECK(worst([](auto const& x) { return median(x) * 3.0; }, many) < 1e-9);
  CHECK(worst([](auto const& x) { return quantile(x, 0.37) * sum(x); }, many) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(median(x, 0))); }, many) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(quantile(reverse(transpose(x), 0), 0.6, 0) * 0.3)); }, many) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(x / quantile(sin(x), 0.8, axis<1>, keep_dims)); }, many) < 1e-8);
  CHECK(worst([](auto const& x) { return quantile(x(1, all), 0.5); }, many) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(median(x(range(0, end, 2), range(4, -1, -2)), axes<0, 1>) * 2.0); },
              many) < 1e-9);
}

TEST_CASE("quantile: several parts, by every method") {
  const tensor<double, 1> q = {0.0, 0.13, 0.5, 0.77, 1.0};
  for (int m = 0; m <= static_cast<int>(quantile_method::nearest); ++m) {
    const auto method = static_cast<quantile_method>(m);
    CHECK(worst([&](auto const& x) { return sum(quantile(x, q, 1, method) * q(all, newaxis)); }, many) < 1e-9);
    CHECK(worst([&](auto const& x) { return sum(square(quantile(x, q, method))); }, many) < 1e-9);
  }
}

TEST_CASE("quantile: what JAX has") {
  // jax.grad of jnp.quantile(x, 0.3) + 2 jnp.median(x), and of jnp.nanquantile(y, 0.3), in float64
  const tensor<double, 1> x = {3, 1, 2.5, 2, 5, -4};
  const auto f = [](auto const& a) { return quantile(a, 0.3) + 2.0 * median(a); };
  CHECK(all_close(grad::gradient_of(f, x), tensor<double, 1>{0, 0.5, 1, 1.5, 0, 0}));
  const tensor<double, 1> y = {3, 1, missing, 2, 5, missing};
  const auto g = [](auto const& a) { return nan_quantile(a, 0.3); };
  CHECK(all_close(grad::gradient_of(g, y), tensor<double, 1>{0, 0.1, 0, 0.9, 0, 0}));
}

TEST_CASE("quantile: equal elements have their share, as of max and min") {
  const tensor<double, 1> x = {2, 1, 2, 3, 2};
  CHECK(all_close(grad::gradient_of([](auto const& a) { return median(a); }, x),
                  tensor<double, 1>{1.0 / 3, 0, 1.0 / 3, 0, 1.0 / 3}));
  CHECK(all_close(grad::gradient_of([](auto const& a) { return quantile(a, 0.2); }, x), // between 1 and 2
                  tensor<double, 1>{0.8 / 3, 0.2, 0.8 / 3, 0, 0.8 / 3}));
  const tensor<double, 1> all_same = {7, 7, 7, 7};
  CHECK(grad::gradient_of([](auto const& a) { return median(a); }, all_same) ==
        tensor<double, 1>{0.25, 0.25, 0.25, 0.25});
  const tensor<double, 2> ties = {{4, 1, 4, 1}, {0, 0, -0.0, 0}};
  const auto ends = [](auto const& a) { return sum(quantile(a, 1.0, 1) - quantile(a, 0.0, 1)); };
  CHECK(grad::gradient_of(ends, ties) == grad::gradient_of([](auto const& a) { return sum(ptp(a, 1)); }, ties));
  // Neighbours among the numbers: their mean is one of them.
  const double next = std::nextafter(1.0, 2.0);
  CHECK(grad::gradient_of([](auto const& a) { return median(a); }, tensor<double, 1>{next, 1.0}) ==
        tensor<double, 1>{0.5, 0.5});
}

TEST_CASE("quantile: NaN and infinities") {
  const tensor<double, 2> x = {{1, missing, 3, 0}, {4, 2, 9, 6}};
  const auto plain = grad::gradient_of([](auto const& a) { return sum(quantile(a, 0.5, 1)); }, x);
  CHECK(all_of(isnan(plain(0, all))));
  CHECK(plain(1, all) == tensor<double, 1>{0.5, 0, 0, 0.5});
  const auto skipping =
      grad::gradient_of([](auto const& a) { return sum(nan_median(a, 1) + nan_quantile(a, 0.9, 1)); }, x);
  CHECK(all_close(skipping, tensor<double, 2>{{1.2, 0, 0.8, 0}, {0.5, 0, 0.7, 0.8}}));
  const tensor<double, 1> none = {missing, missing};
  CHECK(all_of(isnan(grad::gradient_of([](auto const& a) { return nan_median(a); }, none))));
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(grad::gradient_of([](auto const& a) { return median(a); }, tensor<double, 1>{inf, 1, -inf}) ==
        tensor<double, 1>{0, 1, 0});
}

TEST_CASE("quantile: one row, no lines, and float") {
  CHECK(grad::gradient_of([](auto const& a) { return sum(median(a, 0)); }, tensor<double, 2>{{1, 2, 3}}) ==
        ones<double>(1, 3));
  CHECK(grad::gradient_of([](auto const& a) { return sum(median(a, 1)); }, zeros<double>(0, 3)).size() == 0);
  CHECK_THROWS_AS((void)grad::gradient_of([](auto const& a) { return median(a); }, zeros<double>(0)), shape_error);
  const tensor<float, 1> x = {0.5F, 0.25F, 1.0F};
  CHECK(grad::gradient_of([](auto const& a) { return quantile(a, 0.25); }, x) == tensor<float, 1>{0.5F, 0.5F, 0.0F});
  const tensor<double> any = many; // of a rank that is known at run time
  CHECK(grad::gradient_of([](auto const& a) { return sum(median(a, 1)); }, any) ==
        tensor<double>(grad::gradient_of([](auto const& a) { return sum(median(a, 1)); }, many)));
}
