#pragma once
#include <weft/eval/small.hpp>
#include <weft/layout/walk.hpp>

// Statements in constant expressions. They have small static shapes and are computed element by element. A deferred
// operation must have a small form (eval/small.hpp).
namespace weft::detail {

/// True if a statement with a result of shape S, or a fold of an operand of that shape, may run in constant
/// expressions.
template <class S, class E>
WEFT_FN constexpr bool may_be_constant() {
  return is_small_shape<S>() && (!E::is_deferred || small_work<E> < not_small);
}

/// Calls f(index, number) for each index of a shape, in row-major order. The shape must have elements.
template <Shape S, class F>
WEFT_FN constexpr void for_constant(S const& shape, F const& f) {
  index_t index[max_rank]{}, n = 0;
  do
    f(static_cast<index_t const*>(index), n++);
  while (next_index(shape, shape.rank(), index, [](int, index_t) {}));
}

/// Sets target = e in a constant expression. The target has a small static shape.
template <class T, class L, class E>
WEFT_FN constexpr void assign_constant(strided_leaf<T, L> const& target, E const& e) {
  if constexpr (E::is_deferred) {
    run_small<in_constants>(target.data, target.place, e);
  } else {
    T all[count_of(typename L::extents_type{})]{};
    int const before = L::static_rank - e.extents().rank();
    for_constant(target.extents(),
                 [&](index_t const* index, index_t n) { all[n] = store_as<T>(e.element(index + before)); });
    for_constant(target.extents(),
                 [&](index_t const* index, index_t n) { target.data[offset_at(target.place, index)] = all[n]; });
  }
}

} // namespace weft::detail
