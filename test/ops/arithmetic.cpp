#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/tensor.hpp>

#include <support/checked.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class T>
using vec = tensor<T, 1>;
template <class E>
using value = typename std::remove_cvref_t<E>::value_type;

/// A dual number: an element type of the user, with is_scalar specialised.
struct dual {
  double x = 0, d = 0;
  friend dual operator+(dual a, dual b) { return {a.x + b.x, a.d + b.d}; }
  friend dual operator*(dual a, dual b) { return {a.x * b.x, a.x * b.d + a.d * b.x}; }
  friend dual operator-(dual a) { return {-a.x, -a.d}; }
};
/// One that is no scalar: it only stands beside tensors of itself.
struct money {
  int cents = 0;
  friend money operator+(money a, money b) { return {a.cents + b.cents}; }
  friend money operator-(money a, money b) { return {a.cents - b.cents}; }
};

} // namespace

template <>
struct weft::is_scalar<dual> : std::true_type {};

namespace {

using u8 = std::uint8_t;
using i8 = std::int8_t;
using u32 = std::uint32_t;
using cd = std::complex<double>;
using cf = std::complex<float>;

template <class A, class B>
using product = value<decltype(std::declval<A&>() * std::declval<B&>())>;

// Two tensors: what C++ gives the elements.
static_assert(std::same_as<product<vec<u8>, vec<u8>>, int>);
static_assert(std::same_as<product<vec<bool>, vec<bool>>, int>);
static_assert(std::same_as<product<vec<u32>, vec<int>>, u32>);
static_assert(std::same_as<product<vec<int>, vec<std::int64_t>>, std::int64_t>);
static_assert(std::same_as<product<vec<float>, vec<double>>, double>);
static_assert(std::same_as<product<vec<int>, vec<float>>, float>);
static_assert(std::same_as<product<vec<cf>, vec<double>>, cd>);
static_assert(std::same_as<product<vec<cf>, vec<cf>>, cf>);
static_assert(std::same_as<product<vec<int>, vec<cf>>, cf>);
// A scalar never widens a floating tensor.
static_assert(std::same_as<product<vec<float>, double>, float>);
static_assert(std::same_as<product<double, vec<float>>, float>);
static_assert(std::same_as<product<vec<float>, long double>, float>);
static_assert(std::same_as<product<vec<float>, int>, float>);
static_assert(std::same_as<product<vec<float>, cd>, cf>);
static_assert(std::same_as<product<vec<cf>, double>, cf>);
static_assert(std::same_as<product<vec<double>, bool>, double>);
static_assert(std::same_as<product<vec<int>, double>, double>);
static_assert(std::same_as<product<vec<u8>, int>, int>);
static_assert(std::same_as<product<vec<int>, char>, int>);
static_assert(std::same_as<product<vec<dual>, dual>, dual>);
static_assert(std::same_as<product<vec<dual>, vec<dual>>, dual>);
template <class A, class B>
concept Addable = requires(A& a, B& b) { a + b; };
static_assert(Addable<vec<money>, vec<money>>);
static_assert(!Addable<vec<double>, std::string>);

/// All pairs of a type against __int128.
template <class T>
void check_integers() {
  using L = std::numeric_limits<T>;
  const T values[] = {L::lowest(), T(L::lowest() + 1), T(0), T(1), T(2), T(7), T(L::max() - 1), L::max()};
  vec<T> a(64), b(64);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      a(i * 8 + j) = values[i];
      b(i * 8 + j) = values[j];
    }
  using R = decltype(T() + T());
  const auto wrap = [](__int128 x) { return static_cast<R>(static_cast<unsigned __int128>(x)); };
  const vec<R> s = a + b, d = a - b, p = a * b, n = -a;
  const vec<T> and_ = a & b, or_ = a | b, xor_ = a ^ b;
  for (index_t i = 0; i < 64; ++i) {
    const __int128 x = a(i), y = b(i);
    REQUIRE(s(i) == wrap(x + y));
    REQUIRE(d(i) == wrap(x - y));
    REQUIRE(p(i) == static_cast<R>(static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y)));
    REQUIRE(n(i) == wrap(-x));
    REQUIRE(and_(i) == T(a(i) & b(i)));
    REQUIRE(or_(i) == T(a(i) | b(i)));
    REQUIRE(xor_(i) == T(a(i) ^ b(i)));
    if (b(i) == 0)
      b(i) = 1;
  }
  const vec<R> q = a / b, r = a % b;
  for (index_t i = 0; i < 64; ++i) {
    REQUIRE(q(i) == wrap(__int128(a(i)) / __int128(b(i))));
    REQUIRE(r(i) == wrap(__int128(a(i)) % __int128(b(i))));
  }
  b(63) = 0;
  vec<R> out;
  if (support::checked) {
    CHECK_THROWS_AS(out = a / b, error);
    CHECK_THROWS_AS(out = a % b, error);
  }
}

} // namespace

