#pragma once
#include <weft/eval/constant.hpp>
#include <weft/eval/deterministic.hpp>
#include <weft/eval/fold_kernel.hpp>
#include <weft/eval/into_target.hpp>
#include <weft/eval/one_run.hpp>
#include <weft/eval/small_fold.hpp>
#include <weft/eval/table.hpp>
#include <weft/layout/walk.hpp>

WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Folds element by element in row-major order, for elements that cannot be copied as bytes.
template <class T, class E, class R>
WEFT_FN void fold_elements(fold_pass<R> const& pass, E const& e, T* out, index_t const* strides, session& s) {
  R const& reducer = pass.reducer;
  auto const whole = convert_extents<dynamic_extents>(e.extents());
  index_t const size = count_of(whole);
  index_t results = 1, count = 1;
  for (int k = 0; k < whole.rank(); ++k)
    (strides[k] == 0 ? count : results) *= whole.entry(k);
  using A = typename R::accumulator;
  auto const totals = new_temporary<A>(shape(results), s);
  compute(s, [&] {
    A* const total = totals.data;
    for (index_t i = 0; i < results; ++i)
      total[i] = reducer.start();
    index_t index[max_rank]{}, place = 0;
    for (index_t n = 0; n < size; ++n) {
      reducer.add(total[place], e.element(index));
      next_index(whole, whole.rank(), index, [&](int k, index_t by) { place += by * strides[k]; });
    }
    pass.finish(out, sizeof(T), total, results, count);
  });
}

/// True if nothing that is computed for a fold throws. Otherwise, as with functions of the program, the fold is
/// computed into a temporary, so that an exception leaves the target as it was.
template <class Core>
inline constexpr bool never_throws = Core::total || Core::operations == 0;
template <class A, class N>
inline constexpr bool never_throws<core_node<with_number, A, N>> = never_throws<A>;

template <class T, class E, class R>
WEFT_FN constexpr bool writes_directly() {
  using core = core_t<E>;
  return requires { requires R::total; } && is_number<T> && folds_bytes<T, R, core> && never_throws<core>;
}

/// Throws shape_error if there are no values and the reducer has no result for none.
template <class R>
WEFT_INLINE void require_values(bool none) {
  if constexpr (!R::has_identity)
    if (none)
      throw_shape_reason(R::name, "nothing to reduce: the axes have extent 0, and there is no result for that");
}

/// Folds e into `out`. `strides` has one entry for each axis of e, counted in results; it is 0 on the axes that are
/// reduced. Nothing in e is deferred.
template <class T, bool ToOne = false, class E, class R>
WEFT_FN void fold_loop(R const& reducer, E const& e, T* out, index_t const* strides, session& s) {
  using core = core_t<E>;
  auto const& whole = e.extents();
  if constexpr (!R::has_identity) {
    index_t results = 1;
    for (int k = 0; k < whole.rank(); ++k)
      results *= strides[k] == 0 ? 1 : whole.entry(k);
    require_values<R>(count_of(whole) == 0 && results != 0);
  }
  auto const with_table = [&](auto const& run) {
    room_for<core, E::static_rank> room(whole);
    auto into = room.enter();
    into.position[0] = reinterpret_cast<index_t>(out);
    for (int k = 0; k < whole.rank(); ++k)
      into.steps[k * into.operands] = strides[k] * index_t(sizeof(T));
    core const values = core_type<E>::template of<1>(into, e);
    operand_kind const* kinds = kinds_of<T>(slots_t<core>{});
    if constexpr (requires { e.function.enters_memory(into, 1); }) { // values decided at run time may lie in memory
      operand_kind const in_memory[] = {kinds[0], memory_kind(kinds[1].size)};
      run(room.table(e.function.enters_memory(into, 1) ? in_memory : kinds), values);
    } else {
      run(room.table(kinds), values);
    }
  };
  if constexpr (folds_bytes<T, R, core>) {
    fold_in_passes(reducer, [&](fold_pass<R> const& pass) {
      with_table([&](loop_table const& table, core const& values) {
        fold_core<R, core> const c{pass.reducer, values};
        run_fold(fold_kind_of<T, R, core, ToOne, unit_axes_of<E> == 0>(), table, &c, &pass, s);
      });
    });
  } else {
    with_table([&](loop_table const& table, core const&) { describe_fold(1 + core::operations, table, s); });
    fold_in_passes(reducer, [&](fold_pass<R> const& pass) { fold_elements(pass, e, out, strides, s); });
  }
}

