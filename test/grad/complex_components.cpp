#include <weft/fft.hpp>
#include <weft/grad/transforms.hpp>

#include <grad/differences.hpp>

// Functions of complex spectra between a variable and a real number, beside differences.
using namespace weft;

namespace {
constexpr double bound = 1e-9;
}

TEST_CASE("sums, products and quotients of spectra, conjugates and constants") {
  tensor<double, 2> const x{{0.3, -1.1, 0.7, 2}, {1.9, 0.4, -0.6, 0.2}}, w{{1, 2, -1}, {0.5, 3, -2}};
  std::complex<double> const c(1, 2);
  auto const f = [&](auto const& a) {
    auto const z = fft::rfft(a);
    return sum(w * real((z * conj(z) - c * z) / (c + z)) + imag(-z / 2.0 + w / z));
  };
  CHECK(compared::worst(f, x) < bound);
}
TEST_CASE("magnitudes and angles") {
  tensor<double, 2> const x{{0.3, -1.1, 0.7, 2, 5}}, w{{1, 2, -1}};
  CHECK(compared::worst([&](auto const& a) { return sum(w * abs(fft::rfft(a)) + arg(fft::rfft(a))); }, x) < bound);
}
