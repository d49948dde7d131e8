#include <cmath>
#include <complex>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <weft/base/check.hpp>
#include <weft/expr/operations.hpp>

#include <support/checked.hpp>

using namespace weft::op;
using complex = std::complex<double>;

namespace {

template <class F, class A, class B>
using result = decltype(F{}(A{}, B{}));

static_assert(std::is_same_v<result<plus, std::uint8_t, std::uint8_t>, int>);
static_assert(std::is_same_v<result<times, short, char>, int>);
static_assert(std::is_same_v<result<minus, unsigned, int>, unsigned>);
static_assert(std::is_same_v<result<divide, float, double>, double>);
static_assert(std::is_same_v<result<times, std::complex<float>, double>, complex>);
static_assert(std::is_same_v<result<plus, int, std::complex<float>>, std::complex<float>>);
static_assert(std::is_same_v<decltype(negate{}(std::uint8_t(1))), int>);

static_assert(plus{}(std::uint8_t(200), std::uint8_t(100)) == 300);
static_assert(minus{}(std::uint8_t(1), std::uint8_t(2)) == -1);
static_assert(divide{}(-7, 2) == -3);
static_assert(divide{}(1, 4.0) == 0.25);

struct metres {
  int n;
  friend metres operator+(metres a, metres b) { return {a.n + b.n}; }
  friend metres operator*(metres a, int k) { return {a.n * k}; }
};

} // namespace

TEST_CASE("complex numbers: textbook products, real operands stay real") {
  CHECK(times{}(complex(1, 2), complex(3, -4)) == complex(11, 2));
  CHECK(times{}(complex(1, 2), 3) == complex(3, 6));
  CHECK(plus{}(2.0f, complex(1, 2)) == complex(3, 2));
  CHECK(minus{}(complex(1, 2), 3.0) == complex(-2, 2));
  CHECK(divide{}(complex(6, 4), 2) == complex(3, 2));
  // (inf + 0i)(1 + 0i) has the imaginary part inf * 0 + 0 * 1, a NaN, by the textbook; C99 would repair it.
  const complex z = times{}(complex(std::numeric_limits<double>::infinity(), 0), complex(1, 0));
  CHECK(std::isinf(z.real()));
  CHECK(std::isnan(z.imag()));
  // A real factor leaves infinities alone.
  CHECK(times{}(complex(std::numeric_limits<double>::infinity(), 1), 2.0).imag() == 2);
}

TEST_CASE("a zero divisor: an error for integers, infinity for floating numbers") {
  if (support::checked) {
    CHECK_THROWS_AS((void)divide{}(1, 0), weft::error);
    CHECK_THROWS_AS((void)divide{}(1u, 0), weft::error);
  }
  CHECK(std::isinf(divide{}(1.0, 0)));
}

TEST_CASE("elements of the user's own have their own operators") {
  CHECK(plus{}(metres{1}, metres{2}).n == 3);
  CHECK(times{}(metres{2}, 5).n == 10);
}
