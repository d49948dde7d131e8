#pragma once
#include <weft/eval/identity.hpp>
#include <weft/eval/limits.hpp>
#include <weft/eval/linear_form.hpp>
#include <weft/eval/one_run.hpp>
#include <weft/eval/refusal.hpp>
#include <weft/eval/row_blocks.hpp>
#include <weft/eval/small_report.hpp>
#include <weft/eval/table.hpp>
#include <weft/eval/virtual_leaf.hpp>
#include <weft/eval/virtual_loop.hpp>

namespace weft::detail {

/// The number of kernel variants that hold one operand in a register, in addition to the kernel that reads every
/// operand through a pointer. A small expression has one for each operand, for the case that it is constant along rows.
/// Without it the operand is repeated into a buffer: X * row + column took 1.2 to 1.6 times as long for 100 x 100,
/// whatever filled the buffer. Vectors have no rows, and larger expressions use the buffer.
template <class Core, int Rank>
inline constexpr int held_variants =
    slots_t<Core>::count >= 2 && slots_t<Core>::count <= max_held_operands && (Rank < 0 || Rank > 1)
        ? slots_t<Core>::count
        : 0;

/// Returns, for three operands, a variant that holds the last two in registers, for (x - mean) / deviation by rows:
/// 0.15 ns an element in place of 0.27.
template <class T, class Core, int Count>
WEFT_FN constexpr kernel_variant pair_variant() {
  if constexpr (Count == 3)
    return cloned<map_body<T, Core, 0b110>>::wide_variant(0b110);
  else
    return {};
}

/// True if a core also has a kernel that reads and writes with any strides, one element at a time. It computes
/// statements of few elements without unit strides; for more elements only statements whose target has a stride
/// (writes_strided in src/loop/schedule.cpp). It is not compiled if types say that rows have unit stride or repeat.
template <class Core>
inline constexpr bool has_strided_kernel = Core::total && is_straight<Core> && stage_buffers<Core> == 0;

template <class T, class Core, bool Strided, int... J>
WEFT_FN constexpr map_kind bytewise_kind(std::integer_sequence<int, J...>) {
  constexpr int count = sizeof...(J);
  return {1 + Core::slots,
          1 + count + int(count == 3),
          Core::operations,
          true,
          {cloned<map_body<T, Core, 0>>::variant(), cloned<map_body<T, Core, 1u << J>>::wide_variant(1u << J)...,
           pair_variant<T, Core, count>()},
          single_variant_if<Strided && has_strided_kernel<Core>, strided_map_body<T, Core>>(),
          cost_of<Core>};
}
template <class T, class Core>
WEFT_INLINE map_kind const& object_kind() {
  constexpr loop_kernel run = cloned<strided_map_body<T, Core>>::kernels::template at<0>();
  static constexpr map_kind kind{1 + Core::slots, 1, Core::operations, false, {{0, {{run, run, run}}}}, {}};
  return kind;
}
template <class T, class Core, index_t Count>
WEFT_INLINE loop_kernel static_kernel() {
  static constexpr kernel_variant v = cloned<static_map_body<T, Core, Count>>::variant();
  return v.run[chosen_isa];
}

/// True if one call of the compiled library computes target = e.
template <class T, class E>
WEFT_FN constexpr bool is_one_loop() {
  if constexpr (E::is_deferred)
    return false;
  else
    return is_bytewise<T> && bytewise_slots(slots_t<core_t<E>>{});
}

// These kinds are constants inside functions, because functions carry the tag of the build: the linker must not give
// the kernels of another build to this one.
template <class T, class Core, bool Strided, int Held>
WEFT_INLINE map_kind const& bytewise_constant() {
  static constexpr map_kind kind = bytewise_kind<T, Core, Strided>(std::make_integer_sequence<int, Held>{});
  return kind;
}
template <class T, class L, class E, class Core = core_t<E>>
WEFT_INLINE map_kind const& kind_of_assignment() {
  if constexpr (is_one_loop<T, E>()) {
    constexpr bool strided = (unit_axes<L>() & unit_axes_of<E>) == 0;
    return bytewise_constant<T, Core, strided, held_variants<Core, L::static_rank>>();
  } else {
    return object_kind<T, Core>();
  }
}

/// Computes an expression by the core that its type gives. settled_core of eval/refusal.hpp is the alternative: a core
/// without checks for values that weft refuses.
template <class Core>
struct core_as_it_is {
  using type = Core;
  WEFT_INLINE static constexpr Core const& of(Core const& core) { return core; }
};

/// Runs an expression that has a kernel of its own. Returns false if nothing was done: see run_map.
struct kernel_call {
  map_kind const& kind;
  void const* core;
  WEFT_INLINE bool operator()(loop_table const& table, session& s) const { return run_map(kind, table, core, s); }
};

/// Calls run(table, call), where `call` runs target = e over `table`, for a target with elements T, layout L and shape
/// `space`. The table holds all operands but the target, operand 0, which `run` enters. As chooses the core that
/// computes e.
template <class T, class L, template <class> class As = core_as_it_is, Shape S, class E, class Run>
WEFT_INLINE void with_table(S const& space, E const& e, Run const& run) {
  if constexpr (is_virtual_loop<T, E>) {
    with_program_table<T, L::static_rank>(space, e, run);
  } else {
    using core_type_of = As<core_t<E>>;
    room_for<core_t<E>, L::static_rank> room(space);
    auto into = room.enter();
    typename core_type_of::type const core = core_type_of::of(core_type<E>::template of<1>(into, e));
    run(room.table(kinds_of<T>(slots_t<core_t<E>>{})),
        kernel_call{kind_of_assignment<T, L, E, typename core_type_of::type>(), &core});
  }
}

/// Sets target = e by way of a temporary.
template <template <class> class As, class T, class L, class E>
WEFT_SLOW void assign_by_temporary(strided_leaf<T, L> const& target, E const& e, session& s);

/// Sets target = e in one loop.
template <template <class> class As = core_as_it_is, class T, class L, class E>
WEFT_INLINE void assign_core(strided_leaf<T, L> const& target, E const& e, session& s) {
  bool done = true;
  with_table<T, L, As>(target.extents(), e, [&](loop_table const& table, auto const& call) {
    enter_target<L::static_rank>(table, target);
    done = call(table, s);
  });
  if constexpr (!is_one_loop<T, E>())
    if (!done) // the target overlaps an operand, and elements cannot be copied as bytes
      assign_by_temporary<As>(target, e, s);
}
template <template <class> class As, class T, class L, class E>
WEFT_SLOW void assign_by_temporary(strided_leaf<T, L> const& target, E const& e, session& s) {
  auto values = new_temporary<T>(target.extents(), s);
  assign_core<As>(values.template borrowed<T>(), e, s);
  auto const ready = std::move(values).to_read();
  assign_core(target, ready, s);
}

/// Sets target = e, where weft may refuse a value in e. If it does, nothing is written. Operands that take long, or
/// call functions of the program, must not be computed twice, so then e is computed into a temporary.
template <class T, class L, class E>
WEFT_SLOW void assign_unless_refused(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (is_settled_before<E>) {
    if (target.place.size() != 0)
      refuse_early(e, s);
    assign_core<settled_core>(target, e, s);
  } else {
    assign_by_temporary<core_as_it_is>(target, e, s);
  }
}

/// Sets target = e in one loop. The shapes have been checked, and nothing in e is deferred.
template <class T, class L, class E>
WEFT_INLINE void assign_loop(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (may_refuse<E> && !is_virtual_loop<T, E>)
    assign_unless_refused(target, e, s);
  else
    assign_core(target, e, s);
}

/// True if target = e is a small statement. It is not if it is one run, which vectors compute, or a program, which the
/// library runs.
template <class T, class L, class E>
WEFT_FN constexpr bool is_small_statement() {
  if constexpr (E::static_rank < 0 || E::static_rank > L::static_rank || is_virtual_loop<T, E>)
    return false;
  else if constexpr (is_one_loop<T, E>() && !may_refuse<E> && lies_like<L, E> &&
                     (is_static_like<L, E> ||
                      small_work<E> + count_of(typename L::extents_type{}) > small_limits::written_out))
    return false;
  else
    return is_small<T, L, E>() && unfit_axis<fits_target, typename L::extents_type, typename E::extents_type>() < 0;
}

template <class L>
WEFT_FN constexpr bool is_static_dense() {
  if constexpr (L::extents_type::all_static && is_dense<typename L::order>)
    return count_of(typename L::extents_type{}) <= max_unrolled;
  else
    return false;
}

/// True if E may be stored into elements of type T. Otherwise compilation stops here with a sentence, and the caller
/// instantiates no more, as it would only repeat the error.
template <class T, class E>
WEFT_FN constexpr bool may_store() {
  using V = typename E::value_type;
  static_assert(!names_indices<E>, "weft: indices have a range where a target has them, out(i, j) = e, and where "
                                   "sum(j, e) or another reduction names them");
  constexpr bool is_component =
      is_complex<V> && !is_complex<std::remove_const_t<T>> && is_number<std::remove_const_t<T>>;
  static_assert(!std::is_const_v<T>, "weft: this view only reads: its elements are const");
  static_assert(!is_component || std::is_const_v<T>,
                "weft: a complex value has no one real part to store: real(z), imag(z) or abs(z)");
  if constexpr (names_indices<E> || std::is_const_v<T> || is_component)
    return !names_indices<E> && !std::is_const_v<T> && storable<V, T>();
  else
    return may_convert<V, T>();
}

/// Sets target = e, where e contains an expression that is decided at run time.
template <class T, class L, class E>
WEFT_FN void assign_virtual(strided_leaf<T, L> const& target, E const& e, session& s);

/// Throws shape_error unless e broadcasts to the target.
template <Shape S, Shape E>
WEFT_SLOW void check_axes(S target, E e) {
  if (!(broadcast("assignment", target, e) == target))
    throw_broadcast("assignment to the first", target, e);
}
template <Shape S, Shape E>
WEFT_INLINE void check_fits(S const& target, E const& e) {
  if constexpr (E::static_rank != 0) {
    if constexpr (E::static_rank > 0 && S::static_rank >= E::static_rank) {
      if (ends_alike(target, e))
        return;
    } else if (target == e) {
      return;
    }
    check_axes(target, e);
  }
}

/// True if shapes of these types may fit; otherwise compilation stops here with a sentence. Functions that the program
/// calls ask this too: the functions that they call are instantiated later, and then Clang no longer names the line of
/// the program.
template <class L, class E>
WEFT_FN constexpr bool may_fit() {
  using to = typename L::extents_type;
  using from = typename E::extents_type;
  constexpr bool rank_fits = to::static_rank < 0 || from::static_rank <= to::static_rank;
  static_assert(rank_fits, "weft: rank mismatch: the expression has more axes than its target");
  if constexpr (rank_fits) // else the sentence above has said it
    require_static_fit<fits_target, to, from>();
  return unfit_axis<fits_target, to, from>() < 0;
}

/// Whether the shape of an expression may broadcast to the shape of its target, or is known to be the same.
enum class shape_fit : bool { broadcasts, agrees };

/// True for an expression with operands that continue beyond their ends. A single such operand, whole, does not count:
/// it is evaluated straight into the target.
template <class E>
WEFT_FN constexpr bool goes_in_pieces() {
  if constexpr (is_deferred_operation<E>)
    return goes_beyond<E> && !E::is_whole;
  else
    return goes_beyond<E>;
}

/// Sets target = e. The result is what evaluating e into fresh memory first would give, whatever overlaps. If e does
/// not broadcast to the shape of the target, throws shape_error, and nothing has changed. With shape_fit::agrees the
/// caller says that the shapes agree, and that the memory of the target lives.
template <shape_fit Fit = shape_fit::broadcasts, class T, class L, class E>
WEFT_INLINE void assign(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (Fit == shape_fit::broadcasts) {
    target.keep.check("assignment");
    if constexpr (may_fit<L, E>()) {
      check_fits(target.extents(), e.extents());
      assign<shape_fit::agrees>(target, e, s);
    }
  } else if constexpr (!may_store<T, E>()) {
  } else if constexpr (holds_virtual<E>) {
    equal_operands<E> const equal(e, s);
    assign_virtual(target, e, s);
  } else if constexpr (is_small_statement<T, L, E>()) {
    compute(s, [&] { assign_small(target, e); });
    if (plan_report* const to = report_of(s))
      note_small<T, L, E>(*to);
  } else if constexpr (E::is_deferred) {
    equal_operands<E> const equal(e, s);
    if constexpr (holds_modes<E>)
      if (assign_by_modes(answered_above{}, target, e, s))
        return;
    if constexpr (goes_in_pieces<E>()) {
      assign_in_pieces(answered_above{}, target, e, s);
    } else {
      bool const nested = std::exchange(s.nested, true);
      if (!assign_product(target, e, s) && !assign_into_target(target, e, s))
        assign_whole(target, e, nested, s);
    }
  } else {
    assign_loop(target, e, s);
  }
}

/// Returns the one element of an expression of rank 0 that must be evaluated first.
template <class E>
WEFT_FN typename E::value_type evaluated_element(answered_above, E const& e) {
  using value = typename E::value_type;
  value out{};
  session s;
  assign(strided_leaf<value, layout<extents<>, dense<row_major>>>(&out, {}, {}), e, s);
  return out;
}

} // namespace weft::detail
