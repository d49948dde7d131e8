#pragma once
#include <weft/ops/cut_operand.hpp>

// Assigns expressions that have operands with elements beyond the ends of their axes. Each axis of the target is cut at
// the indices where the elements of such an operand begin to come from another part of its memory. Within a piece each
// of these operands is a window of memory, or one constant with stride 0, so a piece is an ordinary statement over
// plain views. The interior is one loop; faces, edges and corners are thin loops. All pieces have the same types.
namespace weft::detail {

/// Returns the operand in memory. An operand that is not in memory is evaluated into a temporary.
template <class E>
WEFT_FN decltype(auto) memory_to_cut(E const& e, session& s) {
  if constexpr (requires { e.keep; }) {
    e.keep.check("assignment");
    return (e);
  } else if constexpr (requires { e.to_shared(); }) {
    return e.to_shared();
  } else if constexpr (is_deferred_operation<E>) {
    return materialise(e, s);
  } else {
    using T = typename E::value_type;
    auto values = new_temporary<T>(e.extents(), s);
    assign(values.template borrowed<T>(), e, s);
    return std::move(values).to_read();
  }
}

/// Returns an expression over the axes of a statement in the form that can be cut into pieces. Deferred operands are
/// evaluated here.
template <int R, Shape S, class T, class X, int C, bool Linear, class L, class E>
WEFT_FN auto cut_form(deferred<continuation<T, X, C, Linear>, L, E> const& e, S const& space, session& s) {
  using inner = continued_levels<E, !Linear>;
  using made = cut_operand<T, R, E::static_rank, 1 + inner::count, Linear>;
  auto const seen = window_of_leaf(e, broadcaster<S>{space});
  axis_move moves[max_rank];
  if (!find_moves(convert_extents<dynamic_extents>(e.whole), convert_extents<dynamic_extents>(seen.place.extents()),
                  convert_extents<dynamic_extents>(seen.place.strides()), seen.offset, moves))
    return made(window_of_leaf(materialise(e, s), broadcaster<S>{space}));
  auto const& operand = get<0>(e.operands);
  auto const& memory = memory_to_cut(inner::memory(operand), s);
  constexpr bool is_made = !requires { inner::memory(operand).keep; };
  return made(memory, convert_extents<dims<R>>(space), moves, is_made, [&](auto* level) {
    write_level(e.operation, operand, *level);
    inner::write(operand, level + 1);
  });
}
/// A child of a node, to be brought into the form that can be cut into pieces. It is made in place, because it is
/// large.
template <class E, class S>
struct child_to_cut {
  E const& child;
  S const& space;
  session& s;
};
template <int R>
struct cut_maker {
  template <class E, class S>
  WEFT_INLINE static auto make(child_to_cut<E, S> const& c) {
    return cut_form<R>(c.child, c.space, c.s);
  }
};
template <int R, Shape S, class E>
WEFT_FN auto cut_form(E const& e, S const& space, session& s) {
  if constexpr (!goes_beyond<E>) {
    if constexpr (E::static_rank == 0)
      return std::remove_cvref_t<decltype(materialise_operand<R>(e, s))>(materialise_operand<R>(e, s));
    else
      return window_of(materialise_operand<R>(e, s), broadcaster<S>{space});
  } else {
    return [&]<int... At>(std::integer_sequence<int, At...>) {
      auto operation = operation_in_window<broadcaster<S>, R>(e.function);
      using made = node<decltype(operation), decltype(cut_form<R>(get<At>(e.children), space, s))...>;
      return made(
          made_by<cut_maker<R>>{}, operation, convert_extents<typename made::extents_type>(space),
          child_to_cut<std::remove_cvref_t<decltype(get<At>(e.children))>, S>{get<At>(e.children), space, s}...);
    }(std::make_integer_sequence<int, E::arity>{});
  }
}

/// Calls f with each operand that is cut.
template <class E, class F>
WEFT_INLINE void for_each_cut(E& e, F const& f) {
  if constexpr (is_cut<E>)
    f(e);
  else if constexpr (requires { e.children; })
    [&]<int... At>(std::integer_sequence<int, At...>) {
      (for_each_cut(get<At>(e.children), f), ...);
    }(std::make_integer_sequence<int, E::arity>{});
}
/// The two forms of a piece: a box (box_form), and a line (line_form), which needs no plan.
template <int R>
struct box_form {
  static constexpr int rank = R;
  target_box<R> const& box;
  session& s;
  WEFT_INLINE box_selector<R> selector() const { return {box}; }
  WEFT_INLINE dims<R> extents(int r) const { return extents_of_box(box, r); }
  template <class E>
  WEFT_INLINE auto operator()(E& cut) const {
    return cut.piece(box, s);
  }
};
template <int R>
struct line_form {
  static constexpr int rank = 1;
  target_box<R> const& box;
  int axis;
  session& s;
  WEFT_INLINE line_selector<R> selector() const { return {box, axis}; }
  WEFT_INLINE dims<1> extents(int) const { return shape(box.count[axis]); }
  template <class E>
  WEFT_INLINE auto operator()(E& cut) const {
    return cut.line(box, axis, s);
  }
};
template <class Form, class E>
struct child_of_piece {
  E& child;
  Form const& form;
};
struct piece_maker {
  template <class Form, class E>
  WEFT_INLINE static auto make(child_of_piece<Form, E> const& c) {
    return piece_of(c.child, c.form);
  }
};
template <class Form, class E>
WEFT_INLINE auto piece_of(E& e, Form const& form) {
  if constexpr (is_cut<E>)
    return form(e);
  else if constexpr (E::static_rank == 0)
    return e;
  else if constexpr (requires { e.children; })
    return pieces_of(e, form, std::make_integer_sequence<int, E::arity>{});
  else
    return window_of_leaf(e, form.selector());
}
template <class Form, class E, int... At>
WEFT_INLINE auto pieces_of(E& e, Form const& form, std::integer_sequence<int, At...>) {
  using made = node<typename E::function_type, decltype(piece_of(get<At>(e.children), form))...>;
  return made(
      made_by<piece_maker>{}, e.function,
      convert_extents<typename made::extents_type>(form.extents(e.extents().rank())),
      child_of_piece<Form, std::remove_reference_t<decltype(get<At>(e.children))>>{get<At>(e.children), form}...);
}

/// True if a piece may read elements of the target that another piece writes.
template <class T, class L, class E>
WEFT_FN bool meets_target(strided_leaf<T, L> const& target, footprint const& bytes, E const& e) {
  if constexpr (is_cut<E>)
    return e.meets(bytes);
  else if constexpr (requires { e.children; })
    return [&]<int... At>(std::integer_sequence<int, At...>) {
      return (meets_target(target, bytes, get<At>(e.children)) || ...);
    }(std::make_integer_sequence<int, E::arity>{});
  else if constexpr (requires { is_target(target, e); })
    return !is_target(target, e) && reads_bytes(e, bytes);
  else
    return reads_bytes(e, bytes);
}

/// Assigns e to target piece by piece. The target must share no elements with what other pieces read.
template <class T, class L, class E>
struct piecewise {
  static constexpr int rank = L::static_rank;
  strided_leaf<T, L> const& target;
  E& e;
  session& s;
  target_box<rank> box;

