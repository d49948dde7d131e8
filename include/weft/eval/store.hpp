#pragma once
#include <weft/eval/assign.hpp>
#include <weft/eval/constant.hpp>

// Statements of the user. One that needs no plan is computed inline, others by one call of the library.
namespace weft::detail {

/// True if a statement with a target of static shape has so few operations that it is unrolled inline. Without checks
/// such a statement does not look for recordings: a copied row of 3 took 2.1 times as long as by hand, and takes 1.4.
template <class L, class E>
WEFT_FN constexpr bool is_unrolled() {
  if constexpr (L::extents_type::all_static && !E::is_deferred)
    return count_of(typename L::extents_type{}) * (1 + core_t<E>::operations) <= max_written_out;
  else
    return false;
}
/// True if the kernel of a statement is unrolled inline.
template <class L, class E>
WEFT_FN constexpr bool is_written_out() {
  if constexpr (is_static_dense<L>() && is_static_like<L, E>)
    return is_unrolled<L, E>();
  else
    return false;
}

/// Computes `target = e` for one run.
template <class T, class L, class E>
WEFT_INLINE void walk_one_run(core_t<E> const& core, index_t const* position, index_t count) {
  using C = core_t<E>;
  loop_frame const frame = frame_of_run(position, count);
  if constexpr (is_static_dense<L>() && is_static_like<L, E>) {
    constexpr index_t static_size = count_of(typename L::extents_type{});
    if constexpr (is_written_out<L, E>() || stands_here<C>(static_size))
      static_map_body<T, C, static_size>::run(any_vector(), &core, frame);
    else
      static_kernel<T, C, static_size>()(&core, frame);
  } else if (stands_here<C>(count)) {
    map_body<T, C, 0>::run(any_vector(), &core, frame);
  } else {
    kind_of_assignment<T, L, E>().variant[0].run[chosen_isa](&core, frame);
  }
}

/// Sets target = e for vectors with any strides, and returns true; returns false if there is no kernel for it.
template <class T, class L, class E>
WEFT_INLINE bool walk_steps(core_t<E> const& core, index_t const* position, index_t const* step, index_t count) {
  loop_kernel const kernel = kind_of_assignment<T, L, E>().strided.run[chosen_isa];
  if (kernel == nullptr)
    return false;
  kernel(&core, frame_of_run(position, count, step, step));
  return true;
}

/// Sets target = e and returns true, if it is one run, or one row of few elements, and too short for a plan to choose
/// another way. Otherwise does nothing and returns false. Both sides must have one shape, and T must be storable. With
/// strides there may be at most `few` elements.
template <class T, class L, class E>
WEFT_INLINE bool assign_as_run(strided_leaf<T, L> const& target, E const& e,
                               [[maybe_unused]] index_t few = few_elements) {
  if constexpr (lies_like<L, E> && is_one_loop<T, E>() && !may_refuse<E> && !is_virtual_loop<T, E>) {
    using core_type_of = core_t<E>;
    constexpr bool stepped = is_stepped<L> || has_steps<E>;
    index_t position[core_type_of::slots + 1], step[stepped ? core_type_of::slots + 1 : 1];
    one_run_into<L, stepped, is_written_out<L, E>(), T> run(position, step, target);
    core_type_of const core = core_type<E>::template of<1>(run, e);
    if constexpr (!is_written_out<L, E>() || WEFT_CHECK_BOUNDS != 0)
      run.note_recordings();
    constexpr index_t bytes = index_t(sizeof(T)) + bytes_of(slots_t<core_type_of>{});
    index_t const count = target.place.size();
    if (run.differences != 0 || count >= planned_from<typename L::extents_type>(cost_of<core_type_of>, bytes))
      return false;
    if constexpr (stepped)
      if (run.gaps != 0)
        return count <= few && walk_steps<T, L, E>(core, position, step, count);
    walk_one_run<T, L, E>(core, position, count);
    return true;
  }
  return false;
}

/// Sets target = e and returns true, if that needs no plan; otherwise does nothing and returns false. Both sides must
/// have one shape, and T must be storable.
template <class T, class L, class E>
WEFT_INLINE constexpr bool assign_unplanned(strided_leaf<T, L> const& target, E const& e) {
  if constexpr (may_be_constant<typename L::extents_type, E>())
    if (std::is_constant_evaluated()) {
      assign_constant(target, e);
      return true;
    }
  if constexpr (is_small_statement<T, L, E>()) {
    if constexpr (!is_unrolled<L, E>() || WEFT_CHECK_BOUNDS != 0)
      if (is_recording())
        return false;
    target.keep.check("assignment");
    assign_small(target, e);
    return true;
  } else {
    return assign_as_run(target, e);
  }
}

/// How extents or a leaf are passed on: by reference if the rank is known only at run time, because a copy costs
/// stores; else by value, because a reference would keep the whole expression in memory.
template <class X>
using passed_on = std::conditional_t<(X::static_rank < 0), X const&, X>;

/// The target of a statement that keeps its shape.
template <shape_fit Fit, class T, class L>
struct shaped_target {
  passed_on<strided_leaf<T, L>> written;

