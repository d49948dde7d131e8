#pragma once
#include <weft/eval/assign.hpp>
#include <weft/index/hierarchical_layout.hpp>

// Evaluates operands in hierarchical layouts by loops whose axes are their modes. Each axis of a statement is split
// where a mode of an operand ends, in the same way for all operands; then every operand is strided.
namespace weft::detail {

using any_layout = layout<dynamic_extents, strided>;

/// The parts into which each axis of a shape is split, from the slowest to the fastest.
struct axis_splits {
  int rank = 0;              ///< the rank of the shape
  int first[max_rank + 1]{}; ///< the parts of axis k are first[k] ... first[k + 1] - 1
  index_t extent[max_rank]{};
};

/// Splits the axes of a shape: add() collects where, for each operand; close() computes the parts.
class axis_refinement {
public:
  WEFT_API explicit axis_refinement(dynamic_extents const& whole);
  /// Adds splits at the ends of modes, which belong to the last axes of the shape. Returns false if the extent of a
  /// mode is neither 1 nor the extent of its axis, or if an operand (`window`, `offset`) is not the whole array with
  /// its axes in order.
  WEFT_API bool add(hierarchical_layout const& modes, any_layout const& window, index_t offset);
  WEFT_API bool add(hierarchical_layout const& modes);
  /// Computes the parts into which the axes are split. Returns false if modes of operands have no common parts, or if
  /// there are more parts than a loop has axes.
  WEFT_API bool close();
  [[nodiscard]] WEFT_FN axis_splits const& axes() const { return axes_; }
  /// Returns the layout of modes along the parts; a mode of extent 1 repeats along its axis.
  [[nodiscard]] WEFT_API any_layout place(hierarchical_layout const& modes) const;

private:
  dynamic_extents whole_;
  plain_vector<index_t> ends_[max_rank]; ///< numbers of elements of an axis after which a mode ends
  axis_splits axes_;
};

/// Splits the axes of a layout into parts. @post out(..., parts of i, ...) == in(..., i, ...)
struct mode_splitter {
  static constexpr int rank_change = 0;
  axis_refinement const& refinement;
  template <class Layout>
  using result = any_layout;
  template <int C>
  WEFT_FN loose<max_rank> operator()(loose<C> const& in) const {
    axis_splits const& axes = refinement.axes();
    loose<max_rank> out;
    out.offset = in.offset;
    out.rank = axes.first[axes.rank];
    for (int k = 0; k < axes.rank; ++k) {
      index_t stride = in.stride[k];
      for (int p = axes.first[k + 1] - 1; p >= axes.first[k]; --p) {
        out.extent[p] = axes.extent[p];
        out.stride[p] = stride;
        stride *= axes.extent[p];
      }
    }
    return out;
  }
};

/// A hierarchical layout without the slowest mode of one axis: the axis that has the most modes.
struct peeled_mode {
  hierarchical_layout rest;
  int axis;
  index_t extent, stride; ///< the extent and the stride of the slowest mode
  index_t step;           ///< how far apart two indices of that mode are, in elements of the axis
};
WEFT_API peeled_mode peel(hierarchical_layout const& modes);

/// Calls f(part of elements, part of memory) for all parts of an array and of memory in a hierarchical layout. Both
/// parts are strided and have one shape. There is one part, unless there are more modes than a loop has axes.
template <class T, class M, class F>
WEFT_FN void for_each_arranged(strided_leaf<T, any_layout> const& elements, hierarchical_layout const& modes, M* memory,
                               F const& f) {
  axis_refinement r(elements.extents());
  r.add(modes);
  if (r.close())
    return f(window_of_leaf(elements, mode_splitter{r}), strided_leaf<M, any_layout>(memory, r.place(modes), {}));
  peeled_mode const m = peel(modes);
  for (index_t k = 0; k < m.extent; ++k)
    for_each_arranged(window_of_leaf(elements, range_selector<int>{m.axis, k * m.step, m.step}), m.rest,
                      memory + k * m.stride, f);
}
template <class T, class L, class K>
WEFT_FN strided_leaf<T, any_layout> with_any_layout(strided_leaf<T, L, K> const& e) {
  return {e.data, convert_layout<any_layout>(e.place), e.keep.watched()};
}

/// The operation that copies memory in a hierarchical layout to a target, in the order of its indices.
template <class T, class Extents>
struct unfolding : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true};
  hierarchical_layout modes;

  WEFT_FN explicit unfolding(hierarchical_layout l) : modes(static_cast<hierarchical_layout&&>(l)) {}
  WEFT_COPIED(unfolding);

  template <class Target, class M>
  WEFT_FN void evaluate(Target const& target, session& s, M const& memory) const {
    memory.keep.check("expression");
    for_each_arranged(with_any_layout(target), modes, memory.data,
                      [&s](auto const& to, auto const& from) { assign(to, from, s); });
  }
};

