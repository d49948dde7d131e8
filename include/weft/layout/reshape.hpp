#pragma once
#include <weft/base/overflow.hpp>
#include <weft/layout/loose.hpp>

// Transformations that regroup the axes of a layout. They throw layout_error where the strides do not allow a view.
namespace weft::detail {

template <int C>
WEFT_FN constexpr bool has_no_elements(loose<C> const& l) {
  for (int k = 0; k < l.rank; ++k)
    if (l.extent[k] == 0)
      return true;
  return false;
}

/// Sets `step` to the one stride that walks the axes first ... last row by row. Returns false if there is none. The
/// layout must have elements.
/// @post in(..., i_first, ..., i_last, ...) lies at step * (place of i_first, ..., i_last, counted row by row)
template <int C>
WEFT_FN constexpr bool merge_strides(loose<C> const& in, int first, int last, index_t& step) {
  index_t run = 0;
  bool found = false;
  step = 1;
  for (int k = last; k >= first; --k) {
    if (in.extent[k] == 1)
      continue;
    if (found && in.stride[k] != run)
      return false;
    if (!found)
      step = in.stride[k];
    found = true;
    run = in.stride[k] * in.extent[k];
  }
  return true;
}

/// Merges the axes first ... last into one axis. Throws layout_error if their strides do not merge.
/// @post out(..., i_first * n + ..., ...) == in(..., i_first, ..., i_last, ...), counted row by row
template <int C>
WEFT_FN constexpr loose<C> merge_axes(loose<C> const& in, index_t first, index_t last) {
  loose<C> out;
  int const f = check_axis("flatten", first, in.rank), l = check_axis("flatten", last, in.rank);
  check_axis("flatten", last - first, in.rank);
  out.offset = in.offset;
  index_t n = 1, step = 1;
  for (int k = f; k <= l && k < C; ++k) // k < C always holds, but GCC 12 warns without this test
    n *= in.extent[k];
  if (!has_no_elements(in) && !merge_strides(in, f, l, step))
    throw_layout("flatten", "the strides of these axes do not merge: copy() first", in.extent, in.stride, in.rank);
  for (int k = 0; k < f; ++k)
    out.push(in.extent[k], in.stride[k]);
  out.push(n, step);
  for (int k = l + 1; k < in.rank; ++k)
    out.push(in.extent[k], in.stride[k]);
  return out;
}

/// Returns the static extents and the unit axis of a merge: a merged axis keeps the unit stride of its last member.
template <class Layout, int First, int Last>
WEFT_FN constexpr auto merge_static() {
  static_assert(0 <= First && First <= Last && Last < Layout::static_rank, "weft: flatten: no such axes");
  auto const in = loosen_static<Layout>();
  loose<Layout::static_rank - (Last - First)> out;
  index_t n = 1;
  for (int k = First; k <= Last; ++k)
    n = times(n, in.extent[k]);
  for (int k = 0; k < First; ++k)
    out.push(in.extent[k], in.stride[k]);
  // If the last member has extent 1, its stride says nothing about the merged axis.
  out.push(n, in.extent[Last] != 1 && in.extent[Last] != dyn ? in.stride[Last] : (First == Last ? in.stride[Last] : 0));
  for (int k = Last + 1; k < in.rank; ++k)
    out.push(in.extent[k], in.stride[k]);
  return out;
}

/// Adds an axis of extent 1 after each axis, or (Before) before it.
/// @post out(i_0, 0, i_1, 0, ...) == in(i_0, i_1, ...); with Before out(0, i_0, 0, i_1, ...). R is the rank of `in`.
template <int R, bool Before>
struct unit_interleaver {
  static constexpr int rank_change = R < 0 ? 0 : R;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    check_rank(2 * in.rank);
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k) {
      if (Before)
        out.push(1, 0);
      out.push(in.extent[k], in.stride[k]);
      if (!Before)
        out.push(1, 0);
    }
    return out;
  }
  template <class Layout>
    requires(R >= 0)
  WEFT_FN static constexpr auto static_facts() {
    return unit_interleaver{}(loosen_static<Layout, rank_change>());
  }
};

/// Merges an axis with the next one into one axis.
template <class A>
struct pair_flattener {
  static constexpr int rank_change = -1;
  [[no_unique_address]] A axis{};
  template <int C>
  WEFT_FN constexpr loose<C> operator()(loose<C> const& in) const {
    return merge_axes(in, axis, static_cast<index_t>(axis) + 1);
  }
  template <class Layout>
    requires is_static_axis<A>
  WEFT_FN static constexpr auto static_facts() {
    return merge_static<Layout, A::value, A::value + 1>();
  }
};

