// doc/reference: Fourier transforms
#include "show.hpp"

#include <weft/fft.hpp>

#include <complex>

using namespace weft;

void fourier_transforms() {
  // [operands of Fourier transforms]
  using complex = std::complex<double>;
  index_t n = 8;
  tensor<double, 1> x{1, 2, 3, 4};
  tensor<complex, 1> z{{1, 0}, {0, 1}}, h{{6, 0}, {0, 2}, {1, 0}};
  tensor<double, 2> a{{1, 2}, {3, 4}};
  // [end]
  SHOW(fft::fft(x));
  SHOW(fft::fft(x, fft::length(8)));
  SHOW(fft::fft(a, 0));
  SHOW(fft::ifft(z));
  SHOW(fft::ifft(fft::fft(z), fft::ortho));
  RUN(x, x = real(fft::ifft(fft::fft(x))));
  SHOW(fft::rfft(x));
  SHOW(fft::irfft(h));
  SHOW(fft::irfft(h, fft::length(5)));
  SHOW(fft::hfft(h));
  SHOW(fft::ihfft(x));
  SHOW(fft::fft2(a));
  SHOW(fft::ifft2(a));
  SHOW(fft::fftn(a));
  SHOW(fft::fftn(a, 0, 1));
  SHOW(fft::fftn(a, axes<1, 0>, fft::forward));
  SHOW(fft::ifftn(a, fft::backward));
  SHOW(fft::rfft2(a));
  SHOW(fft::irfft2(a));
  SHOW(fft::rfftn(a, fft::length(4, 4)));
  SHOW(fft::irfftn(a));
  SHOW(fft::dct(x));
  SHOW(fft::idct(x));
  RUN(double(mode == fft::ortho), fft::norm_mode const mode = fft::backward);
  SHOW(fft::frequencies(n, 0.1));
  SHOW(fft::real_frequencies(n, 0.1));
  SHOW(fft::shift(x));
  SHOW(fft::shift(a, 0));
  SHOW(fft::unshift(x));
  SHOW(fft::fft(any_tensor(x)));
}
