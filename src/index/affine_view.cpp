#include <weft/index/affine_view.hpp>

#include <algorithm>

namespace weft::detail {
namespace {

index_t magnitude(index_t s) {
  return s < 0 ? index_difference::of(0, s) : s;
}

} // namespace

void check_distinct(char const* operation, dynamic_extents const& extents, dynamic_extents const& strides) {
  int axes[max_rank], count = 0;
  for (int k = 0; k < extents.rank(); ++k)
    if (extents.entry(k) > 1)
      axes[count++] = k;
    else if (extents.entry(k) == 0)
      return;
  const auto step = [&](int k) { return magnitude(strides.entry(k)); };
  std::sort(axes, axes + count, [&](int a, int b) { return step(a) < step(b); });
  index_t reach = 0; // of all finer axes together: each step must be wider
  for (int k = 0; k < count; ++k) {
    if (step(axes[k]) <= reach)
      throw_layout(operation, "elements may be there twice", extents.value, strides.value, extents.rank());
    reach = index_sum::of(reach, index_product::of(step(axes[k]), extents.entry(axes[k]) - 1));
  }
}

affine_place place_of(dynamic_extents const& loops, affine_terms const* terms, dynamic_extents const& extents,
                      dynamic_extents const& strides, bool writes) {
  affine_place p;
  p.extents = loops;
  p.strides = loops;
  index_t steps[max_rank]{};
  const bool is_empty = count_of(loops) == 0; // then no subscript has a value
  for (int k = 0; k < extents.rank() && !is_empty; ++k) {
    reach_of_subscript r(terms[k].offset);
    for (int j = 0; j < loops.rank(); ++j)
      r.add(terms[k].coefficient[j], {0, loops.entry(j)}, strides.entry(k), steps[j]);
    if (r.leaves_64_bits || r.least < 0 || r.greatest >= extents.entry(k))
      throw index_error("weft: affine_view: subscript " + std::to_string(k) + " " + text_of_reach(r) + ", axis " +
                        std::to_string(k) + " has extent " + std::to_string(extents.entry(k)));
    p.offset += r.first * strides.entry(k);
  }
  for (int j = 0; j < loops.rank(); ++j)
    p.strides.set(j, steps[j]);
  if (writes)
    check_distinct("affine_view", p.extents, p.strides);
  return p;
}

} // namespace weft::detail
