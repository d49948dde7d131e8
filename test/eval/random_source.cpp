#include <weft/eval/random_source.hpp>

#include <weft/ops/philox.hpp>

#include <cmath>
#include <numeric>
#include <vector>

#include <support/guarded_pages.hpp>
#include <support/isa.hpp>

#include <doctest/doctest.h>

using weft::index_t;
using namespace weft::detail;

namespace {

/// The 64 bits of an element, most significant word first. Those of a float are others than those of a double.
template <class T>
std::uint64_t bits_by_hand(random_source const& s, draw what, index_t number) {
  const std::uint64_t block = std::uint64_t(number) / 16 * 8 + std::uint64_t(number) % 8;
  const weft::philox_counter x =
      weft::philox({{std::uint32_t(block), std::uint32_t(block >> 32), std::uint32_t(what) + (sizeof(T) == 4 ? 5 : 0), s.stream}},
                   {{std::uint32_t(s.seed), std::uint32_t(s.seed >> 32)}});
  const bool second = number / 8 % 2 != 0;
  return std::uint64_t(x.word[second ? 2 : 0]) << 32 | x.word[second ? 3 : 1];
}
template <class T>
T uniform_by_hand(std::uint64_t bits) {
  const auto high = bits >> 32, low = bits & 0xffffffff;
  if (sizeof(T) == 4)
    return static_cast<T>(std::ldexp(double(high >> 8), -24));
  return static_cast<T>(std::ldexp(double((high >> 5 << 26) + (low >> 6)), -53));
}
/// In (0, 1], from the top 31 bits of either word, rounded to a double.
long double fraction_by_hand(std::uint64_t bits) {
  const auto exact = std::ldexp(static_cast<long double>((bits >> 33 << 31) + (bits >> 1 & 0x7fffffff)) + 0.5L, -62);
  return static_cast<long double>(static_cast<double>(exact));
}
/// What a true normal number of the fraction would be, seen from z: one step of Newton from it.
long double normal_by_hand(std::uint64_t bits, double got) {
  const long double z = std::abs(static_cast<long double>(got)), v = 0.5L * fraction_by_hand(bits);
  const long double density = std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979323846L);
  const long double better = z + (0.5L * std::erfc(z * std::sqrt(0.5L)) - v) / density;
  return (bits & 1) != 0 ? -better : better;
}

template <class T>
std::vector<T> drawn(random_source const& s, draw what, std::vector<index_t> const& number) {
  std::vector<T> out(number.size());
  vector_random(s, what, number.data(), out.data(), index_t(number.size()));
  return out;
}

std::vector<index_t> numbers(index_t first, index_t step, std::size_t n) {
  std::vector<index_t> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = first + index_t(i) * step;
  return x;
}

/// Rows of all sorts: whole groups and parts, both directions, gaps, repetitions, beyond 32 bits, a change on the way.
std::vector<std::vector<index_t>> rows() {
  std::vector<std::vector<index_t>> found;
  for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 33u, 64u, 100u, 300u, 600u})
    for (const index_t first : {index_t(0), index_t(5), index_t(8), index_t(15), (index_t(1) << 40) + 3})
      for (const index_t step : {0, 1, 2, 16, 70})
        found.push_back(numbers(first, step, n));
  found.push_back(numbers(599, -1, 600));
  found.push_back(numbers(16 * 70, -70, 17));
  std::vector<index_t> mixed = numbers(3, 1, 40);
  mixed[20] = 7;
  mixed[39] = 1000;
  found.push_back(mixed);
  return found;
}

} // namespace

TEST_CASE_TEMPLATE("random numbers of a row: each from the bits of its number alone", T, float, double) {
  const random_source source{0x123456789abcdef0, 7};
  const double rounding = sizeof(T) == 4 ? 6e-8 : 1e-15; // of a float 2^-24
  support::for_each_isa([&] {
    for (std::vector<index_t> const& row : rows()) {
      CAPTURE(row.size());
      const auto u = drawn<T>(source, draw::uniform, row), z = drawn<T>(source, draw::normal, row),
                 e = drawn<T>(source, draw::exponential, row);
      for (std::size_t i = 0; i < row.size(); ++i) {
        REQUIRE(u[i] == uniform_by_hand<T>(bits_by_hand<T>(source, draw::uniform, row[i])));
        const std::uint64_t bits = bits_by_hand<T>(source, draw::normal, row[i]);
        const long double exact = normal_by_hand(bits, z[i]);
        REQUIRE(double(std::abs(z[i] - exact)) <= rounding * double(std::abs(exact)));
        const long double negative_log = -std::log(fraction_by_hand(bits_by_hand<T>(source, draw::exponential, row[i])));
        REQUIRE(double(std::abs(e[i] - negative_log)) <= rounding * double(negative_log));
        const index_t alone = row[i];
        T one;
        vector_random(source, draw::normal, &alone, &one, 1);
        REQUIRE(one == z[i]);
        vector_random(source, draw::exponential, &alone, &one, 1);
        REQUIRE(one == e[i]);
      }
    }
  });
}

TEST_CASE_TEMPLATE("random numbers may take the place of the elements' numbers, and no other", T, float, double) {
  const random_source source{1, 2};
  support::guarded_pages number, out;
  support::for_each_isa([&] {
    for (const draw what : {draw::uniform, draw::normal, draw::exponential})
      for (std::size_t n = 1; n < 70; ++n)
        for (const bool last : {false, true}) {
          index_t* const from = number.elements<index_t>(n, last);
          T* const to = out.elements<T>(n, last);
          std::iota(from, from + n, index_t(n % 5 == 0 ? 3 : 0));
          const std::vector<index_t> row(from, from + n);
          vector_random(source, what, from, to, index_t(n));
          T* const over = reinterpret_cast<T*>(from);
          vector_random(source, what, from, over, index_t(n));
          const auto expected = drawn<T>(source, what, row);
          REQUIRE(std::vector<T>(to, to + n) == expected);
          REQUIRE(std::vector<T>(over, over + n) == expected);
        }
  });
}
