#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <locale.h>
#include <stdlib.h>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif

// Private to src: reads numbers from text as std::from_chars does.
namespace weft::detail {

/// Returns the length of the longest start of a text that std::from_chars reads as a floating-point number; 0 if none.
inline std::size_t length_of_number(std::string_view text) {
  auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
  auto const digits = [&](std::size_t at) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end]))
      ++end;
    return end - at;
  };
  auto const word = [&](std::size_t at, std::string_view lower) {
    if (text.size() - at < lower.size())
      return false;
    for (std::size_t k = 0; k < lower.size(); ++k)
      if ((text[at + k] | 0x20) != lower[k]) // makes letters lower case
        return false;
    return true;
  };
  std::size_t const begin = text.starts_with('-') ? 1 : 0;
  if (word(begin, "infinity"))
    return begin + 8;
  if (word(begin, "inf"))
    return begin + 3;
  if (word(begin, "nan")) { // nan(...), with letters, digits and _
    std::size_t end = begin + 4;
    if (end > text.size() || text[end - 1] != '(')
      return begin + 3;
    auto const in_word = [&](char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_'; };
    while (end < text.size() && in_word(text[end]))
      ++end;
    return end < text.size() && text[end] == ')' ? end + 1 : begin + 3;
  }
  std::size_t const whole = digits(begin);
  std::size_t end = begin + whole, fraction = 0;
  if (end < text.size() && text[end] == '.') {
    fraction = digits(end + 1);
    end += 1 + fraction;
  }
  if (whole + fraction == 0)
    return 0;
  if (end < text.size() && (text[end] | 0x20) == 'e') {
    std::size_t const sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-') ? 1 : 0;
    if (std::size_t const power = digits(end + 1 + sign); power > 0)
      end += 1 + sign + power;
  }
  return end;
}

#if !defined(_WIN32)
/// Does what std::from_chars does, by strtod of POSIX 2008 in the "C" locale: the locale of the program may have
/// another decimal point.
template <class F>
  requires(std::is_same_v<F, float> || std::is_same_v<F, double>)
std::from_chars_result number_by_strtod(char const* first, char const* last, F& out) {
  std::string const text(first, length_of_number({first, static_cast<std::size_t>(last - first)}));
  if (text.empty())
    return {first, std::errc::invalid_argument};
  static locale_t const plain = newlocale(LC_ALL_MASK, "C", locale_t());
  F value;
  if constexpr (std::is_same_v<F, float>)
    value = strtof_l(text.c_str(), nullptr, plain);
  else
    value = strtod_l(text.c_str(), nullptr, plain);
  char const* const end = first + text.size();
  std::string_view const digits = std::string_view(text).substr(0, text.find_first_of("eE"));
  bool const is_word = (text.back() | 0x20) >= 'a' || text.back() == ')'; // inf and nan
  // errno is not read: it would report subnormal numbers too, which are in range.
  if (!is_word && (std::isinf(value) || (value == 0 && digits.find_first_of("123456789") != digits.npos)))
    return {end, std::errc::result_out_of_range};
  out = value;
  return {end, std::errc()};
}
#endif

/// Calls std::from_chars if the library has it for T, else number_by_strtod: libc++ before version 20 lacks it for
/// floating-point types.
template <class T>
std::from_chars_result read_number(char const* first, char const* last, T& out) {
  if constexpr (requires { std::from_chars(first, last, out); })
    return std::from_chars(first, last, out);
  else
    return number_by_strtod(first, last, out);
}

/// Returns true if a number that is out of range is too near to 0, false if it is too large: the power of ten of its
/// first digit other than 0 decides.
inline bool is_tiny_number(std::string_view text) {
  std::size_t const e = std::min(text.find_first_of("eE"), text.size());
  std::string_view const mantissa = text.substr(0, e);
  auto const point = static_cast<long>(std::min(mantissa.find('.'), e));
  auto const lead = static_cast<long>(std::min(mantissa.find_first_not_of("-0."), e));
  std::string_view exponent = text.substr(std::min(e + 1, text.size()));
  if (!exponent.empty() && exponent[0] == '+')
    exponent.remove_prefix(1);
  long power = 0;
  if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec == std::errc::result_out_of_range)
    return exponent[0] == '-';
  return power < lead - point;
}

} // namespace weft::detail
