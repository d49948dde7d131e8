#include <weft/fft/dynamic.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <doctest/doctest.h>

// scipy_transforms.cpp compares the values of all transforms of untyped operands.
using namespace weft;

TEST_CASE("untyped operands of other types") {
  tensor<int, 1> const x{1, 2, 3, 4};
  any_tensor const y = fft::fft(any_tensor(x));
  CHECK(y.dtype() == dtype::complex128);
  CHECK(y.as<std::complex<double>, 1>()(2) == std::complex<double>(-2, 0));
  CHECK(fft::rfft(any_tensor(cast<float16>(x))).dtype() == dtype::complex64);
  CHECK(fft::fft(any_tensor(cast<bool>(x))).as<std::complex<double>, 1>()(0) == std::complex<double>(4, 0));
  CHECK_THROWS_AS((void)fft::rfft(y), dtype_error);
  CHECK_THROWS_AS((void)fft::dct(y), dtype_error);
  CHECK_THROWS_AS((void)fft::fft(any_tensor(tensor<double, 1>(0))), shape_error);
  CHECK_THROWS_AS((void)fft::irfft(any_tensor(tensor<float, 1>(1))), shape_error);
  CHECK(fft::shift(any_tensor(x)).as<int, 1>() == tensor<int, 1>{3, 4, 1, 2});
  CHECK(fft::unshift(any_tensor(tensor<int, 1>{1, 2, 3})).as<int, 1>() == tensor<int, 1>{2, 3, 1});
}
