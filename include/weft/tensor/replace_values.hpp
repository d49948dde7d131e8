#pragma once
#include <weft/eval/store.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/tensor_storage.hpp>

// Functions by which a tensor takes the values and the shape of an expression. S is its tensor_storage.
namespace weft::detail {

template <class S>
using stored_t = std::remove_pointer_t<decltype(std::declval<S&>().data())>;
template <class S>
using storage_leaf = strided_leaf<stored_t<S>, typename S::layout_type>;

template <class S>
WEFT_INLINE constexpr storage_leaf<S> leaf_of(S& storage) {
  return {storage.data(), storage.place(), {}};
}

/// Returns a leaf that owns the memory of the tensor; the tensor gives it up.
template <class P, class S>
WEFT_INLINE constexpr auto moved_leaf(S& storage) {
  using place = typename S::layout_type;
  P* const p = storage.data();
  place const kept(storage.place());
  return strided_leaf<P, place, storage_ref>(p, kept, storage_ref::adopt(storage.yield()));
}
template <class S>
WEFT_FN constexpr auto owning_leaf(S& storage) {
  using T = stored_t<S>;
  if constexpr (S::inside) {
    storage_ref memory = moved_elements(storage.data(), S::count);
    T* const p = static_cast<T*>(block_data(memory.get()));
    return strided_leaf<T, typename S::layout_type, storage_ref>(p, storage.place(), std::move(memory));
  } else {
    return moved_leaf<T>(storage);
  }
}

/// Writes the values of e, broadcast to the shape of the tensor.
template <class S, class E>
WEFT_INLINE constexpr void write_values(S& storage, E const& e) {
  storage.restore();
  store(leaf_of(storage), e);
}

/// The target of a statement that gives a tensor the shape of the expression.
template <class S>
struct tensor_target {
  using extents_type = typename S::layout_type::extents_type;
  S* storage;

  template <Shape E>
  WEFT_INLINE decltype(auto) space_for(E const& extents) const {
    if constexpr (std::same_as<E, extents_type>)
      return passed_on<E>(extents);
    else
      return extents_from_shape<extents_type>(extents);
  }
  /// Calls write(leaf) with memory of the shape `space`. A new shape gets new memory, and the old memory is freed after
  /// it is filled, because the expression may read the old memory.
  template <class Write>
  WEFT_INLINE void with_leaf(extents_type const& space, Write const& write) const {
    if (space == storage->place().extents())
      return write(leaf_of(*storage));
    if constexpr (!extents_type::all_static) {
      S fresh(space, uninit);
      write(leaf_of(fresh));
      *storage = static_cast<S&&>(fresh);
    }
  }
};

/// Gives a tensor the values and the shape of e.
template <class S, class E>
WEFT_INLINE constexpr void replace_values(S& storage, E const& e) {
  storage.restore();
  store_in(tensor_target<S>{&storage}, leaf_of(storage), e);
}

} // namespace weft::detail
