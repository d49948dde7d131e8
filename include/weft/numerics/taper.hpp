#pragma once
#include <weft/numerics/component.hpp>
#include <weft/tensor/tensor.hpp>

#include <optional>

// Tapers, the windows of spectra and filters: weights that fall towards the ends of a line of samples.
namespace weft {

namespace detail {

/// The weights of a taper: a constant and two cosines, of one and two turns from end to end; with a beta Kaiser's.
struct taper {
  double constant, once, twice;
  std::optional<double> beta = {};
};
WEFT_API tensor<double, 1> taper_weights(taper const& f, index_t n);

} // namespace detail

namespace numerics {

/// Returns the n weights 0.5 - 0.5 cos(2 pi k / (n - 1)), k = 0 ... n - 1: symmetric, as NumPy's hanning. One weight is
/// 1. A new tensor of doubles. Throws error for a negative n.
[[nodiscard]] WEFT_FN inline tensor<double, 1> hann(index_t n) {
  return detail::taper_weights({0.5, 0.5, 0}, n);
}
/// Returns the n weights 0.54 - 0.46 cos(2 pi k / (n - 1)), as hann.
[[nodiscard]] WEFT_FN inline tensor<double, 1> hamming(index_t n) {
  return detail::taper_weights({0.54, 0.46, 0}, n);
}
/// Returns the n weights 0.42 - 0.5 cos(2 pi k / (n - 1)) + 0.08 cos(4 pi k / (n - 1)), as hann.
[[nodiscard]] WEFT_FN inline tensor<double, 1> blackman(index_t n) {
  return detail::taper_weights({0.42, 0.5, 0.08}, n);
}
/// Returns the n weights I0(beta sqrt(1 - (2 k / (n - 1) - 1)^2)) / I0(beta), as hann; I0 is the modified Bessel
/// function of order 0. With beta 0 all are 1; 8.6 makes a window much like blackman.
[[nodiscard]] WEFT_FN inline tensor<double, 1> kaiser(index_t n, double beta) {
  return detail::taper_weights({0, 0, 0, beta}, n);
}

} // namespace numerics
} // namespace weft
