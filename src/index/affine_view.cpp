#include <weft/index/affine_view.hpp>

#include <algorithm>

namespace weft::detail {
namespace {

index_t magnitude(index_t s) {
  return s < 0 ? index_difference::of(0, s) : s;
}

/// True if no two indices lie at one place, as far as can be told from one axis after the other: the steps of each are
/// wider than all of the finer ones together.
bool is_distinct(affine_place const& p) {
  int axes[max_rank], count = 0;
  for (int k = 0; k < p.extents.rank(); ++k)
    if (p.extents.entry(k) > 1)
      axes[count++] = k;
  const auto step = [&](int k) { return magnitude(p.strides.entry(k)); };
  std::sort(axes, axes + count, [&](int a, int b) { return step(a) < step(b); });
  index_t reach = 0;
  for (int k = 0; k < count; ++k) {
    if (step(axes[k]) <= reach)
      return false;
    reach = index_sum::of(reach, index_product::of(step(axes[k]), p.extents.entry(axes[k]) - 1));
  }
  return true;
}

} // namespace

affine_place place_of(dynamic_extents const& loops, affine_terms const* terms, dynamic_extents const& extents,
                      dynamic_extents const& strides, bool writes) {
  affine_place p;
  p.extents = loops;
  p.strides = loops;
  for (int j = 0; j < loops.rank(); ++j)
    p.strides.set(j, 0);
  if (count_of(loops) == 0) // no subscript has a value
    return p;
  for (int k = 0; k < extents.rank(); ++k) {
    affine_terms const& t = terms[k];
    index_t least = t.offset, greatest = t.offset;
    for (int j = 0; j < loops.rank(); ++j) {
      const index_t reach = index_product::of(t.coefficient[j], loops.entry(j) - 1);
      (reach < 0 ? least : greatest) = index_sum::of(reach < 0 ? least : greatest, reach);
    }
    if (least < 0 || greatest >= extents.entry(k))
      throw index_error("weft: affine_view: subscript " + std::to_string(k) + " goes from " + std::to_string(least) +
                        " to " + std::to_string(greatest) + ", axis " + std::to_string(k) + " has extent " +
                        std::to_string(extents.entry(k)));
    p.offset += t.offset * strides.entry(k);
    for (int j = 0; j < loops.rank(); ++j)
      if (loops.entry(j) > 1)
        p.strides.set(j, index_sum::of(p.strides.entry(j), index_product::of(t.coefficient[j], strides.entry(k))));
  }
  if (writes && !is_distinct(p))
    throw_layout("affine_view", "elements may be there twice: std::as_const() reads them", p.extents.value,
                 p.strides.value, p.extents.rank());
  return p;
}

} // namespace weft::detail
