// What do functions of numerics cost beside a plain loop, a call of Boost.Math, or the distributions of std?
#include "ratio.hpp"

#include <weft/numerics.hpp>
#include <weft/weft.hpp>

#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/expint.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

using weft::tensor, weft::index_t;
namespace numerics = weft::numerics;

namespace {

using row = tensor<double, 1>;
using matrix = tensor<double, 2>;
namespace policies = boost::math::policies;
/// The policy of weft's own calls: in double, without exceptions.
using quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>, policies::promote_double<false>>;

constexpr index_t points = 100000;

/// Points in no order, between 0 and the limit.
row scattered(double limit) {
  row x(points);
  for (index_t k = 0; k < points; ++k)
    x(k) = limit * double((k * 7919) % points) / double(points);
  return x;
}
row uneven_grid(index_t n) {
  row x(n);
  for (index_t k = 0; k < n; ++k)
    x(k) = double(k) + 0.3 * std::sin(double(k));
  return x;
}

/// The interval of t in a grid, by bisection.
index_t interval(row const& x, double t) {
  auto const* const at = std::upper_bound(x.data() + 1, x.data() + x.size() - 1, t);
  return at - x.data() - 1;
}

void compare_tables() {
  bench::compare("numerics/interp", {1.5, 50}, [](bench::runner& run) {
    row const x = uneven_grid(1000), y = sin(x), t = scattered(990);
    row out(points);
    run(
        out.data(), points, [&] { out = numerics::interp(t, x, y); },
        [&] {
          for (index_t k = 0; k < points; ++k) {
            index_t const i = interval(x, t(k));
            out(k) = y(i) + (y(i + 1) - y(i)) / (x(i + 1) - x(i)) * (t(k) - x(i));
          }
        });
  });
  bench::compare("numerics/cubic_spline", {1.5, 50}, [](bench::runner& run) {
    row const x = uneven_grid(1000), t = scattered(990);
    auto const f = numerics::cubic_spline(x, row(sin(x)));
    matrix const c = f.coefficients();
    row out(points);
    run(
        out.data(), points, [&] { out = f(t); },
        [&] {
          for (index_t k = 0; k < points; ++k) {
            index_t const i = interval(x, t(k));
            double const d = t(k) - x(i);
            out(k) = ((c(i, 0) * d + c(i, 1)) * d + c(i, 2)) * d + c(i, 3);
          }
        });
  });
}

void compare_samples() {
  bench::compare("numerics/sample", {2.5, 50}, [](bench::runner& run) {
    matrix u(512, 512);
    for (index_t k = 0; k < u.size(); ++k)
      u.data()[k] = double(k % 1009);
    row const x = scattered(500), y = 500.0 - 0.9 * scattered(500);
    row out(points);
    run(
        out.data(), points, [&] { out = numerics::sample(u, x, y); },
        [&] { // a loop that knows that no point is beyond an edge
          for (index_t k = 0; k < points; ++k) {
            auto const i = index_t(x(k)), j = index_t(y(k));
            double const p = x(k) - double(i), q = y(k) - double(j);
            double const* const at = u.data() + i * 512 + j;
            out(k) = (1 - p) * ((1 - q) * at[0] + q * at[1]) + p * ((1 - q) * at[512] + q * at[513]);
          }
        });
  });
}

template <class W, class T>
void compare_special(char const* name, W weft_of, T twin_of) {
  bench::compare(std::string("numerics/") + name, {1.2, 50}, [=](bench::runner& run) {
    row const x = 0.05 + scattered(0.9);
    row out(points);
    run(
        out.data(), points, [&] { out = weft_of(x); },
        [&] {
          for (index_t k = 0; k < points; ++k)
            out(k) = twin_of(x(k));
        });
  });
}
void compare_special_functions() {
  compare_special(
      "bessel_j", [](row const& x) { return numerics::bessel_j(1, x); },
      [](double x) { return boost::math::cyl_bessel_j(1.0, x, quiet()); });
  compare_special(
      "gamma_p", [](row const& x) { return numerics::gamma_p(2.5, x); },
      [](double x) { return boost::math::gamma_p(2.5, x, quiet()); });
  compare_special(
      "beta_inc", [](row const& x) { return numerics::beta_inc(2.0, 3.5, x); },
      [](double x) { return boost::math::ibeta(2.0, 3.5, x, quiet()); });
  compare_special(
      "expint", [](row const& x) { return numerics::expint(x); },
      [](double x) { return boost::math::expint(x, quiet()); });
}

/// Both draw as many numbers; which ones differs, so what is compared is how many there are.
template <class W, class D>
void compare_draws(char const* name, W draw, D distribution) {
  bench::compare(std::string("numerics/") + name, {1.5, 50}, [=](bench::runner& run) {
    row out(points), count(1);
    run(
        count.data(), 1,
        [&] {
          out = draw();
          count(0) = double(out.size());
        },
        [&] {
          std::mt19937_64 engine(42);
          auto d = distribution;
          for (index_t k = 0; k < points; ++k)
            out(k) = double(d(engine));
          count(0) = double(out.size());
        });
  });
}
void compare_distributions() {
  weft::dims<1> const s = weft::shape(points);
  compare_draws("random_gamma", [=] { return weft::random_gamma(s, 2.5, 42); }, std::gamma_distribution<>(2.5));
  compare_draws(
      "random_student_t", [=] { return weft::random_student_t(s, 5.0, 42); }, std::student_t_distribution<>(5.0));
  compare_draws(
      "random_poisson", [=] { return weft::cast<double>(weft::random_poisson(s, 4.5, 42)); },
      std::poisson_distribution<>(4.5));
}

} // namespace

int main(int argc, char** argv) {
  compare_tables();
  compare_samples();
  compare_special_functions();
  compare_distributions();
  return bench::run_all(argc, argv);
}
