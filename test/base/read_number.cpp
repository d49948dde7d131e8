// What reads numbers where the standard library does not: the same front of a text, and the same value.
#include "../../src/base/read_number.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <system_error>

#if !defined(_WIN32)

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 no_number = std::numeric_limits<double>::quiet_NaN();
constexpr auto fine = std::errc(), none = std::errc::invalid_argument, beyond = std::errc::result_out_of_range;

template <class F>
using bits_of = std::conditional_t<sizeof(F) == 4, std::uint32_t, std::uint64_t>;

template <class F>
bool same(F x, F y) {
  return std::isnan(x) ? std::isnan(y) && std::signbit(x) == std::signbit(y)
                       : std::bit_cast<bits_of<F>>(x) == std::bit_cast<bits_of<F>>(y);
}

struct sample {
  std::string_view text;
  std::size_t length;
  std::errc problem;
  double value;
};

template <class F>
void check_number(std::string_view text, std::size_t length, std::errc problem, F value) {
  CAPTURE(text);
  char const *const first = text.data(), *const last = first + text.size();
  F out = 77;
  auto const result = weft::detail::number_by_strtod(first, last, out);
  CHECK(result.ptr - first == static_cast<std::ptrdiff_t>(length));
  CHECK(result.ec == problem);
  CHECK(same(out, problem == fine ? value : F(77)));
}

const sample samples[] = {
    {"", 0, none, 0},
    {"-", 0, none, 0},
    {".", 0, none, 0},
    {"-.e1", 0, none, 0},
    {"+1", 0, none, 0},
    {" 1", 0, none, 0},
    {"e5", 0, none, 0},
    {"--1", 0, none, 0},
    {"in", 0, none, 0},
    {"0", 1, fine, 0.0},
    {"-0", 2, fine, -0.0},
    {"-0.00e9", 7, fine, -0.0},
    {"5.", 2, fine, 5},
    {".5", 2, fine, 0.5},
    {"-.25x", 4, fine, -0.25},
    {"1.2.3", 3, fine, 1.2},
    {"1,5", 1, fine, 1},
    {"0x10", 1, fine, 0},
    {"12e", 2, fine, 12},
    {"12e+", 2, fine, 12},
    {"12E-x", 2, fine, 12},
    {"12E-1x", 5, fine, 1.2},
    {"1.e+02", 6, fine, 100},
    {"inf", 3, fine, infinity},
    {"-INFINITE", 4, fine, -infinity},
    {"-InFiNiTyx", 9, fine, -infinity},
    {"nan", 3, fine, no_number},
    {"-NaN(abc_9)", 11, fine, -no_number},
    {"nan(ab", 3, fine, no_number},
    {"nan(a-b)", 3, fine, no_number},
    {"1e400", 5, beyond, 0},
    {"-1e99999999999", 14, beyond, 0},
    {"1e-400", 6, beyond, 0},
    {"0.00001e-330", 12, beyond, 0},
    {"0e-999", 6, fine, 0},
    {"4.9e-324", 8, fine, 0x1p-1074},
    {"1.7976931348623157e308", 22, fine, 0x1.fffffffffffffp1023},
    {"1.7976931348623159e308", 22, beyond, 0},
    {"9007199254740993", 16, fine, 9007199254740992.0}, // half-way between two: to the even one
    {"9007199254740993.00000000000000000000000000000000000000000001", 61, fine, 9007199254740994.0},
};

} // namespace

TEST_CASE("read_number: where a number ends, and what it is") {
  for (sample const& s : samples)
    check_number<double>(s.text, s.length, s.problem, s.value);
  check_number<float>("1e39", 4, beyond, 0);
  check_number<float>("1e-46", 5, beyond, 0);
  check_number<float>("1.4e-45", 7, fine, 0x1p-149f);
  check_number<float>("16777217.0000000001", 19, fine, 16777218.0f); // by way of a double it would be 16777216
}

// A concept, not the library's macro: libc++ has some overloads and no macro.
template <class F>
concept standard_reads = requires(char const* p, F& x) { std::from_chars(p, p, x); };

TEST_CASE_TEMPLATE("read_number: as std::from_chars, on any text", F, float, double) {
  if constexpr (standard_reads<F>) {
    std::mt19937 draw(5);
    for (int n = 0; n < 20000; ++n) {
      std::string text(draw() % 12, ' ');
      for (char& c : text)
        c = std::string_view("0123456789012345..eE+-+-infatyINFATY(_)xX ")[draw() % 42];
      char const *const first = text.data(), *const last = first + text.size();
      F wanted = 77;
      auto const result = std::from_chars(first, last, wanted);
      check_number<F>(text, static_cast<std::size_t>(result.ptr - first), result.ec, wanted);
    }
  }
}

#endif