/// In a fold of all elements, the element numbers count along the run, so they do not prevent one.
template <class L, class A, class N>
inline constexpr bool lies_like<L, node<with_number, A, N>> = lies_like<L, A>;

/// Two variables: whether E is one run of memory in row-major order, and whether it is one in column-major order, for a
/// reducer that may take the values in that order.
template <class E>
inline constexpr bool runs_by_rows = lies_like<layout<typename E::extents_type, dense<row_major>>, E>;
template <class R, class E>
inline constexpr bool runs_by_columns = !runs_by_rows<E> && !is_in_order<R> && !requires { R::accepts_numbers; } &&
                                        lies_like<layout<typename E::extents_type, dense<column_major>>, E>;

/// True if an expression reads only memory, from so few places that its elements are copied together for a fold.
template <class S>
inline constexpr bool is_memory_slot = false;
template <class T>
inline constexpr bool is_memory_slot<slot<T>> = is_plain<T>;
template <class... S>
inline constexpr std::size_t widest_slot = 0;
template <class S, class... More>
inline constexpr std::size_t widest_slot<S, More...> = sizeof(typename S::value_type) > widest_slot<More...>
                                                           ? sizeof(typename S::value_type)
                                                           : widest_slot<More...>;
template <class... S>
WEFT_FN constexpr bool may_copy_together(slot_list<S...>) {
  return sizeof...(S) <= 4 && (is_memory_slot<S> && ...);
}
/// Folds few_elements or fewer values of operands with any steps: copies the operands together, and calls the kernel
/// for one row. The values are computed by that kernel only, so that all ways round alike.
template <class... S, int... J>
WEFT_FN void fold_steps(loop_kernel kernel, void const* core, loop_frame const& frame, slot_list<S...> slots,
                        std::integer_sequence<int, J...>) {
  if constexpr (may_copy_together(slots)) {
    constexpr std::size_t row = std::size_t(few_elements) * widest_slot<S...>;
    alignas(64) std::byte room[sizeof...(S) * row];
    index_t const to[] = {frame.position[0], reinterpret_cast<index_t>(room + std::size_t(J) * row)...};
    auto const copy = [&]<class T>(T* elements, index_t from, index_t by) {
      WEFT_PRAGMA(GCC unroll 4)
      for (index_t i = 0; i < frame.columns; ++i)
        elements[i] = *reinterpret_cast<T const*>(from + i * by);
    };
    (copy(reinterpret_cast<typename S::value_type*>(to[J + 1]), frame.position[J + 1], frame.column[J + 1]), ...);
    kernel(core, frame_of_run(to, frame.columns, to));
  }
}