template <class T, class X, class L, class... C>
inline constexpr bool holds_modes<deferred<unfolding<T, X>, L, C...>> = true;

/// Returns the memory itself as a strided operand along the parts of its axes: the refinement has accepted its modes.
template <class T, class X, class L, class M>
WEFT_FN auto window_of_leaf(deferred<unfolding<T, X>, L, M> const& e, mode_splitter const& f) {
  auto const& memory = get<0>(e.operands);
  return strided_leaf<T const, any_layout, std::remove_cvref_t<decltype(memory.keep)>>(
      memory.data, f.refinement.place(e.operation.modes), memory.keep);
}

/// Adds the modes of all operands of an expression. Returns false if r refuses them, as for a part of an array.
template <class E>
WEFT_FN bool add_modes(E const& e, axis_refinement& r) {
  if constexpr (!holds_modes<E>)
    return true;
  else if constexpr (requires { e.children; })
    return unpack<E::arity>([&]<int... At>() { return (add_modes(get<At>(e.children), r) && ...); });
  else
    return r.add(e.operation.modes, convert_layout<any_layout>(e.place), e.offset);
}

/// Broadcasts e to a shape, and returns it along the parts of the axes.
template <Shape S, class E>
WEFT_FN auto split_along(E const& e, S const& shape, axis_refinement const& r) {
  if constexpr (E::static_rank == 0)
    return e;
  else
    return window_of(window_of(e, broadcaster<S>{shape}), mode_splitter{r});
}

/// Assigns e to target by a loop whose axes are the modes of the operands. Returns false, and does nothing, if the
/// modes have no common parts.
template <class T, class L, class E>
WEFT_FN bool assign_by_modes(answered_above, strided_leaf<T, L> const& target, E const& e, session& s) {
  axis_refinement r(convert_extents<dynamic_extents>(target.extents()));
  if (!add_modes(e, r) || !r.close())
    return false;
  assign(window_of_leaf(target, mode_splitter{r}), split_along(e, target.extents(), r), s);
  return true;
}
/// Calls f(x, steps) for a fold of e and returns true. x is e with each axis split into the parts that the modes of all
/// operands have in common; steps are the strides of the fold's results along these parts. `strides` are those along
/// the axes of e, 0 along a folded one. Returns false, and calls nothing, if there are no common parts, or too many.
template <class E, class F>
WEFT_FN bool with_modes(answered_above, E const& e, index_t const* strides, session&, F const& f) {
  auto const whole = convert_extents<dynamic_extents>(e.extents());
  axis_refinement r(whole);
  if (!add_modes(e, r) || !r.close())
    return false;
  loose<max_rank> results;
  for (int k = 0; k < whole.rank(); ++k)
    results.push(whole.entry(k), strides[k]);
  f(window_of(e, mode_splitter{r}), mode_splitter{r}(results).stride);
  return true;
}

} // namespace weft::detail
