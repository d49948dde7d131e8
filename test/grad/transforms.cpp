#include <weft/fft.hpp>
#include <weft/grad/transforms.hpp>
#include <weft/ops/random.hpp>

#include <grad/differences.hpp>

// Gradients of transforms beside differences.
using namespace weft;

namespace {

tensor<double, 2> drawn(index_t rows, index_t columns, std::uint64_t seed = 3) {
  return random_normal(shape(rows, columns), seed);
}
constexpr double bound = 1e-9;

} // namespace

TEST_CASE("spectra of real elements, even and odd, along one axis and along both") {
  for (index_t n : {5, 6}) {
    tensor<double, 2> const x = drawn(3, n), w = drawn(3, n, 4), h = drawn(3, n / 2 + 1, 5), g = drawn(2, n, 6);
    auto const f = [&](auto const& a) {
      return sum(w * abs2(fft::fft(a))) + sum(h * abs2(fft::rfft(a, fft::ortho))) +
             sum(g * abs(fft::rfft(a, 0, fft::forward)));
    };
    CHECK(compared::worst(f, x) < bound);
    CHECK(compared::worst([&](auto const& a) { return sum(h * real(fft::rfftn(a)) + imag(fft::rfftn(a))); }, x) <
          bound);
  }
}
TEST_CASE("there and back") {
  for (index_t n : {5, 6}) {
    tensor<double, 2> const x = drawn(3, n), w = drawn(3, n, 4);
    tensor<std::complex<double>, 2> const filter = fft::rfft(drawn(3, n, 7));
    CHECK(compared::worst(
              [&](auto const& a) { return sum(w * real(fft::ifft(fft::fft(a) / std::complex<double>(1, 2)))); }, x) <
          bound);
    if (n == 6)
      CHECK(compared::worst([&](auto const& a) { return sum(w * square(fft::irfftn(filter * fft::rfftn(a)))); }, x) <
            bound);
  }
}
TEST_CASE("lengths that a call names, of complex expressions") {
  tensor<double, 2> const x = drawn(3, 5), longer = drawn(3, 8, 4), shorter = drawn(3, 4, 5), tall = drawn(4, 5, 6);
  auto const spectrum = [](auto const& a) { return fft::fft(a) * std::complex<double>(1, 2); };
  CHECK(compared::worst([&](auto const& a) { return sum(longer * abs2(fft::ifft(spectrum(a), fft::length(8)))); }, x) <
        bound);
  CHECK(compared::worst([&](auto const& a) { return sum(shorter * imag(fft::fft(spectrum(a), fft::length(4)))); }, x) <
        bound);
  CHECK(compared::worst([&](auto const& a) { return sum(tall * real(fft::fft(spectrum(a), 0, fft::length(4)))); }, x) <
        bound);
  CHECK(compared::worst([&](auto const& a) { return sum(longer * fft::irfft(spectrum(a), fft::length(8))); }, x) <
        bound);
}
TEST_CASE("cosine transforms, each norm, along any axis") {
  tensor<double, 2> const x = drawn(3, 4), w = drawn(3, 4, 4);
  for (fft::norm_mode norm : {fft::backward, fft::ortho, fft::forward})
    for (int k : {0, 1}) {
      CHECK(compared::worst([&](auto const& a) { return sum(w * fft::dct(a, k, norm)); }, x) < bound);
      CHECK(compared::worst([&](auto const& a) { return sum(w * fft::idct(a, k, norm)); }, x) < bound);
    }
}
TEST_CASE("a variable keeps the graph across statements") {
  tensor<double, 1> const values{1, -2, 0.5, 3};
  grad::variable<double, 1> x = values;
  grad::variable<double, 1> power = abs2(fft::rfft(x));
  grad::variable<double, 0> loss = sum(power);
  grad::backward(loss);
  // Parseval's sum, 4 times that of the squares, has twice the frequencies that stand for two here, and 0 and 2 once.
  double const low = 1 - 2 + 0.5 + 3, high = 1 + 2 + 0.5 - 3;
  for (index_t k = 0; k < 4; ++k)
    CHECK(x.gradient()(k) == doctest::Approx(4 * values(k) + low + (k % 2 == 0 ? high : -high)));
}
