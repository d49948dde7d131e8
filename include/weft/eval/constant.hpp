#pragma once
#include <weft/eval/small.hpp>
#include <weft/layout/walk.hpp>

// Statements in constant expressions: of small static shapes, one element after the other. A deferred operation has a
// small form there (eval/small.hpp), or is no constant.
namespace weft::detail {

/// True where a statement with a result of shape S, or a fold of an operand of it, runs in constant expressions too.
template <class S, class E>
WEFT_FN constexpr bool may_be_constant() {
  return is_small_shape<S>() && (!E::is_deferred || small_work<E> < not_small);
}

/// f(index, number) for the indices of a shape that has some.
template <Shape S, class F>
WEFT_FN constexpr void for_constant(S const& shape, F const& f) {
  index_t index[max_rank]{}, n = 0;
  do
    f(static_cast<index_t const*>(index), n++);
  while (next_index(shape, shape.rank(), index, [](int, index_t) {}));
}

/// target = e in a constant expression, of a target of small static shape.
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
