#include <weft/index/ranges.hpp>

namespace weft::detail {
namespace {

std::string name_of(int symbol) {
  return "_" + std::to_string(symbol);
}

} // namespace

void throw_outside(int axis, std::string const& subscript, index_t least, index_t greatest, index_t extent,
                   unsigned symbols, index_ranges const& ranges) {
  std::string where;
  for (int k = 0; k < max_indices; ++k)
    if ((symbols >> k & 1u) != 0)
      where += (where.empty() ? " (" : ", ") + name_of(k) + " from " + std::to_string(ranges.of[k].first) + " to " +
               std::to_string(ranges.of[k].first + ranges.of[k].count - 1);
  where += where.empty() ? "" : ")";
  throw index_error("weft: index notation: subscript " + std::to_string(axis) + ", " + subscript + ", goes from " +
                    std::to_string(least) + " to " + std::to_string(greatest) + where + ", axis " +
                    std::to_string(axis) + " has extent " + std::to_string(extent));
}

index_t throw_unranged(int symbol) {
  throw index_error("weft: index notation: index " + name_of(symbol) +
                    " has no range: it stands alone in no subscript, or not in the target");
}

void found_counts::throw_counts(int symbol, index_t a, index_t b) {
  throw shape_error("weft: index notation: index " + name_of(symbol) + " goes along axes of extents " +
                    std::to_string(a) + " and " + std::to_string(b));
}

void index_box::narrow(int symbol, index_t coefficient, index_t least, index_t greatest, index_t extent) {
  // 0 <= least + coefficient * i and greatest + coefficient * i <= extent - 1
  const index_t low = index_difference::of(0, least);
  const index_t high = index_difference::of(index_difference::of(extent, 1), greatest);
  const index_t size = coefficient < 0 ? index_difference::of(0, coefficient) : coefficient;
  const auto down = [size](index_t n) { return index_quotient::of(n, size); };
  const auto up = [&](index_t n) { return index_difference::of(0, down(index_difference::of(0, n))); };
  const index_t from = coefficient < 0 ? index_difference::of(0, down(high)) : up(low);
  const index_t to = coefficient < 0 ? index_difference::of(0, up(low)) : down(high);
  const bool is_new = (bounded >> symbol & 1u) == 0;
  bounded |= 1u << symbol;
  first[symbol] = is_new || from > first[symbol] ? from : first[symbol];
  last[symbol] = is_new || to < last[symbol] ? to : last[symbol];
}

void index_box::to_ranges(unsigned symbols, index_ranges& ranges) const {
  for (int k = 0; k < max_indices; ++k)
    if ((symbols >> k & 1u) != 0) {
      if ((bounded >> k & 1u) == 0)
        throw_unranged(k);
      ranges.of[k] = {first[k], last[k] < first[k] ? 0 : index_sum::of(index_difference::of(last[k], first[k]), 1)};
    }
}

} // namespace weft::detail
