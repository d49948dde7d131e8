// The spectrogram of a sound: a made-up one, a tone that rises from 200 to 3000 Hz within two seconds, beside a weak one of
// 1000 Hz and noise. Frames of 512 samples overlap by three quarters; each is multiplied by Hann's window and transformed.
//   spectrum [folder]      writes spectrum.pgm there, or here
#include "common.hpp"

#include <weft/fft.hpp>
#include <weft/io/image.hpp>
#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <numbers>

using namespace weft;

namespace {

constexpr double pi = std::numbers::pi;

int listen(std::string const& folder) {
  constexpr index_t rate = 8000, width = 512, hop = 128;
  tensor<double, 1> const t = arange(2 * rate) / double(rate);
  tensor<double, 1> const sound =
      sin(2 * pi * (200 * t + 700 * t * t)) + 0.1 * sin(2 * pi * 1000 * t) + 0.01 * random_normal(t.shape(), 1);
  tensor<double, 1> const window = 0.5 - 0.5 * cos(2 * pi * arange(width) / double(width));
  auto const frames = sliding_window(sound, 0, width)(range(0, end, hop), all);
  tensor<double, 2> const power = abs2(fft::rfft(frames * window));
  tensor<double, 1> const frequency = fft::real_frequencies(width, 1.0 / rate);
  std::printf("%td frames of %td frequencies\n", power.extent(0), power.extent(1));
  double worst = 0;
  for (index_t k = 0; k < power.extent(0); k += 24) {
    double const middle = (double(k * hop) + width / 2.0) / rate, pitch = 200 + 1400 * middle;
    double const found = frequency(argmax(power(k, all)));
    worst = std::max(worst, std::abs(found - pitch));
    std::printf("at %.2f s: %6.1f Hz, played %6.1f\n", middle, found, pitch);
  }
  check(worst < double(rate) / width, "the loudest frequency is the one that is played");
  // Parseval: the energy of the frames is that of their spectra.
  tensor<double, 1> const weight = where(frequency > 0.0 && frequency < rate / 2.0, 2.0, 1.0) / double(width);
  double const energy = sum(square(frames * window)), in_spectra = sum(power * weight);
  std::printf("energy in time over energy in frequency: %.12f\n", energy / in_spectra);
  tensor<double, 2> const decibels = 10 * log10(power / double(max(power)) + 1e-8);
  save_pnm(folder + "/spectrum.pgm", cast<std::uint8_t>(round(reverse(transpose(decibels), 0) * (255 / 80.0) + 255)));
  return 0;
}

} // namespace

int main(int count, char** argument) {
  return run("spectrum", [&] { return listen(count > 1 ? argument[1] : "."); });
}
