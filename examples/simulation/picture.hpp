#pragma once
#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <string>

// Pictures of fields and of curves, as the examples here write them.
namespace picture {

using namespace weft;
using pixels = tensor<std::uint8_t, 3>; ///< rows, columns, and red, green and blue

/// A matrix in colours: black where it is at most `low`, then violet, red and orange, yellow from `high` on.
template <class E>
pixels colours(E const& u, double low, double high) {
  const tensor<double, 2> t = clamp((u - low) / (high - low), 0.0, 1.0);
  pixels p(t.extent(0), t.extent(1), 3);
  p(all, all, 0) = cast<std::uint8_t>(255.0 * sqrt(t));
  p(all, all, 1) = cast<std::uint8_t>(255.0 * t * t * t);
  p(all, all, 2) = cast<std::uint8_t>(255.0 * maximum(sin(6.2832 * t), 0.0));
  return p;
}

/// Adds a curve: values at equal distances from the left border to the right one, 0 at the bottom and 1 at the top.
inline void draw(pixels& p, tensor<double, 1> const& y, std::array<std::uint8_t, 3> colour) {
  const index_t rows = p.extent(0), columns = p.extent(1);
  const auto row = [&](index_t column) {
    return index_t((1.0 - std::clamp(y(column * y.extent(0) / columns), 0.0, 1.0)) * double(rows - 1));
  };
  for (index_t column = 0; column < columns; ++column) {
    const index_t here = row(column), before = row(std::max<index_t>(column - 1, 0));
    p(range(std::min(here, before), std::max(here, before) + 1), column, all) = borrow(colour);
  }
}

/// Writes a PNG, or a PPM where the name ends so, with `size` x `size` pixels for each; nothing where there is no name.
inline void save(std::string const& path, pixels const& p, index_t size = 1) {
  const auto enlarged = repeat(repeat(p, size, 0), size, 1);
  if (!path.empty())
    path.ends_with(".ppm") ? save_pnm(path, enlarged) : save_png(path, enlarged);
}

} // namespace picture