/// Sets `out` to the fold of e, if e is one run that is folded as one row, with the same bits as run_fold. Otherwise
/// does nothing and returns false. For 16 numbers it takes a third of the time of run_fold.
template <class T, class R, class E>
WEFT_INLINE bool fold_as_run(R const& reducer, E const& e, T& out) {
  using core = core_t<E>;
  if constexpr (core::slots > 0 && (runs_by_rows<E> || runs_by_columns<R, E>) && folds_bytes<T, R, core>) {
    if constexpr (runs_by_columns<R, E> && !joins_exactly<R>)
      if (deterministic())
        return false;
    auto const& extents = e.extents();
    constexpr bool stepped = has_steps<E>;
    index_t position[core::slots + 1], step[stepped ? core::slots + 1 : 1];
    one_run<typename E::extents_type, stepped> run{position, step, extents};
    fold_core<R, core> const c{reducer, core_type<E>::template of<1>(run, e)};
    run.note_recordings();
    index_t const count = count_of(extents);
    fold_kind const& kind = fold_kind_of<T, R, core, true, unit_axes_of<E> == 0>();
    loop_kernel kernel = kind.rows.run[chosen_isa];
    bool copied = false;
    if constexpr (stepped)
      if (run.gaps != 0) {
        loop_kernel const strided = kind.strided_rows.run[chosen_isa];
        copied = strided == nullptr && may_copy_together(slots_t<core>{});
        kernel = count > few_elements ? nullptr : copied ? kernel : strided;
      }
    if (run.differences != 0 || count == 0 || !is_one_row(count) || kernel == nullptr)
      return false;
    typename R::accumulator total = reducer.start();
    position[0] = reinterpret_cast<index_t>(&total);
    loop_frame const frame = frame_of_run(position, count, position, step);
    if (copied)
      fold_steps(kernel, &c, frame, slots_t<core>{}, slot_numbers<core>{});
    else if (is_number<typename R::accumulator> && !stepped &&
             stands_here<core>(count)) // others are much code to inline
      fold_rows_body<R, core>::run(any_vector(), &c, frame);
    else
      kernel(&c, frame);
    auto const result = reducer.finish(total, count);
    out = store_as<T>(result);
    if constexpr (fold_pass<R>::may_repeat)
      return !reducer.doubts(total, result);
    return true;
  }
  return false;
}

/// Folds an expression into results that have the given strides along the axes of the expression.
template <class R, class T>
struct fold_into {
  R const& reducer;
  T* out;
  session& s;
  template <class E>
  WEFT_FN void operator()(E const& e, index_t const* strides) const {
    fold_loop<T>(reducer, materialise(e, s), out, strides, s);
  }
};

/// Sets `out` to the fold of all elements of e if that needs no plan and no memory; otherwise returns false.
template <class T, class R, class E>
WEFT_INLINE bool fold_unplanned(R const& reducer, E const& e, T& out) {
  if constexpr (is_small_fold<R, E>()) {
    if (!is_recording()) {
      using all = decltype(all_axes(std::make_integer_sequence<int, E::static_rank>{}));
      fold_small<written_out, all>(reducer, small_values<E, written_out>(e), &out);
      return true;
    }
    return false;
  }
  if constexpr (!E::is_deferred)
    if (fold_as_run(reducer, e, out))
      return true;
  return false;
}

/// Returns the fold of all elements of e. It uses a plan, unless evaluated operands have made e one run.
template <class T, class R, class E>
WEFT_FN T fold_all(R const& reducer, E const& e, session& s) {
  static constexpr index_t none[max_rank]{};
  T out{};
  equal_operands<E> const equal(e, s);
  if constexpr (holds_modes<E>)
    if (with_modes(answered_above{}, e, none, s, fold_into<R, T>{reducer, &out, s}))
      return out;
  auto const& ready = materialise(e, s);
  if constexpr (E::is_deferred)
    if (!s.dry() && fold_as_run(reducer, ready, out))
      return out;
  fold_loop<T, true>(reducer, ready, &out, none, s);
  return out;
}
/// Returns the fold of all elements of e, of small static shape, in a constant expression, one after the other.
template <class R, class E>
WEFT_FN constexpr folded_t<R> fold_constant(R const& reducer, E const& e) {
  if constexpr (E::is_deferred) {
    using all = decltype(all_axes(std::make_integer_sequence<int, E::static_rank>{}));
    folded_t<R> out{};
    fold_small<in_constants, all>(reducer, small_values<E, in_constants>(e), &out);
    return out;
  } else {
    typename R::accumulator total = reducer.start();
    for_constant(e.extents(), [&](index_t const* index, index_t) { reducer.add(total, e.element(index)); });
    return reducer.finish(total, count_of(e.extents()));
  }
}
template <class R, class E>
WEFT_SLOW folded_t<R> fold_planned(R const& reducer, E const& e) {
  session s;
  return fold_all<folded_t<R>>(reducer, e, s);
}
template <class R, class E>
WEFT_INLINE constexpr folded_t<R> fold_of_all(R const& reducer, E const& e) {
  if constexpr (may_be_constant<typename E::extents_type, E>())
    if (std::is_constant_evaluated())
      return fold_constant(reducer, e);
  folded_t<R> out{};
  if (fold_unplanned(reducer, e, out))
    return out;
  using whole = layout<typename E::extents_type, dense<row_major>>;
  constexpr bool copied = is_copied_aside<whole, E> || (is_small_fold<R, E>() && may_copy_aside<E>);
  return fold_planned(reducer, aside<copied>(e));
}