  WEFT_FN void cut(int axis) {
    if (axis == target.place.rank())
      return assign_piece();
    index_t const n = target.place.extent(axis);
    for_each_cut(e, [&](auto& operand) { operand.restart(axis); });
    for (index_t p = 0, by = 0; p < n; p += by) {
      by = n - p;
      for_each_cut(e, [&](auto& operand) {
        if (p > 0)
          operand.advance(axis, p, box.count[axis]);
        by = operand.left(axis, by);
      });
      box.first[axis] = p;
      box.count[axis] = by;
      cut(axis + 1);
    }
  }

private:
  /// Assigns one piece. A line takes a fifth of the time that the same line takes as a box, which needs a plan.
  WEFT_FN void assign_piece() {
    if constexpr (rank > 0) {
      int along = rank - 1, longer = 0;
      for (int k = 0; k < rank; ++k)
        if (box.count[k] > 1) {
          along = k;
          ++longer;
        }
      if (longer < 2)
        return assign_line(window_of_leaf(target, line_selector<rank>{box, along}),
                           piece_of(e, line_form<rank>{box, along, s}));
    }
    if constexpr (rank != 1)
      assign<shape_fit::agrees>(window_of_leaf(target, box_selector<rank>{box}), piece_of(e, box_form<rank>{box, s}),
                                s);
  }
  template <class M, class P>
  WEFT_INLINE void assign_line(strided_leaf<T, M> const& to, P const& piece) {
    bool done = false;
    compute(s, [&] { done = assign_as_run(to, piece, to.place.stride(0) == 1 ? few_elements : to.place.extent(0)); });
    if (!done)
      assign<shape_fit::agrees>(to, piece, s);
  }
};
template <class T, class L, class E>
WEFT_FN void cut_into_pieces(strided_leaf<T, L> const& target, E& e, session& s) {
  piecewise<T, L, E>{target, e, s, {}}.cut(0);
}

/// Assigns e, which broadcasts, to target; assign calls this. All pieces are computed before the first one is written
/// if the target overlaps an operand with elements beyond its ends, or if a value may be refused.
template <class T, class L, class E>
WEFT_FN void assign_in_pieces(answered_above, strided_leaf<T, L> const& target, E const& e, session& s) {
  if (target.place.size() == 0)
    return;
  s.nested = true;
  auto cut = cut_form<L::static_rank>(e, target.extents(), s);
  index_t extents[max_rank], strides[max_rank];
  if (!may_refuse<E> && !repeats_elements(target.place) &&
      !meets_target(target, footprint_of(target, extents, strides), cut))
    return cut_into_pieces(target, cut, s);
  // Into a target of the same type, so that the code for pieces is compiled once.
  using order =
      std::conditional_t<std::same_as<view_order_t<typename L::order>, column_major>, column_major, row_major>;
  auto values = new_temporary<T, order>(target.extents(), s);
  cut_into_pieces(strided_leaf<T, L>(values.data, convert_layout<L>(values.place), {}), cut, s);
  assign<shape_fit::agrees>(target, std::move(values).to_read(), s);
}
/// Evaluates a whole continuation into target; continuation::evaluate calls this.
template <class T, class L, class Op, class E>
WEFT_FN void evaluate_in_pieces(answered_above, strided_leaf<T, L> const& target, Op const& operation, E const& operand,
                                session& s) {
  if (target.place.size() == 0)
    return;
  constexpr int rank = L::static_rank;
  axis_move moves[max_rank];
  for (int k = 0; k < target.place.rank(); ++k)
    moves[k] = {0, 1, k};
  auto const& memory = memory_to_cut(operand, s);
  cut_operand<typename Op::value_type, rank, E::static_rank, 1, Op::is_linear> cut(
      memory, convert_extents<dims<rank>>(target.extents()), moves, false,
      [&](auto* level) { write_level(operation, operand, *level); });
  cut_into_pieces(target, cut, s);
}

} // namespace weft::detail
