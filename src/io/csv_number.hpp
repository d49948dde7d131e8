#pragma once
#include "base/read_number.hpp"

#include <weft/base/half.hpp>
#include <weft/base/scalar.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

// Private to src: reads numbers from the fields of a CSV file.
namespace weft::detail {

enum class parsed { yes, no, out_of_range };

/// Parses a number, with a sign + or -, at the front of the text, and drops it from the text.
template <class T>
parsed parse_number(std::string_view& text, T& out) {
  bool const plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  char const* const first = text.data() + plus;
  auto const [last, status] = read_number(first, text.data() + text.size(), out);
  if (status == std::errc::invalid_argument)
    return parsed::no;
  if (status == std::errc::result_out_of_range) {
    if (std::is_integral_v<T> || !is_tiny_number({first, static_cast<std::size_t>(last - first)}))
      return parsed::out_of_range;
    out = static_cast<T>(text[0] == '-' ? -0.0 : 0.0);
  }
  text.remove_prefix(static_cast<std::size_t>(last - text.data()));
  return parsed::yes;
}

template <class T>
parsed parse(std::string_view text, T& out) {
  parsed const answer = parse_number(text, out);
  return answer == parsed::yes && !text.empty() ? parsed::no : answer;
}

inline parsed parse(std::string_view text, bool& out) {
  constexpr std::string_view words[] = {"0", "false", "False", "FALSE", "1", "true", "True", "TRUE"};
  auto const found = std::find(std::begin(words), std::end(words), text) - std::begin(words);
  out = found >= 4;
  return found < 8 ? parsed::yes : parsed::no;
}

/// Reads a double and rounds it to T: a double has all digits that the text of a T needs.
template <class T>
  requires is_half<T>
parsed parse(std::string_view text, T& out) {
  double wide = 0;
  parsed const answer = parse(text, wide);
  out = T(wide);
  return answer == parsed::yes && std::isfinite(wide) && !std::isfinite(float{out}) ? parsed::out_of_range : answer;
}

/// Reads a, bj or a+bj, also in parentheses, as NumPy writes them.
template <class F>
parsed parse(std::string_view text, std::complex<F>& out) {
  if (text.size() > 2 && text.front() == '(' && text.back() == ')')
    text = text.substr(1, text.size() - 2);
  F first{}, second{};
  parsed answer = parse_number(text, first);
  if (answer == parsed::yes && text == "j") {
    out = {F(0), first};
    return answer;
  }
  if (answer == parsed::yes && !text.empty()) {
    answer = text[0] == '+' || text[0] == '-' ? parse_number(text, second) : parsed::no;
    if (answer == parsed::yes && text != "j")
      answer = parsed::no;
  }
  out = {first, second};
  return answer;
}

/// Stores the element for a missing field: the fill, or NaN. Returns false if T cannot hold it.
template <class T>
bool fill_value(std::optional<double> const& fill, T& out) {
  if constexpr (std::is_integral_v<T>) {
    // The upper bound is a power of 2, which a double holds, unlike the greatest integer of 64 bits.
    double const below = std::ldexp(1.0, std::numeric_limits<T>::digits), lowest = std::is_signed_v<T> ? -below : 0.0;
    if (!fill || !(*fill >= lowest && *fill < below) || *fill != std::trunc(*fill))
      return false;
    out = static_cast<T>(*fill);
  } else {
    using F = real_t<T>;
    out = static_cast<F>(fill.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return true;
}

/// Returns the number with a point as its decimal sign, for from_chars. If the text has a point already, it is no
/// number: then "." is returned, which no type reads.
inline std::string_view with_point(std::string_view text, char decimal, std::string& kept) {
  if (decimal == '.')
    return text;
  if (text.find('.') != std::string_view::npos)
    return ".";
  kept = std::string(text);
  std::replace(kept.begin(), kept.end(), decimal, '.');
  return kept;
}

} // namespace weft::detail