TEST_CASE("integers of all widths wrap as their type does") {
  check_integers<std::int8_t>();
  check_integers<std::uint8_t>();
  check_integers<std::int16_t>();
  check_integers<std::uint16_t>();
  check_integers<std::int32_t>();
  check_integers<std::uint32_t>();
  check_integers<std::int64_t>();
  check_integers<std::uint64_t>();
}

namespace {

/// a / b of C++, in 64 bits; the lowest integer over -1 wraps.
template <class A, class B>
int wrong_quotients(A a, B b) {
  using R = decltype(a / b);
  using bits = std::make_unsigned_t<R>;
  const auto x = static_cast<long long>(static_cast<R>(a)), y = static_cast<long long>(static_cast<R>(b));
  const R q = static_cast<R>(static_cast<bits>(x / y)), r = static_cast<R>(x % y);
  return (weft::op::divide{}(a, b) != q) + (weft::op::modulo{}(a, b) != r);
}

/// Every divisor of a list, and dividends around its multiples.
template <class A, class B>
int wrong_around_multiples() {
  using limits = std::numeric_limits<A>;
  using divisors = std::numeric_limits<B>;
  int wrong = 0;
  std::uint64_t state = 5;
  for (int n = 0; n < 3000; ++n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto random = static_cast<B>(state >> (33 + n % 30));
    const B list[] = {B(1), B(2), B(3), divisors::max(), divisors::min(), B(divisors::max() - 1), B(-1), B(-2), random};
    const B b = list[n % 9];
    if (b == 0)
      continue;
    const auto multiple = static_cast<A>(static_cast<A>(state >> 7) / b * b);
    for (int near : {-1, 0, 1})
      wrong += wrong_quotients(static_cast<A>(multiple + static_cast<A>(near)), b);
    wrong += wrong_quotients(limits::max(), b) + wrong_quotients(limits::min(), b) + wrong_quotients(A(0), b);
  }
  return wrong;
}

} // namespace