/// Folds some axes. Extents: the shape of the result. AtOnce: computing the operand throws nothing. Axes: the folded
/// axes as axes_t if types know them, else void.
template <class R, class Extents, bool AtOnce, class Axes = void>
struct fold_operation : result_of<folded_t<R>, Extents> {
  static constexpr deferred_traits traits{
      .into_target = AtOnce, .refuses_late = true, .is_fold = true}; ///< a fold throws for an empty axis

  static constexpr bool comparable = is_own_reducer<R>;

  [[no_unique_address]] R reducer;
  unsigned reduced; ///< bit k: axis k is folded

  WEFT_INLINE constexpr fold_operation(R const& r, unsigned axes) : reducer(r), reduced(axes) {}
  // A reducer of the program's own may have members that are not trivial.
  WEFT_COPIED(fold_operation);

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    auto const& place = target.place;
    if (place.size() == 0) // its strides may be 0 then, as they are along folded axes
      return;
    int const rank = operand.extents().rank();
    bool const keeps_all = place.rank() == rank;
    index_t strides[max_rank]; // only `rank` entries are set: setting all to 0 takes 10 ns
    for (int k = 0, kept = 0; k < rank; ++k) {
      bool const goes = (reduced >> k & 1u) != 0;
      strides[k] = goes ? 0 : place.stride(kept);
      kept += !goes || keeps_all ? 1 : 0;
    }
    fold_into<R, folded_t<R>> const fold{reducer, target.data, s};
    if constexpr (holds_modes<E>)
      if (with_modes(answered_above{}, operand, strides, s, fold))
        return;
    fold(operand, strides);
  }

  WEFT_FN bool same(fold_operation const& other) const {
    return reduced == other.reduced && same_bytes(reducer, other.reducer);
  }

  template <class E>
  WEFT_FN static constexpr index_t small_work() {
    if constexpr (std::is_void_v<Axes> || !requires { R::total; } || !calls_nothing<E>)
      return not_small;
    else
      return small_fold_work<R, E>();
  }
  template <class E>
  WEFT_FN static constexpr small_step small_step_of() {
    return small_loop<typename E::extents_type, E>(true);
  }
  template <class How, class Values>
  WEFT_INLINE constexpr void evaluate_small(folded_t<R>* to, Values const& values) const {
    fold_small<How, Axes>(reducer, values, to);
  }
};

/// Returns the deferred fold of e over the axes `reduced`, with a result of shape `left`.
template <class Axes = void, class R, class E, class Extents>
WEFT_INLINE constexpr auto make_fold(R const& reducer, E e, Extents const& left, unsigned reduced) {
  using operation = fold_operation<R, Extents, writes_directly<folded_t<R>, materialised<E>, R>(), Axes>;
  return make_deferred(R::name, operation(reducer, reduced), left, static_cast<E&&>(e));
}

} // namespace weft::detail
WEFT_KERNELS_END
