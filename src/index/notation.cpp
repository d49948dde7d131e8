#include <weft/index/ranges.hpp>

namespace weft::detail {
namespace {

std::string name_of(int symbol) {
  return "_" + std::to_string(symbol);
}

} // namespace

std::string text_of_reach(reach_of_subscript const& r) {
  return r.leaves_64_bits ? "leaves 64 bits"
                          : "goes from " + std::to_string(r.least) + " to " + std::to_string(r.greatest);
}

void throw_outside(int axis, std::string const& subscript, reach_of_subscript const& r, index_t extent,
                   unsigned symbols, index_ranges const& ranges) {
  std::string where;
  for (int k = 0; k < max_indices; ++k)
    if ((symbols >> k & 1u) != 0)
      where += (where.empty() ? " (" : ", ") + name_of(k) + " from " + std::to_string(ranges.of[k].first) + " to " +
               std::to_string(ranges.of[k].first + ranges.of[k].count - 1);
  where += where.empty() ? "" : ")";
  throw index_error("weft: index notation: subscript " + std::to_string(axis) + ", " + subscript + ", " +
                    text_of_reach(r) + where + ", axis " + std::to_string(axis) + " has extent " +
                    std::to_string(extent));
}

void throw_value(std::string const& expression) {
  throw error("weft: index notation: " + expression + " leaves 64 bits");
}

index_t throw_unranged(int symbol) {
  throw index_error("weft: index notation: index " + name_of(symbol) +
                    " has no range: it stands alone in no subscript, or not in the target");
}

void found_counts::throw_counts(int symbol, index_t a, index_t b) {
  throw shape_error("weft: index notation: index " + name_of(symbol) + " goes along axes of extents " +
                    std::to_string(a) + " and " + std::to_string(b));
}

void index_box::narrow_scaled(int symbol, index_t coefficient, index_t least, index_t greatest, index_t extent) {
  // 0 <= least + coefficient * i and greatest + coefficient * i <= extent - 1
  index_t const low = index_difference::of(0, least);
  index_t const high = index_difference::of(index_difference::of(extent, 1), greatest);
  index_t const size = coefficient < 0 ? index_difference::of(0, coefficient) : coefficient;
  auto const down = [size](index_t n) { return index_quotient::of(n, size); };
  auto const up = [&](index_t n) { return index_difference::of(0, down(index_difference::of(0, n))); };
  if (coefficient < 0)
    keep(symbol, index_difference::of(0, down(high)), index_difference::of(0, up(low)));
  else
    keep(symbol, up(low), down(high));
}

} // namespace weft::detail