TEST_CASE(
    "quotients and remainders of integers are those of C++: all pairs of 8 bits, all around multiples of wider ones") {
  int wrong = 0;
  // The quotient falls with |b| and grows with |a|: right around all multiples it is right everywhere.
  for (int b = 1; b < 65540; ++b)
    for (int k = 0; k <= 65535; k += b)
      for (const int a : {k - 1, k, k + 1})
        for (const int by : {b, -b}) {
          wrong += a >= 0 && a < 65536 && wrong_quotients(static_cast<std::uint16_t>(a), by) != 0;
          wrong += a >= 0 && a < 32768 && wrong_quotients(static_cast<std::int16_t>(-a), by) != 0;
        }
  for (int a = -128; a < 256; ++a)
    for (int b = -128; b < 256; ++b)
      if (b != 0) {
        if (a < 128 && b < 128)
          wrong += wrong_quotients(static_cast<std::int8_t>(a), static_cast<std::int8_t>(b));
        if (a >= 0 && b > 0)
          wrong += wrong_quotients(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
        wrong += wrong_quotients(static_cast<std::int16_t>(a), b);
        wrong += wrong_quotients(static_cast<std::int16_t>(a), static_cast<unsigned>(b)); // -1 becomes 2^32 - 1
      }
  CHECK(wrong == 0);
  CHECK(wrong_around_multiples<std::int16_t, std::int16_t>() == 0);
  CHECK(wrong_around_multiples<std::uint16_t, std::uint16_t>() == 0);
  CHECK(wrong_around_multiples<std::uint8_t, std::int32_t>() == 0);
  CHECK(wrong_around_multiples<std::int16_t, std::int32_t>() == 0);
  CHECK(wrong_around_multiples<std::uint16_t, std::int32_t>() == 0);
  CHECK(wrong_around_multiples<std::uint16_t, std::uint32_t>() == 0);
  CHECK(wrong_around_multiples<std::int32_t, std::int32_t>() == 0);
  CHECK(wrong_around_multiples<std::int32_t, std::int16_t>() == 0);
  CHECK(wrong_around_multiples<std::uint32_t, std::uint32_t>() == 0);
  CHECK(wrong_around_multiples<std::uint32_t, std::uint8_t>() == 0);
}

TEST_CASE("what is wider than the elements does not wrap") {
  vec<u8> a(3);
  a = u8(200);
  const vec<int> p = a * a;
  CHECK(p(2) == 40000);
  const vec<double> h = a * 0.5;
  CHECK(h(0) == 100.0);
  vec<u8> back = a + a;
  CHECK(back(1) == u8(144));
}

TEST_CASE("unary + gives the elements, integers narrower than int as int") {
  const vec<double> a{5.5, -0.0, -7.25};
  const auto e = +a(range(2, -1, -1));
  static_assert(std::same_as<decltype(e)::value_type, double>);
  const vec<double> r = e;
  CHECK(r(0) == -7.25);
  CHECK(std::signbit(r(1)));
  CHECK(r(2) == 5.5);
  const vec<signed char> n{-128, 127};
  static_assert(std::same_as<decltype(+n)::value_type, int>);
  const vec<int> p = +n;
  CHECK(p(0) == -128);
  CHECK(p(1) == 127);
  const vec<std::complex<float>> z{{1, 2}};
  CHECK((+z)(0) == std::complex<float>(1, 2));
}

TEST_CASE("% of floating elements is fmod, shifts are those of C++") {
  vec<double> a{5.5, -5.5, 7.25};
  const vec<double> r = a % 2.0;
  CHECK(r(0) == 1.5);
  CHECK(r(1) == -1.5);
  CHECK(r(2) == 1.25);
  vec<int> n{1, 3, -16};
  const vec<int> left = n << 4, right = n >> 2, inverted = ~n;
  CHECK(left(1) == 48);
  CHECK(right(2) == -4);
  CHECK(inverted(0) == -2);
  vec<std::uint64_t> wide{1};
  CHECK((wide << 63)(0) == 0x8000000000000000u);
}

namespace {

/// All numbers of places from 0 to the last against __int128.
template <class T>
void check_shifts() {
  using R = decltype(+T());
  constexpr int bits = 8 * int(sizeof(R));
  const T values[] = {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), T(0), T(1), T(-1), T(77)};
  vec<int> n(bits);
  for (int k = 0; k < bits; ++k)
    n(k) = k;
  for (T x : values) {
    const vec<T> a{x};
    const vec<R> left = a << n, right = a >> n;
    for (int k = 0; k < bits; ++k) {
      REQUIRE(left(k) == static_cast<R>(static_cast<unsigned __int128>(__int128(x)) << k));
      REQUIRE(right(k) == static_cast<R>(__int128(x) >> k));
    }
  }
  vec<R> out;
  for (int wrong : {-1, bits, bits + 1, std::numeric_limits<int>::lowest()}) {
    const vec<T> a{1};
    if (support::checked) {
      CHECK_THROWS_WITH_AS(out = a << wrong, doctest::Contains("shift"), error);
      CHECK_THROWS_WITH_AS(out = a >> wrong, doctest::Contains("shift"), error);
    }
  }
}

} // namespace

