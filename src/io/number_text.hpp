#pragma once
#include <weft/base/half.hpp>
#include <weft/io/format.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace weft::detail {

using words = std::vector<std::string>;

/// Returns the blanks that fill a text of width `size` up to `width`.
inline std::string blanks(std::size_t width, std::size_t size) {
  return std::string(width - std::min(width, size), ' ');
}

/// Returns how many columns a text takes on a terminal, if each code point takes one.
inline std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Returns x, or for an element of 16 bits a float: the shortest text of this float is the shortest text that reads
/// back as the element.
template <class T>
T written_alike(T x) {
  return x;
}
template <class T>
  requires is_half<T>
float written_alike(T x) {
  char text[32];
  for (int precision = 0; precision <= std::numeric_limits<T>::max_digits10; ++precision) {
    float read = 0;
    char const* const last =
        std::to_chars(text, text + sizeof text, float{x}, std::chars_format::scientific, precision).ptr;
    std::from_chars(text, last, read);
    if (T(read).bits() == x.bits())
      return read;
  }
  return x; // NaN
}

/// Returns texts of one width, aligned at the point; F is float or double.
template <class F>
words float_words(std::vector<F> const& values, print_options const& options, sign_mode sign);

/// Returns a single number as NumPy's str() writes it.
template <class F>
std::string lone_text(F x, bool is_component);

} // namespace weft::detail
