#pragma once
#ifdef WEFT_WITHOUT_HDF5
#error "weft: this library was built without the component hdf5: -DWEFT_COMPONENTS=all, or a list with hdf5"
#endif
#include <weft/layout/slice.hpp>

// The part of a dataset that subscripts name.
namespace weft::detail {

/// For each axis of a dataset the indices first, first + step, ...; an axis that an integer names is not kept.
struct hdf5_selection {
  int rank = 0;
  index_t first[max_rank] = {}, count[max_rank] = {}, step[max_rank] = {};
  bool kept[max_rank] = {};

  WEFT_FN void push(index_t begin, index_t n, index_t by, bool keep) {
    first[rank] = begin;
    count[rank] = n;
    step[rank] = by;
    kept[rank++] = keep;
  }
  /// Returns the shape of the part.
  [[nodiscard]] WEFT_FN dynamic_extents shape() const {
    int out_rank = 0;
    for (int k = 0; k < rank; ++k)
      out_rank += kept[k];
    dynamic_extents out(out_rank);
    for (int k = 0, at = 0; k < rank; ++k)
      if (kept[k])
        out.set(at++, count[k]);
    return out;
  }
};

template <class S>
WEFT_FN void select_axes(hdf5_selection& out, dynamic_extents const& shape, S const& s, int taken) {
  if constexpr (std::same_as<S, ellipsis_t>) {
    for (int const last = out.rank + shape.rank() - taken; out.rank < last;)
      out.push(0, shape.entry(out.rank), 1, true);
  } else {
    int const axis = out.rank;
    index_t const n = shape.entry(axis);
    if constexpr (Place<S>) {
      index_t const i = resolve(s, n);
      if (i < 0 || i >= n)
        throw_index("subscript", i, axis, n);
      out.push(i, 1, 1, false);
    } else if constexpr (std::same_as<S, all_t>) {
      out.push(0, n, 1, true);
    } else {
      auto const r = resolve_range(s, axis, n);
      if (r.count > 1 && r.step < 0)
        throw_index_reason("hdf5", "the ranges of a part of a dataset go upwards");
      out.push(r.count == 0 ? 0 : r.first, r.count, r.step < 0 ? 1 : r.step, true);
    }
  }
}
/// Returns the part that integers, ranges, all and ellipsis name; axes without a subscript are whole. Throws
/// index_error if it is not within the shape, or if a range goes downwards.
template <class... S>
WEFT_FN hdf5_selection select(dynamic_extents const& shape, S const&... subscripts) {
  constexpr bool allowed = ((Subscript<S> && !std::same_as<S, newaxis_t>) && ...);
  static_assert(allowed, "weft: hdf5: a part of a dataset is named by integers, ranges, all and ellipsis");
  constexpr int taken = (0 + ... + consumed<S>);
  hdf5_selection out;
  if constexpr (allowed) {
    check_sliced(taken, shape.rank(), 0);
    (select_axes(out, shape, subscripts, taken), ...);
  }
  while (out.rank < shape.rank())
    out.push(0, shape.entry(out.rank), 1, true);
  return out;
}

} // namespace weft::detail
