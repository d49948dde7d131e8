#include <weft/fft/transform.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <support/message.hpp>

using namespace weft;

namespace {
using complex = std::complex<double>;
}

TEST_CASE("arguments in any order, and defaults") {
  tensor<double, 3> a(2, 3, 4);
  for (index_t k = 0; k < a.size(); ++k)
    a.data()[k] = double((37 * k + 11) % 101);
  tensor<complex, 3> const last = fft::fft(a), first = fft::fft(a, 0, fft::ortho);
  CHECK(tensor<complex, 3>(fft::fft(a, axis<2>)) == last);
  CHECK(tensor<complex, 3>(fft::fft(a, fft::ortho, axis<0>)) == first);
  CHECK(tensor<complex, 3>(fft::fft(a, axes<0>, fft::ortho)) == first);
  CHECK(tensor<complex, 3>(fft::fft2(a)) == tensor<complex, 3>(fft::fftn(a, 1, axis<2>)));
  CHECK(tensor<complex, 3>(fft::fftn(a, fft::length(3, 5), fft::forward)) ==
        tensor<complex, 3>(fft::fftn(a, fft::forward, axes<1, 2>, fft::length(3, 5))));
  CHECK(fft::rfftn(a, axes<2, 0>).shape() == shape(2, 3, 4));
  CHECK(fft::rfftn(a, 0, 2).shape() == shape(2, 3, 3));
  CHECK(fft::irfft(a, 1).shape() == shape(2, 4, 4));
}
TEST_CASE("errors") {
  tensor<double, 2> const a(3, 4), none(0, 4);
  CHECK(eval(fft::fft(none, 1)).shape() == shape(0, 4));
  CHECK_THROWS_AS((void)eval(fft::fft(none, 0)), shape_error);
  CHECK_THROWS_AS((void)eval(fft::irfft(tensor<complex, 1>(1))), shape_error);
  CHECK_THROWS_AS((void)fft::fft(a, 2), index_error);
  CHECK_THROWS_AS((void)fft::fftn(a, 1, 1), index_error);
  CHECK_THROWS_AS((void)fft::fft(a, fft::length(0)), shape_error);
  CHECK_THROWS_AS((void)fft::fftn(a, fft::length(2, 3, 4)), shape_error);
  CHECK_THROWS_AS((void)fft::fft2(tensor<double, 1>(4)), shape_error);
  CHECK(support::message_of([&] { (void)eval(fft::fft(none, 0)); }) ==
        "weft: fft::fft: the axis has no elements, and no transform is defined");
  tensor<complex, 1> z{1, 2}, before = z;
  no_alloc_scope const nothing;
  CHECK_THROWS_AS(z = fft::fft(z), error);
  CHECK(z == before);
}
