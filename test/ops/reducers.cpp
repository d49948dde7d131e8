#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class T>
void check_integers() {
  using wide = std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>;
  static_assert(std::same_as<decltype(sum(std::declval<tensor<T, 1>&>())), wide>);
  static_assert(std::same_as<decltype(prod(std::declval<tensor<T, 1>&>())), wide>);
  static_assert(std::same_as<decltype(mean(std::declval<tensor<T, 1>&>())), double>);
  static_assert(std::same_as<decltype(max(std::declval<tensor<T, 1>&>())), T>);
  using limits = std::numeric_limits<T>;
  for (index_t n : {1, 5, 100, 3000}) {
    tensor<T, 1> a(n);
    a = limits::max();
    unsigned long long expected = 0;
    for (index_t i = 0; i < n; ++i)
      expected += static_cast<unsigned long long>(limits::max());
    CHECK(static_cast<unsigned long long>(sum(a)) == expected);
    CHECK(max(a) == limits::max());
    a(n - 1) = limits::lowest();
    CHECK(min(a) == limits::lowest());
    CHECK(argmin(a) == n - 1);
  }
  tensor<T, 2> b(300, 4);
  b = T(100);
  const tensor<wide, 1> columns = sum(b, 0);
  CHECK(columns(3) == wide(30000));
  CHECK(mean(b) == 100.0);
  tensor<T, 1> c{2, 3, 4, 5};
  CHECK(prod(c) == wide(120));
}

/// Not copied as bytes, with the two operations that a sum needs.
struct word {
  std::string text;
  word() = default;
  explicit word(int) {}
  explicit word(std::string t) : text(std::move(t)) {}
  friend word operator+(word const& a, word const& b) { return word(a.text + b.text); }
};

struct meters {
  double value = 0;
  meters() = default;
  explicit meters(double v) : value(v) {}
  friend meters operator+(meters a, meters b) { return meters(a.value + b.value); }
  friend meters operator/(meters a, double n) { return meters(a.value / n); }
};

} // namespace

TEST_CASE("integers accumulate in 64 bits") {
  check_integers<std::int8_t>();
  check_integers<std::uint8_t>();
  check_integers<std::int16_t>();
  check_integers<std::uint16_t>();
  check_integers<std::int32_t>();
  check_integers<std::uint32_t>();
  check_integers<std::int64_t>();
  check_integers<std::uint64_t>();
}

TEST_CASE("bool counts") {
  tensor<bool, 1> m(1000);
  for (index_t i = 0; i < 1000; i += 3)
    m(i) = true;
  static_assert(std::same_as<decltype(sum(m)), std::int64_t>);
  CHECK(sum(m) == 334);
  CHECK(count(m) == 334);
  CHECK(mean(m) == doctest::Approx(0.334));
  CHECK(max(m));
  CHECK_FALSE(min(m));
  CHECK(any_of(m));
  CHECK_FALSE(all_of(m));
  CHECK_FALSE(none_of(m));
  CHECK(argmax(m) == 0);
  CHECK(argmin(m) == 1);
}

TEST_CASE("one true or false at each place") {
  for (index_t n = 1; n <= 140; ++n)
    for (index_t at : {index_t(0), n / 2, n - 1}) {
      tensor<bool, 1> a(n), b(n);
      b = true;
      a(at) = true;
      b(at) = false;
      REQUIRE(any_of(a));
      REQUIRE_FALSE(none_of(a));
      REQUIRE_FALSE(all_of(b));
      REQUIRE(count(a) == 1);
      REQUIRE(count(b) == n - 1);
      a(at) = false;
      b(at) = true;
      REQUIRE_FALSE(any_of(a));
      REQUIRE(none_of(a));
      REQUIRE(all_of(b));
    }
  tensor<bool, 2> m{{true, false, true}, {true, false, false}};
  tensor<bool, 1> all_down = all_of(m, 0), none_down = none_of(m, 0), any_down = any_of(m, 0);
  CHECK((all_down(0) && !all_down(1) && !all_down(2)));
  CHECK((!none_down(0) && none_down(1) && !none_down(2)));
  CHECK((any_down(0) && !any_down(1) && any_down(2)));
}

TEST_CASE("floating and complex elements keep their type") {
  tensor<float, 1> f{1.5f, -2.0f, 4.0f};
  static_assert(std::same_as<decltype(sum(f)), float>);
  static_assert(std::same_as<decltype(mean(f)), float>);
  CHECK(sum(f) == 3.5f);
  CHECK(prod(f) == -12.0f);
  using complex = std::complex<double>;
  tensor<complex, 1> c(257);
  complex expected = 0;
  for (index_t i = 0; i < 257; ++i)
    expected += c(i) = complex(double(i), double(-2 * i));
  CHECK(sum(c) == expected);
  CHECK(mean(c) == expected / 257.0);
  tensor<complex, 1> two{complex(1, 2), complex(3, -1)};
  CHECK(prod(two) == complex(5, 5));
  tensor<std::complex<float>, 2> cf(3, 2);
  cf = std::complex<float>(1, 2);
  CHECK(eval(sum(cf, 0))(1) == std::complex<float>(3, 6));
}

TEST_CASE("elements of the user") {
  tensor<word, 2> w(2, 3);
  char next = 'a';
  for (auto& x : w)
    x.text = std::string(1, next++);
  CHECK(sum(w).text == "abcdef");
  const tensor<word, 1> down = sum(w, 0), across = sum(w, 1);
  CHECK(down(2).text == "cf");
  CHECK(across(1).text == "def");
  tensor<meters, 1> m(1000);
  for (index_t i = 0; i < 1000; ++i)
    m(i).value = double(i);
  CHECK(sum(m).value == 499500.0);
  CHECK(mean(m).value == 499.5);
}

TEST_CASE("64 bits wrap") {
  tensor<std::int64_t, 1> a(3);
  a = std::numeric_limits<std::int64_t>::max();
  CHECK(sum(a) == std::numeric_limits<std::int64_t>::max() - 2);
  a = std::int64_t(1) << 40;
  CHECK(prod(a) == 0);
}