TEST_CASE("shifts of all widths by all places; others are an error in checked builds") {
  check_shifts<std::int8_t>();
  check_shifts<std::uint8_t>();
  check_shifts<std::int32_t>();
  check_shifts<std::uint32_t>();
  check_shifts<std::int64_t>();
  check_shifts<std::uint64_t>();
  const vec<std::uint64_t> huge{0x8000000000000000u};
  vec<int> out;
  if (support::checked) {
    CHECK_THROWS_AS(out = vec<int>{1} << huge, error);
    CHECK_THROWS_AS(out = vec<int>{1} << huge(0), error);
  }
  static_assert(std::same_as<value<decltype(vec<u8>() << 1)>, int>);
  static_assert(std::same_as<value<decltype(vec<int>() << std::int64_t(1))>, int>);
}

TEST_CASE("bit operations on masks and mixed integers") {
  const vec<bool> p{true, false}, q{true, true};
  const vec<bool> a = p & q, o = p | q, x = p ^ q;
  CHECK((a(0) && !a(1)));
  CHECK((o(0) && o(1)));
  CHECK((!x(0) && x(1)));
  static_assert(std::same_as<value<decltype(p & q)>, int>);
  const vec<u8> u{0xf0, 0x0f};
  static_assert(std::same_as<value<decltype(u & u)>, int>);
  CHECK((u & 0x3c)(0) == 0x30);
  CHECK((0x3c | u)(1) == 0x3f);
  CHECK((~u)(0) == -241);
  const vec<std::int64_t> w{-1};
  CHECK((w ^ u)(0) == ~std::int64_t(0xf0));
  CHECK((w & vec<u32>{0xffffffffu})(0) == 0xffffffff);
}

TEST_CASE("complex numbers multiply by the textbook formula") {
  const double inf = std::numeric_limits<double>::infinity();
  vec<cd> a{cd(1, 2), cd(inf, 1)}, b{cd(3, -5), cd(2, 2)};
  const vec<cd> p = a * b;
  CHECK(p(0) == cd(13, 1));
  CHECK(p(1).real() == inf);
  vec<double> real{2, 4};
  const vec<cd> scaled = real * a, over = a / real, by_scalar = a * cd(0, 1), sum_ = a + 1;
  CHECK(scaled(0) == cd(2, 4));
  CHECK(over(0) == cd(0.5, 1));
  CHECK(by_scalar(0) == cd(-2, 1));
  CHECK(sum_(0) == cd(2, 2));
  const vec<cd> q = b / a;
  CHECK(q(0).real() == doctest::Approx(-7.0 / 5));
  CHECK(q(0).imag() == doctest::Approx(-11.0 / 5));
}

TEST_CASE("elements of the user") {
  vec<dual> a(2);
  a(0) = {3, 1};
  a(1) = {2, 0};
  const vec<dual> s = a * a + dual{1, 0}, n = -a;
  CHECK((s(0).x == 10 && s(0).d == 6));
  CHECK((s(1).x == 5 && s(1).d == 0));
  CHECK(n(0).d == -1);
  vec<money> m(2), k(2);
  m(1) = {250};
  k(1) = {100};
  const vec<money> d = m - k, t = m + k;
  CHECK(d(1).cents == 150);
  CHECK(t(1).cents == 350);
}

TEST_CASE("shapes that * does not take and matmul does: the error says so") {
  const tensor<double, 2> a(3, 4), b(4, 5);
  const tensor<double, 1> v(3);
  tensor<double, 2> r;
  CHECK_THROWS_WITH_AS(r = a * b,
                       "weft: operator*: shape (3,4) and shape (4,5) do not broadcast on axis 1; the product of matrices "
                       "is matmul(a, b)",
                       shape_error);
  CHECK_THROWS_WITH_AS(r = b * a, "weft: operator*: shape (4,5) and shape (3,4) do not broadcast on axis 1", shape_error);
  CHECK_THROWS_WITH_AS(r = a + b, "weft: operator+: shape (3,4) and shape (4,5) do not broadcast on axis 1", shape_error);
  CHECK_THROWS_WITH_AS(r = v * a,
                       "weft: operator*: shape (3) and shape (3,4) do not broadcast on axis 1; the product of matrices is "
                       "matmul(a, b)",
                       shape_error);
}
