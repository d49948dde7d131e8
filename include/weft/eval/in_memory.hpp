#pragma once
#include <weft/eval/assign.hpp>

#include <utility>

// Puts operands into memory, for functions that read them by address: they stay where they lie, or are evaluated into a
// temporary.
namespace weft::detail {

/// Returns e evaluated into a row-major temporary.
template <class E>
WEFT_FN auto evaluated(E const& e, session& s) {
  using T = typename E::value_type;
  auto values = new_temporary<T>(e.extents(), s);
  assign(values.template borrowed<T>(), e, s);
  return std::move(values).to_read();
}

/// Returns the elements of e in memory: where they lie, which may be inside e itself, or in a temporary.
template <class E>
void in_memory(E const&& e, session& s) = delete;
template <class E>
WEFT_FN auto in_memory(E const& e, session& s) {
  if constexpr (is_deferred_operation<E>) {
    return materialise(e, s);
  } else if constexpr (requires { footprint_of(e, nullptr, nullptr); }) {
    e.keep.check("subscript");
    return e.template borrowed<typename E::value_type const>();
  } else if constexpr (requires { e.elements; }) {
    return strided_leaf<typename E::value_type const, typename E::layout_type>(e.elements, e.place, {});
  } else {
    return evaluated(e, s);
  }
}

} // namespace weft::detail
