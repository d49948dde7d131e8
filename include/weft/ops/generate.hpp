#pragma once
#include <weft/expr/capture.hpp>

// Generators: expressions without memory.
namespace weft {

/// The same value everywhere.
template <Shape S, class T>
WEFT_INLINE constexpr auto full(S const& shape, T value) {
  return constant_leaf<T, S>(static_cast<T&&>(value), shape);
}
template <class T, Shape S>
WEFT_INLINE constexpr auto zeros(S const& shape) {
  return constant_leaf<T, S>(T(0), shape);
}
template <class T, Shape S>
WEFT_INLINE constexpr auto ones(S const& shape) {
  return constant_leaf<T, S>(T(1), shape);
}

/// f(i, j, ...) at each index, called where it is read; f takes one index_t for each axis (for a shape of run-time
/// rank: one shape that holds the index). f must not depend on the order of the calls.
template <Shape S, class F>
WEFT_INLINE auto from_function(S const& shape, F f) {
  using place = layout<S, dense<row_major>>;
  return generator_leaf<F, S, place>(static_cast<F&&>(f), shape, place(shape), 0);
}

} // namespace weft
