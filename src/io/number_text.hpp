#pragma once
#include <weft/io/format.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace weft::detail {

using words = std::vector<std::string>;

/// What a text of `size` lacks of `width`.
inline std::string blanks(std::size_t width, std::size_t size) {
  return std::string(width - std::min(width, size), ' ');
}

/// Columns on a terminal, as far as one code point is one column.
inline std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Texts of one width, aligned at the point; F is float or double.
template <class F>
words float_words(std::vector<F> const& values, print_options const& options, sign_mode sign);

/// A number alone, as NumPy's str() gives it.
template <class F>
std::string lone_text(F x, bool part_of_complex);

} // namespace weft::detail
