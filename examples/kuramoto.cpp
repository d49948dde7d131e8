// The equation of Kuramoto and Sivashinsky, u_t = -u u_x - u_xx - u_xxxx, on a circle of length 32 pi: long waves grow,
// short ones decay, and the product carries energy between them, so that u becomes chaotic. In Fourier space the linear
// part is diagonal and is solved exactly; the rest goes by the exponential time differencing of fourth order of A.-K.
// Kassam and L. Trefethen, Fourth-order time-stepping for stiff PDEs (SIAM J. Sci. Comput. 26, 2005), whose program
// takes the same steps from the same start.
//   kuramoto [folder]      writes kuramoto.pgm, u from time 0 to 150 downwards, there, or here
#include "common.hpp"

#include <weft/fft.hpp>
#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <cstdint>
#include <numbers>

using namespace weft;

namespace {

using complex = std::complex<double>;
using wave = tensor<complex, 1>; // half of a spectrum
constexpr double pi = std::numbers::pi;
constexpr index_t points = 128;

/// The wave numbers; the derivative of the highest wave counts as 0, because a real grid does not see it.
tensor<double, 1> wave_numbers() {
  tensor<double, 1> k = arange(points / 2 + 1) / 16.0;
  k(points / 2) = 0;
  return k;
}
/// The rate at which each wave grows without the product.
tensor<double, 1> growth() {
  auto const k = wave_numbers();
  return square(k) - square(square(k));
}

/// Steps of size h. The coefficients are divided differences of exp, which cancel near 0: they are means over a circle
/// around each point.
class stepper {
public:
  explicit stepper(double h) : whole_(exp(h * growth())), half_(exp(h / 2 * growth())) {
    tensor<double, 1> const turn = pi / 16 * (arange(16) + 0.5);
    tensor<complex, 2> const z = h * growth()(all, newaxis) + polar(1.0, turn);
    tensor<complex, 2> const e = exp(z), cube = z * z * z;
    by_half_ = h * mean(real((exp(z / 2.0) - 1.0) / z), 1);
    first_ = h * mean(real((-4.0 - z + e * (4.0 - 3.0 * z + z * z)) / cube), 1);
    middle_ = h * mean(real((2.0 + z + e * (z - 2.0)) / cube), 1);
    last_ = h * mean(real((-4.0 - 3.0 * z - z * z + e * (4.0 - z)) / cube), 1);
  }

  void step(wave& v) const {
    wave const at_start = product(v);
    wave const a = half_ * v + by_half_ * at_start;
    wave const at_a = product(a);
    wave const b = half_ * v + by_half_ * at_a;
    wave const at_b = product(b);
    wave const c = half_ * a + by_half_ * (2.0 * at_b - at_start);
    v = whole_ * v + first_ * at_start + 2.0 * middle_ * (at_a + at_b) + last_ * product(c);
  }

private:
  /// -u u_x, which is the derivative of -u^2 / 2.
  wave product(wave const& v) const { return rate_ * fft::rfft(square(fft::irfft(v))); }

  tensor<double, 1> whole_, half_, by_half_, first_, middle_, last_;
  wave rate_ = complex(0, -0.5) * wave_numbers();
};

tensor<double, 1> const x = 32 * pi / points * arange(points);

/// Returns u at a time, in steps of size h.
tensor<double, 1> at_time(double time, double h) {
  wave v = fft::rfft(cos(x / 16.0) * (1.0 + sin(x / 16.0)));
  stepper const by(h);
  for (long n = std::lround(time / h); n > 0; --n)
    by.step(v);
  return fft::irfft(v);
}

void compare_orders() {
  tensor<double, 1> const wanted = at_time(2, 1.0 / 512);
  double before = 0;
  for (double h = 0.25; h > 0.03; h /= 2) {
    double const error = max(abs(at_time(2, h) - wanted)) / max(abs(wanted));
    if (before > 0)
      std::printf("half of the step %.4f: error divided by 2^%.1f\n", 2 * h, std::log2(before / error));
    check(before == 0 || std::abs(before / error - 16) < 2, "half of the step has a 16th of the error");
    before = error;
  }
}

/// Waves that are too weak for the product grow or decay at their rates.
void compare_growth() {
  stepper const by(0.25);
  wave v = fft::rfft(1e-7 * (cos(11.0 / 16 * x) + cos(20.0 / 16 * x)));
  wave const start = v;
  for (int n = 0; n < 40; ++n)
    by.step(v);
  for (index_t k : {11, 20}) {
    double const rate = std::log(std::abs(v(k) / start(k))) / 10;
    std::printf("wave %2td: rate %+.4f, by theory %+.4f\n", k, rate, growth()(k));
    check(std::abs(rate - growth()(k)) < 1e-5, "a weak wave grows at its rate");
  }
}

void paint(std::string const& folder) {
  constexpr index_t rows = 300;
  stepper const by(0.25);
  wave v = fft::rfft(cos(x / 16.0) * (1.0 + sin(x / 16.0)));
  tensor<double, 2> u(rows, points);
  double gained = 0, lost = 0;
  for (index_t row = 0; row < rows; ++row) {
    u(row, all) = fft::irfft(v);
    if (row >= rows / 2) { // sums over waves of what u_xx puts in and u_xxxx takes out
      gained += sum(square(wave_numbers()) * abs2(v));
      lost += sum(square(square(wave_numbers())) * abs2(v));
    }
    by.step(v);
    by.step(v);
  }
  double const mean_of_last = mean(u(rows - 1, all)), largest = max(abs(u));
  check(std::abs(mean_of_last) < 1e-12, "the mean stays 0");
  check(largest > 2 && largest < 4, "u is bounded");
  std::printf("energy put in over energy taken out: %.1f\n", gained / lost);
  save_pnm(folder + "/kuramoto.pgm", cast<std::uint8_t>(clamp(round(u * 40.0 + 128.0), 0.0, 255.0)));
}

int solve(std::string const& folder) {
  compare_orders();
  compare_growth();
  paint(folder);
  return 0;
}

} // namespace

int main(int count, char** argument) {
  return run("kuramoto", [&] { return solve(count > 1 ? argument[1] : "."); });
}
