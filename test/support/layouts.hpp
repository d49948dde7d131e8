#pragma once
#include <weft/index/hierarchical_layout.hpp>

#include <support/grid.hpp>

#include <string_view>
#include <vector>

// Hierarchical layouts, and what they are by definition.
namespace layouts {

using weft::index_t;
using lay = weft::hierarchical_layout;

inline lay read(char const* text) {
  return lay(std::string_view(text));
}

/// A random hierarchy; strides that divide and are multiples of each other, or any.
inline lay make(grid::dice& dice, int depth, bool powers) {
  const auto number = [&](index_t most) { return powers ? index_t(1) << dice.below(most) : dice.below(2 * most); };
  if (depth == 0 || dice.below(3) == 0)
    return {1 + (powers ? (index_t(1) << dice.below(3)) - 1 : dice.below(5)), number(4)};
  std::vector<lay> modes;
  for (index_t n = dice.below(4); n > 0; --n)
    modes.push_back(make(dice, depth - 1, powers));
  return lay(modes);
}
/// All offsets, by the definition: the first mode varies fastest.
inline std::vector<index_t> offsets(lay const& l) {
  if (!l.is_list()) {
    std::vector<index_t> out;
    for (index_t k = 0; k < l.size(); ++k)
      out.push_back(k * l.stride());
    return out;
  }
  std::vector<index_t> out{0};
  for (int k = 0; k < l.rank(); ++k) {
    const std::vector<index_t> slower = offsets(l.mode(k));
    std::vector<index_t> longer;
    for (index_t s : slower)
      for (index_t o : out)
        longer.push_back(o + s);
    out = longer;
  }
  return out;
}

} // namespace layouts