  WEFT_INLINE constexpr explicit shaped_target(strided_leaf<T, L> const& to) : written(to) {}
  WEFT_INLINE shaped_target(shaped_target const&) = default;
  /// Returns the index space of a statement with an expression of these extents. Throws shape_error if they do not fit.
  template <Shape E>
  WEFT_INLINE passed_on<typename L::extents_type> space_for(E const& extents) const {
    if constexpr (Fit == shape_fit::broadcasts)
      check_fits(written.extents(), extents);
    return written.extents();
  }
  /// Calls write(leaf) with the memory of the target.
  template <Shape S, class Write>
  WEFT_INLINE void with_leaf(S const&, Write const& write) const {
    write(written);
  }
};

/// Enters the target into a table that holds all other operands, and runs it. There is one such function for each type
/// of targets, not one for each expression.
template <class To, Shape S, class Call>
WEFT_SLOW void store_table(To to, S const& space, loop_table const& table, Call call) {
  session s;
  to.with_leaf(space, [&]<class T, class L>(strided_leaf<T, L> const& leaf) {
    enter_target<L::static_rank>(table, leaf);
    call(table, s);
  });
}

/// Runs a statement that is not one loop of the library: with deferred operations, or with values that may be refused.
template <class To, class E>
WEFT_SLOW void store_whole(To const& to, E const& e) {
  session s;
  to.with_leaf(to.space_for(e.extents()), [&](auto const& leaf) {
    leaf.keep.check("assignment"); // first, because an operand may be evaluated into the target
    assign<shape_fit::agrees>(leaf, e, s);
  });
}

/// Runs a statement of the user: e is assigned to the target `to`. The caller has checked may_store(), and may_fit()
/// for a target that keeps its shape.
template <class To, class E, class T, class L>
WEFT_INLINE constexpr void store_in(To const& to, strided_leaf<T, L> const& leaf, E const& e) {
  if (assign_unplanned(leaf, e))
    return;
  if constexpr (is_virtual_loop<T, E> || (is_one_loop<T, E>() && !may_refuse<E> && !is_small_statement<T, L, E>())) {
    decltype(auto) extents = e.extents();
    decltype(auto) space = to.space_for(extents);
    with_table<T, L>(space, e, [&](loop_table const& table, auto const& call) { store_table(to, space, table, call); });
  } else {
    constexpr bool copied = is_small_statement<T, L, E>() && may_copy_aside<E>;
    store_whole(aside<true>(to), aside<copied>(e));
  }
}

/// Sets target = e, a statement of the user.
template <shape_fit Fit = shape_fit::broadcasts, class T, class L, class E>
WEFT_INLINE constexpr void store(strided_leaf<T, L> const& target, E const& e) {
  if constexpr (may_store<T, E>())
    if constexpr (Fit == shape_fit::agrees || may_fit<L, E>())
      store_in(shaped_target<Fit, T, L>(target), target, e);
}

} // namespace weft::detail
