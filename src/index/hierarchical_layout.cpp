#include "base/text_reader.hpp"

#include <weft/index/layout_algebra.hpp>

namespace weft {
namespace {

using detail::index_product;
using detail::layout_algebra::layouts;

/// Returns the text of the extents of a layout, or of its strides.
std::string half_of(hierarchical_layout const& l, bool strides) {
  if (!l.is_list())
    return std::to_string(strides ? l.stride() : l.size());
  std::string out = "(";
  for (int k = 0; k < l.rank(); ++k)
    out += (k > 0 ? "," : "") + half_of(l.mode(k), strides);
  return out + ")";
}

/// A number, or a list of such numbers and lists.
struct numbers {
  bool list = false;
  index_t value = 0;
  std::vector<numbers> nested;
};

class layout_reader : detail::text_reader {
public:
  explicit layout_reader(std::string_view text) : text_reader("layout", text) {}

  hierarchical_layout read() {
    numbers const extents = parse_modes();
    if (!accept(":")) {
      want_end();
      index_t run = 1;
      return compact(extents, run);
    }
    std::size_t const begin = next();
    numbers const strides = parse_modes();
    want_end();
    return joined(extents, strides, begin);
  }

private:
  numbers parse_modes() {
    numbers out;
    if (!accept("(")) {
      next();
      if (!is_digit(here()) || parse_number(out.value) != std::errc())
        fail("a number of 64 bits, or ( is expected here");
      return out;
    }
    level const deeper(*this);
    out.list = true;
    if (accept(")"))
      return out;
    do
      out.nested.push_back(parse_modes());
    while (accept(","));
    want(")");
    return out;
  }
  static hierarchical_layout compact(numbers const& extents, index_t& run) {
    if (!extents.list) {
      hierarchical_layout const mode(extents.value, run);
      run = index_product::of(run, extents.value);
      return mode;
    }
    layouts modes;
    for (numbers const& n : extents.nested)
      modes.push_back(compact(n, run));
    return hierarchical_layout(std::move(modes));
  }
  hierarchical_layout joined(numbers const& extents, numbers const& strides, std::size_t begin) {
    if (extents.list != strides.list || extents.nested.size() != strides.nested.size()) {
      go_back(begin);
      fail("the strides have another hierarchy than the extents");
    }
    if (!extents.list)
      return {extents.value, strides.value};
    layouts modes;
    for (std::size_t k = 0; k < extents.nested.size(); ++k)
      modes.push_back(joined(extents.nested[k], strides.nested[k], begin));
    return hierarchical_layout(std::move(modes));
  }
};

} // namespace

hierarchical_layout::hierarchical_layout(std::string_view text) : hierarchical_layout(layout_reader(text).read()) {}

std::string to_string(hierarchical_layout const& l) {
  return half_of(l, false) + ":" + half_of(l, true);
}

namespace detail {

void throw_mode(index_t extent, index_t stride) {
  if (extent < 1)
    throw shape_error("weft: hierarchical_layout: an extent is 1 or more, not " + std::to_string(extent));
  throw layout_error("weft: hierarchical_layout: a stride is 0 or more, not " + std::to_string(stride));
}
void throw_no_mode(index_t k, index_t count) {
  throw index_error("weft: hierarchical_layout: mode " + std::to_string(k) + " of " + std::to_string(count));
}
void throw_no_stride(hierarchical_layout const& l) {
  throw layout_error("weft: hierarchical_layout: a list of modes has no stride of its own: " + to_string(l));
}
void throw_no_place(index_t n, index_t count) {
  throw index_error("weft: hierarchical_layout: place " + std::to_string(n) + " of " + std::to_string(count));
}
void throw_mode_numbers(int count, hierarchical_layout const& l) {
  throw index_error("weft: hierarchical_layout: " + std::to_string(count) + " numbers for " + to_string(l));
}

void layout_algebra::refuse(char const* operation, char const* reason, hierarchical_layout const& a,
                            hierarchical_layout const& b) {
  throw layout_error(std::string("weft: ") + operation + ": " + reason + ": " + to_string(a) + " and " + to_string(b));
}
void layout_algebra::refuse_tiles(char const* operation, std::size_t tiles, hierarchical_layout const& a) {
  throw shape_error(std::string("weft: ") + operation + ": " + std::to_string(tiles) + " tiles for " + to_string(a));
}

} // namespace detail
} // namespace weft
