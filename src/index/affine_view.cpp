#include "index/distinct.hpp"

#include <weft/index/affine_view.hpp>

#include <utility>

namespace weft::detail {
namespace {

index_t magnitude(index_t s) {
  return s < 0 ? index_difference::of(0, s) : s;
}

} // namespace

void check_distinct(char const* operation, dynamic_extents const& extents, dynamic_extents const& strides) {
  std::vector<stepping_axis> axes;
  for (int k = 0; k < extents.rank(); ++k)
    if (extents.entry(k) > 1)
      axes.push_back({extents.entry(k), magnitude(strides.entry(k))});
    else if (extents.entry(k) == 0)
      return;
  if (!are_distinct(std::move(axes)))
    throw_layout(operation, "elements may be there twice", extents.value, strides.value, extents.rank());
}

affine_place place_of(dynamic_extents const& loops, affine_terms const* terms, dynamic_extents const& extents,
                      dynamic_extents const& strides, bool writes) {
  affine_place p;
  p.extents = loops;
  p.strides = loops;
  index_t steps[max_rank]{};
  bool const is_empty = count_of(loops) == 0; // without loops no subscript has a value to check
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
