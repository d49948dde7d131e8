#pragma once
#include <weft/dynamic/any_subscript.hpp>

#include <algorithm>

// Private to src/dynamic: applies a list of subscripts to a layout.
namespace weft::detail {

/// The transformation of a layout that a list of subscripts makes, as slicer makes it for subscripts of static types.
struct list_slicer {
  static constexpr int rank_change = 0; ///< 0, because a layout of run-time rank has room for every rank
  any_subscript const* at;
  int count;

  loose<max_rank> operator()(loose<max_rank> const& in) const {
    loose<max_rank> out;
    out.offset = in.offset;
    write(in, out);
    return out;
  }
  template <class Out>
  void write(loose<max_rank> const& in, Out& out) const {
    using what = any_subscript::what;
    int const taken = axes_taken();
    int change = 0, ellipses = 0;
    for (int k = 0; k < count; ++k) {
      change += at[k].of == what::extra ? 1 : at[k].of == what::place ? -1 : 0;
      ellipses += at[k].of == what::rest;
    }
    if (ellipses > 1)
      throw_index_reason("subscript", "more than one ellipsis");
    check_sliced(taken, in.rank, change);
    int axis = 0;
    for (int k = 0; k < count; ++k)
      step(at[k], in, out, axis, taken);
    for (; axis < in.rank; ++axis)
      out.push(in.extent[axis], in.stride[axis]);
  }

  /// Returns the number of axes that subscript k makes in the result, for an operand of the given rank.
  int axes_made(int k, int rank) const {
    using what = any_subscript::what;
    return at[k].of == what::place ? 0 : at[k].of == what::rest ? rank - axes_taken() : 1;
  }

private:
  int axes_taken() const {
    using what = any_subscript::what;
    return static_cast<int>(std::count_if(
        at, at + count, [](any_subscript const& s) { return s.of != what::extra && s.of != what::rest; }));
  }
  template <class Out>
  static void step(any_subscript const& s, loose<max_rank> const& in, Out& out, int& axis, int taken) {
    using what = any_subscript::what;
    switch (s.of) {
    case what::place:
      return slice_axes(s.range.first, in, out, axis, taken);
    case what::range:
      return slice_axes(s.range, in, out, axis, taken);
    case what::whole:
      return slice_axes(all, in, out, axis, taken);
    case what::extra:
      return slice_axes(newaxis, in, out, axis, taken);
    default:
      return slice_axes(ellipsis, in, out, axis, taken);
    }
  }
};

} // namespace weft::detail
