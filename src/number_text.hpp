#pragma once
#include <weft/io/format.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace weft::detail {

using words = std::vector<std::string>;

/// What a text of `size` lacks of `width`.
inline std::string blanks(std::size_t width, std::size_t size) {
  return std::string(width - std::min(width, size), ' ');
}

/// Texts of one width, aligned at the point; F is float or double.
template <class F>
words float_words(std::vector<F> const& values, print_options const& options, bool always_signed = false);

/// A number alone, as NumPy's str() gives it.
template <class F>
std::string lone_text(F x, bool part_of_complex);

} // namespace weft::detail
