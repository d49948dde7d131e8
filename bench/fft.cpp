// What does a transform cost beside a direct call of the library that computes it?
#include "ratio.hpp"

#include <weft/fft.hpp>
#include <weft/weft.hpp>

#include <complex>

#define POCKETFFT_CACHE_SIZE 16
#define POCKETFFT_NO_MULTITHREADING
#include "../src/fft/pocketfft/pocketfft_hdronly.h"

using weft::tensor, weft::index_t;
using complex = std::complex<double>;

namespace {

pocketfft::stride_t row_major(pocketfft::shape_t const& shape, std::size_t bytes) {
  pocketfft::stride_t strides(shape.size());
  for (std::size_t k = shape.size(); k-- > 0; bytes *= shape[k])
    strides[k] = std::ptrdiff_t(bytes);
  return strides;
}
double* numbers(complex* z) {
  return reinterpret_cast<double*>(z);
}
/// The first numbers are compared: among a million there are some close to 0, of which roundings leave few digits.
index_t compared(index_t count) {
  return std::min<index_t>(count, 64);
}

/// Transforms of the last axis of m x n complex numbers; for m == 1 of a vector.
void compare_lines(index_t m, index_t n) {
  bench::compare("fft/complex/" + std::to_string(m) + "x" + std::to_string(n), {1.1, 50}, [=](bench::runner& run) {
    tensor<complex, 2> x(m, n), y(m, n);
    for (index_t k = 0; k < m * n; ++k)
      x.data()[k] = {double(k % 1009) / 1009, double(k % 997) / 997};
    pocketfft::shape_t const shape{std::size_t(m), std::size_t(n)};
    auto const strides = row_major(shape, sizeof(complex));
    run(
        numbers(y.data()), compared(2 * m * n), [&] { y = weft::fft::fft(x); },
        [&] { pocketfft::c2c(shape, strides, strides, {1}, true, x.data(), y.data(), 1.0); });
  });
}
void compare_real(index_t m, index_t n) {
  bench::compare("fft/real/" + std::to_string(m) + "x" + std::to_string(n), {1.1, 50}, [=](bench::runner& run) {
    tensor<double, 2> x(m, n);
    tensor<complex, 2> y(m, n / 2 + 1);
    for (index_t k = 0; k < m * n; ++k)
      x.data()[k] = double(k % 1009) / 1009;
    pocketfft::shape_t const shape{std::size_t(m), std::size_t(n)};
    auto const from = row_major(shape, sizeof(double)),
               to = row_major({std::size_t(m), std::size_t(n / 2 + 1)}, sizeof(complex));
    run(
        numbers(y.data()), compared(m * n), [&] { y = weft::fft::rfft(x); },
        [&] { pocketfft::r2c(shape, from, to, 1, true, x.data(), y.data(), 1.0); });
  });
}
void compare_square(index_t n) {
  bench::compare("fft/2-d/" + std::to_string(n), {1.1, 50}, [=](bench::runner& run) {
    tensor<complex, 2> x(n, n), y(n, n);
    for (index_t k = 0; k < n * n; ++k)
      x.data()[k] = {double(k % 1009) / 1009, double(k % 997) / 997};
    pocketfft::shape_t const shape{std::size_t(n), std::size_t(n)};
    auto const strides = row_major(shape, sizeof(complex));
    run(
        numbers(y.data()), compared(2 * n * n), [&] { y = weft::fft::fft2(x); },
        [&] { pocketfft::c2c(shape, strides, strides, {0, 1}, true, x.data(), y.data(), 1.0); });
  });
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {16, 1024, 1009, 1 << 20, 999983})
    compare_lines(1, n);
  compare_lines(64, 1024);
  for (index_t n : {1024, 1 << 20})
    compare_real(1, n);
  compare_real(64, 1024);
  compare_square(512);
  return bench::run_all(argc, argv);
}
