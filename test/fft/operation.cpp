#include <weft/fft/transform.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <doctest/doctest.h>

using namespace weft;

namespace {

using complex = std::complex<double>;

complex drawn(index_t k) {
  return {double((37 * k + 11) % 101 - 50) / 16, double((53 * k + 29) % 97 - 48) / 16};
}

} // namespace

TEST_CASE("a transform in place takes no temporary") {
  tensor<complex, 2> z(6, 5);
  for (index_t k = 0; k < z.size(); ++k)
    z.data()[k] = drawn(k);
  tensor<complex, 2> const before = z, expected = fft::fft(before, 0);
  CHECK(explain(z, fft::fft(z, 0)).temporaries == 0);
  z = fft::fft(z, 0);
  CHECK(z == expected);
  z = before;
  transpose(z) = fft::fft(transpose(z), 1);
  CHECK(z == expected);
}
TEST_CASE("an operand that overlaps the target otherwise") {
  tensor<complex, 1> z(9);
  for (index_t k = 0; k < 9; ++k)
    z(k) = drawn(k);
  tensor<complex, 1> const before = z, expected = fft::fft(before(range(1, 7))), turned = fft::fft(reverse(before, 0)),
                           of_real = fft::fft(real(before));
  z(range(0, 6)) = fft::fft(z(range(1, 7)));
  CHECK(z(range(0, 6)) == expected);
  CHECK(z(range(6, 9)) == before(range(6, 9)));
  z = before;
  z = fft::fft(reverse(z, 0));
  CHECK(z == turned);
  z = before;
  z = fft::fft(real(z));
  CHECK(z == of_real);
}
TEST_CASE("statements") {
  tensor<complex, 1> x(8), y(8), both(8);
  for (index_t k = 0; k < 8; ++k)
    x(k) = drawn(k), y(k) = drawn(k + 8);
  tensor<double, 1> r(8);
  CHECK(explain(r, abs(fft::fft(x))).temporaries == 1);
  CHECK(explain(both, fft::fft(x * y)).temporaries == 0);
  both = fft::fft(x * y);
  tensor<complex, 1> const product = x * y;
  CHECK(both == eval(fft::fft(product)));
  both = 2.0 * fft::fft(x) + fft::fft(x);
  CHECK(all_close(both, 3.0 * fft::fft(x)));
  CHECK(explain(both, 2.0 * fft::fft(x) + fft::fft(x)).temporaries == 1);
  both = fft::ifft(fft::fft(x) * fft::fft(y));
  complex first{};
  for (index_t k = 0; k < 8; ++k)
    first += x(k) * y((8 - k) % 8);
  CHECK(std::abs(both(0) - first) < 1e-13);
  both += fft::fft(x);
  tensor<std::complex<float>, 1> narrow = cast<std::complex<float>>(fft::fft(x));
  CHECK(narrow(0).real() == float(eval(fft::fft(x))(0).real()));
}
TEST_CASE("threads compute the same bits") {
  tensor<double, 3> a(12, 40, 64);
  for (index_t k = 0; k < a.size(); ++k)
    a.data()[k] = drawn(k).real();
  tensor<complex, 3> const one = fft::fftn(a), half = fft::rfftn(a);
  tensor<double, 3> const back = fft::irfftn(half);
  thread_scope const several{3};
  CHECK(tensor<complex, 3>(fft::fftn(a)) == one);
  CHECK(tensor<complex, 3>(fft::rfftn(a)) == half);
  CHECK(tensor<double, 3>(fft::irfftn(half)) == back);
  CHECK(all_close(back, a, 1e-13, 1e-13));
}
