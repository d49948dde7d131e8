#pragma once
#include <weft/eval/assign.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/tensor_storage.hpp>

// How a tensor takes the values, and the shape, of an expression. S is its tensor_storage.
namespace weft::detail {

template <class S>
using stored_t = std::remove_pointer_t<decltype(std::declval<S&>().data())>;
template <class S>
using storage_leaf = strided_leaf<stored_t<S>, typename S::layout_type>;

template <class S>
WEFT_INLINE constexpr storage_leaf<S> leaf_of(S& storage) {
  return {storage.data(), storage.place(), {}};
}

/// The leaf that owns the memory, which the tensor gives up.
template <class P, class S>
WEFT_INLINE constexpr auto take_leaf(S& storage) {
  using place = typename S::layout_type;
  P* const p = storage.data();
  const place kept(storage.place());
  return strided_leaf<P, place, storage_ref>(p, kept, storage_ref::take(storage.yield()));
}
template <class S>
WEFT_FN constexpr auto owning_leaf(S& storage) {
  using T = stored_t<S>;
  if constexpr (S::inside) {
    storage_ref memory = moved_elements(storage.data(), S::count);
    T* const p = static_cast<T*>(block_data(memory.get()));
    return strided_leaf<T, typename S::layout_type, storage_ref>(p, storage.place(), std::move(memory));
  } else {
    return take_leaf<T>(storage);
  }
}

/// The values of e, broadcast to the shape of the tensor.
template <class S, class E>
WEFT_INLINE constexpr void write_values(S& storage, E const& e) {
  storage.restore();
  store(leaf_of(storage), e);
}

/// Hands a target of that shape to `fill`. A new shape needs new memory, which is filled before the old is given up:
/// the expression may read it.
template <class S, Shape Wanted, class Fill>
WEFT_INLINE constexpr void take_shape(S& storage, Wanted const& wanted, Fill const& fill) {
  using extents_type = typename S::layout_type::extents_type;
  if constexpr (extents_type::all_static) {
    extents_from_shape<extents_type>(wanted);
    fill(leaf_of(storage));
  } else {
    const bool fits = wanted == storage.place().extents();
    S fresh;
    if (!fits)
      fresh = S(extents_from_shape<extents_type>(wanted), uninit);
    fill(leaf_of(fits ? storage : fresh));
    if (!fits)
      storage = static_cast<S&&>(fresh);
  }
}

/// An expression whose leaves have been written down: there is one such function for a tensor type, not one for each
/// expression.
template <class S, Shape Wanted>
WEFT_SLOW void take_loop(S& storage, Wanted const& wanted, map_kind const& kind, loop_table const& table,
                         void const* core) {
  take_shape(storage, wanted, [&](storage_leaf<S> const& target) {
    enter_target<S::layout_type::static_rank>(table, target);
    session s;
    run_map(kind, table, core, s);
  });
}

/// An expression that runs as a program.
template <class S, Shape Wanted>
WEFT_SLOW void take_program(S& storage, Wanted const& wanted, loop_type& type, loop_table const& table) {
  take_shape(storage, wanted, [&](storage_leaf<S> const& target) {
    enter_target<S::layout_type::static_rank>(table, target);
    session s;
    run_loop_program(type, table, s);
  });
}

/// Any other expression.
template <class S, class E>
WEFT_SLOW void take_any(S& storage, E const& e) {
  take_shape(storage, e.extents(), [&](storage_leaf<S> const& target) {
    session s;
    assign_alike(target, e, s);
  });
}

/// The values and the shape of e.
template <class S, class E>
WEFT_INLINE constexpr void take_values(S& storage, E const& e) {
  using T = stored_t<S>;
  using place = typename S::layout_type;
  storage.restore();
  if (assign_unplanned(leaf_of(storage), e))
    return;
  if constexpr (is_virtual_loop<T, E>) {
    const auto wanted = e.extents();
    with_loop_table<T, place::static_rank>(
        wanted, e, [&](loop_table const& table) { take_program(storage, wanted, type_of_loop<core_t<E>>(), table); });
  } else if constexpr (is_one_loop<T, E>() && !may_refuse<E>) {
    const auto wanted = e.extents();
    room_for<core_t<E>, place::static_rank> room(wanted);
    auto into = room.enter();
    const core_t<E> core = core_type<E>::template of<1>(into, e);
    take_loop(storage, wanted, kind_of_assignment<T, place, E>(), room.table(kinds_of<T>(slots_t<core_t<E>>{})), &core);
  } else {
    take_any(storage, e);
  }
}

} // namespace weft::detail
