// How each header of transforms is used alone: see ops.cpp.
#include <weft/fft/arguments.hpp>
#include <weft/fft/dynamic.hpp>
#include <weft/fft/frequencies.hpp>
#include <weft/fft/job.hpp>
#include <weft/fft/operation.hpp>
#include <weft/fft/transform.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("fft/arguments.hpp") {
  CHECK(fft::length(4, 5).counts.rank() == 2);
}

TEST_CASE("fft/dynamic.hpp") {
  CHECK(fft::fft(any_tensor(tensor<int, 1>{1, 2})).dtype() == dtype::complex128);
}

TEST_CASE("fft/frequencies.hpp") {
  CHECK(tensor<double, 1>(fft::frequencies(4, 0.5))(3) == -0.5);
  CHECK(tensor<int, 1>(fft::shift(tensor<int, 1>{1, 2}))(0) == 2);
}

TEST_CASE("fft/job.hpp") {
  CHECK(fft::backward == fft::norm_mode::backward);
}

TEST_CASE("fft/operation.hpp") {
  CHECK(detail::transform_real_of<float> == detail::transform_real::single_precision);
}

TEST_CASE("fft/transform.hpp") {
  CHECK(tensor<std::complex<double>, 1>(fft::fft(tensor<double, 1>{1, 2}))(0) == 3.0);
}
