#include <weft/fft/frequencies.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("frequencies of even and odd numbers of samples, as NumPy's") {
  CHECK(tensor<double, 1>(fft::frequencies(8, 0.1)) == tensor<double, 1>{0, 1.25, 2.5, 3.75, -5, -3.75, -2.5, -1.25});
  CHECK(tensor<double, 1>(fft::frequencies(5)) == tensor<double, 1>{0, 0.2, 0.4, -0.4, -0.2});
  CHECK(tensor<double, 1>(fft::real_frequencies(8, 0.1)) == tensor<double, 1>{0, 1.25, 2.5, 3.75, 5});
  CHECK(tensor<double, 1>(fft::real_frequencies(5)) == tensor<double, 1>{0, 0.2, 0.4});
  CHECK(tensor<double, 1>(fft::frequencies(1)) == tensor<double, 1>{0});
  CHECK(tensor<double, 1>(fft::real_frequencies(1)) == tensor<double, 1>{0});
  CHECK_THROWS_AS((void)fft::frequencies(0), error);
  CHECK_THROWS_AS((void)fft::real_frequencies(-1), error);
  CHECK_THROWS_WITH_AS((void)fft::frequencies(4, 0), "weft: fft::frequencies: the distance of samples is 0", error);
  CHECK_THROWS_AS((void)fft::real_frequencies(4, -0.0), error);
}

TEST_CASE("frequency 0 in the middle, and back") {
  tensor<int, 1> const x{0, 1, 2, 3, 4}, y{0, 1, 2, 3};
  CHECK(tensor<int, 1>(fft::shift(x)) == tensor<int, 1>{3, 4, 0, 1, 2});
  CHECK(tensor<int, 1>(fft::unshift(x)) == tensor<int, 1>{2, 3, 4, 0, 1});
  CHECK(tensor<int, 1>(fft::shift(y)) == tensor<int, 1>{2, 3, 0, 1});
  CHECK(tensor<int, 1>(fft::unshift(fft::shift(reverse(x, 0)))) == reverse(x, 0));
  tensor<int, 2> const a{{0, 1, 2}, {3, 4, 5}};
  CHECK(tensor<int, 2>(fft::shift(a)) == tensor<int, 2>{{5, 3, 4}, {2, 0, 1}});
  CHECK(tensor<int, 2>(fft::shift(a, 0)) == tensor<int, 2>{{3, 4, 5}, {0, 1, 2}});
  CHECK(tensor<int, 2>(fft::unshift(a, axis<1>)) == tensor<int, 2>{{1, 2, 0}, {4, 5, 3}});
  CHECK(tensor<int, 2>(fft::unshift(fft::shift(a), axes<1, 0>)) == a);
  tensor<int> const any_rank(a);
  CHECK(tensor<int>(fft::shift(any_rank)) == tensor<int, 2>{{5, 3, 4}, {2, 0, 1}});
  CHECK(tensor<int, 1>(fft::shift(tensor<int, 1>(0))).size() == 0);
  tensor<int, 1> z = x;
  z = fft::shift(z) + 10 * z;
  CHECK(z == tensor<int, 1>{3, 14, 20, 31, 42});
  CHECK_THROWS_AS((void)fft::shift(a, 2), index_error);
}
