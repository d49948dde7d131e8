// Fits a damped oscillation to noisy measurements: five parameters, each with its error bar.
//   fit
#include "common.hpp"

#include <weft/grad.hpp>
#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <cmath>

using namespace weft;

namespace {

constexpr char const* names[] = {"amplitude", "decay", "frequency", "phase", "offset"};

/// p: amplitude, decay, frequency, phase, offset.
template <class P, class X>
auto oscillation(P const& p, X const& t) {
  return p(0) * exp(-p(1) * t) * cos(p(2) * t + p(3)) + p(4);
}

int fit() {
  const tensor<double, 1> truth{2.0, 0.3, 5.0, 0.4, -0.5};
  const tensor<double, 1> t = linspace(0.0, 6.0, 200);
  const double noise = 0.05;
  const tensor<double, 1> y = oscillation(truth, t) + noise * random_normal<double>(shape(t.size()), 7);

  const auto residuals = [&](auto const& p) { return oscillation(p, t) - y; };
  const tensor<double, 1> guess{1.0, 0.1, 4.6, 0.0, 0.0};
  const auto found = grad::least_squares(residuals, guess);
  const tensor<double, 1> error = sqrt(diagonal(found.covariance));

  std::printf("%-10s %9s %9s %9s\n", "", "truth", "fit", "error");
  for (index_t k = 0; k < truth.size(); ++k) {
    std::printf("%-10s %9.4f %9.4f %9.4f\n", names[k], truth(k), found.x(k), error(k));
    check(std::abs(found.x(k) - truth(k)) < 4 * error(k), "the truth is within four error bars");
  }
  const double spread = std::sqrt(2 * found.cost / double(t.size() - truth.size()));
  std::printf("\nspread of the residuals %.4f, that of the noise is %.4f\n", spread, noise);
  check(std::abs(spread - noise) < 0.01, "the residuals are the noise");
  return 0;
}

} // namespace

int main() {
  return run("fit", fit);
}
