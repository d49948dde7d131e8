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
TEST_CASE("shapes are checked when the expression is built") {
  tensor<double, 2> const none(0, 4);
  tensor<complex, 1> const one(1);
  CHECK(support::message_of([&] { (void)fft::fft(none, 0); }) ==
        "weft: fft::fft: the axis has no elements, and no transform is defined");
  CHECK_THROWS_AS((void)fft::ifft(tensor<complex, 1>(0)), shape_error);
  CHECK_THROWS_AS((void)fft::rfft(none, 0), shape_error);
  CHECK_THROWS_AS((void)fft::rfftn(none), shape_error);
  CHECK_THROWS_AS((void)fft::dct(none, 0), shape_error);
  CHECK_THROWS_AS((void)fft::irfft(one), shape_error);
  CHECK(fft::rfft(none, 1).shape() == shape(0, 3));
  CHECK(fft::fft(none, 0, fft::length(2)).shape() == shape(2, 4));
  CHECK(fft::irfft(one, fft::length(3)).shape() == shape(3));
}
TEST_CASE("lengths that the axes have take no copy") {
  tensor<double, 2> const a{{1, 2, 4, 3}, {0, 5, 1, 1}};
  tensor<complex, 2> const z{{1, 2}, {complex(0, 3), 4}};
  CHECK(explain(fft::rfft(a, fft::length(4))).loops == 1);
  CHECK(explain(fft::ifft(z, fft::length(2), 0)).loops == explain(fft::ifft(z, 0)).loops);
  CHECK(explain(fft::rfft(a, fft::length(5))).loops > 1);
  CHECK(tensor<complex, 2>(fft::rfft(a, fft::length(4))) == tensor<complex, 2>(fft::rfft(a)));
  CHECK(tensor<complex, 2>(fft::fftn(z, fft::length(2, 2))) == tensor<complex, 2>(fft::fftn(z)));
  CHECK(tensor<double, 2>(fft::irfft(z, fft::length(2))) == tensor<double, 2>(fft::irfft(z)));
  tensor<complex, 1> in_place{1, complex(0, 1), 3};
  in_place = fft::fft(in_place, fft::length(3));
  CHECK(std::abs(in_place(0) - complex(4, 1)) < 1e-14);
}
TEST_CASE("errors") {
  tensor<double, 2> const a(3, 4), none(0, 4);
  CHECK(eval(fft::fft(none, 1)).shape() == shape(0, 4));
  CHECK_THROWS_AS((void)fft::fft(a, 2), index_error);
  CHECK_THROWS_AS((void)fft::fftn(a, 1, 1), index_error);
  CHECK_THROWS_AS((void)fft::fft(a, fft::length(0)), shape_error);
  CHECK_THROWS_AS((void)fft::fftn(a, fft::length(2, 3, 4)), shape_error);
  CHECK_THROWS_AS((void)fft::fft2(tensor<double, 1>(4)), shape_error);
  tensor<complex, 1> z{1, 2}, before = z;
  no_alloc_scope const nothing;
  CHECK_THROWS_AS(z = fft::fft(z), error);
  CHECK(z == before);
}