/// Merges the axes first ... last into one. If they are known only at run time, so is the rank of the result.
template <class A, class B>
struct run_flattener {
  static constexpr int rank_change = 0;
  [[no_unique_address]] A first{};
  [[no_unique_address]] B last{};
  template <int C>
  WEFT_FN constexpr loose<C> operator()(loose<C> const& in) const {
    return merge_axes(in, first, last);
  }
  template <class Layout>
  WEFT_FN static constexpr auto static_facts() {
    return merge_static<Layout, A::value, B::value>();
  }
  template <class Layout>
  WEFT_FN static constexpr auto choose() {
    if constexpr (is_static_axis<A> && is_static_axis<B> && Layout::static_rank >= 0)
      return typename layout_from_static<static_facts_of<Layout, run_flattener>>::type{};
    else
      return layout<dynamic_extents, strided>{};
  }
  template <class Layout>
  using result = decltype(choose<Layout>());
};

/// Sets the strides of `out`, whose extents are given. Returns false if no strides do. There must be elements.
/// @post out and in list the same elements in row-major order
template <int D, int C>
WEFT_FN constexpr bool try_reshape(loose<C> const& in, loose<D>& out) {
  int old_axis = 0, new_axis = 0;
  while (old_axis < in.rank && new_axis < out.rank) {
    // Take the smallest groups of old and new axes that have equal products of extents.
    int old_end = old_axis + 1, new_end = new_axis + 1;
    index_t old_count = in.extent[old_axis], new_count = out.extent[new_axis];
    while (old_count != new_count)
      if (old_count < new_count && old_end < in.rank)
        old_count *= in.extent[old_end++];
      else if (new_end < out.rank)
        new_count *= out.extent[new_end++];
      else
        return false; // never reached: both have as many elements; GCC 12 warns without it
    index_t step = 1;
    if (!merge_strides(in, old_axis, old_end - 1, step))
      return false;
    for (int k = new_end - 1; k >= new_axis; --k) {
      out.stride[k] = step;
      step *= out.extent[k];
    }
    old_axis = old_end;
    new_axis = new_end;
  }
  for (; new_axis < out.rank; ++new_axis) // new axes of extent 1 that are left over
    out.stride[new_axis] = 1;
  return true;
}

/// Returns `to` with an extent of -1 replaced by the number that gives as many elements as `extents`. Throws
/// shape_error if no number does, or if the counts of elements differ.
template <Shape To>
WEFT_FN constexpr To resolve_shape(To to, index_t const* extents, int rank) {
  index_t count = 1, static_facts = 1;
  int open = -1;
  bool fits = true;
  char const* reason = "the numbers of elements differ";
  for (int k = 0; k < rank; ++k)
    count *= extents[k];
  for (int k = 0; k < to.rank(); ++k) {
    if (to.entry(k) == -1 && open >= 0)
      reason = "two axes are -1";
    else if (to.entry(k) < -1)
      reason = "an extent is negative";
    if (to.entry(k) == -1 && open < 0)
      open = k;
    else
      fits = to.entry(k) >= 0 && !multiply_overflows(static_facts, to.entry(k), &static_facts) && fits;
  }
  if (open >= 0 && fits && static_facts > 0 && count % static_facts == 0)
    to.set(open, count / static_facts);
  else if (open >= 0 || static_facts != count)
    fits = false;
  if (!fits) {
    auto const wanted = convert_extents<dynamic_extents>(to);
    throw_shapes("reshape", extents, rank, wanted.value, wanted.rank(), reason);
  }
  return to;
}

template <Shape To>
struct reshaper {
  static constexpr int rank_change = 0;
  To to;
  template <class Layout>
  using result = layout<To, strided>;
  template <int C>
  WEFT_FN constexpr auto operator()(loose<C> const& in) const {
    loose<capacity<To::static_rank>> out;
    To const full = resolve_shape(to, in.extent, in.rank);
    out.offset = in.offset;
    for (int k = 0; k < full.rank(); ++k)
      out.push(full.entry(k), 1);
    if (count_of(full) != 0 && !try_reshape(in, out))
      throw_layout("reshape", "the strides do not allow a view: copy() first", in.extent, in.stride, in.rank);
    return out;
  }
};

/// Broadcasts to the shape `to`, whose elements have been counted.
/// @post out(i...) == in(j...), where j has i's last numbers, and 0 on axes where in has extent 1
template <Shape To>
struct broadcaster {
  static constexpr int rank_change = 0;
  To to;
  template <class Layout>
  using result = layout<To, strided>;
  template <int C>
  WEFT_FN constexpr auto operator()(loose<C> const& in) const {
    loose<capacity<To::static_rank>> out;
    int const lead = to.rank() - in.rank;
    out.offset = in.offset;
    bool fits = lead >= 0;
    for (int k = 0; k < to.rank() && fits; ++k) {
      bool const repeats = k < lead || (in.extent[k - lead] == 1 && to.entry(k) != 1);
      fits = to.entry(k) >= 0 && (repeats || in.extent[k - lead] == to.entry(k));
      out.push(to.entry(k), repeats ? 0 : in.stride[k - lead]);
    }
    if (!fits) {
      auto const wanted = convert_extents<dynamic_extents>(to);
      throw_shapes("broadcast_to", in.extent, in.rank, wanted.value, wanted.rank(), "the shape does not broadcast");
    }
    return out;
  }
};

} // namespace weft::detail
