#pragma once
#include <weft/eval/report.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/node.hpp>
#include <weft/memory/elements.hpp>

namespace weft::detail {

/// The leaf that stands for a deferred operand once it is evaluated.
template <class D>
using evaluated_leaf = strided_leaf<const typename D::value_type, typename D::layout_type>;

template <class Op>
using whole_target = strided_leaf<typename Op::value_type, whole_layout<Op>>;

/// Evaluates a deferred operand into memory of its own; one that this session has evaluated already is found again.
template <class Op, class Layout>
WEFT_FN evaluated_leaf<deferred<Op, Layout>> materialise(deferred<Op, Layout> const& e, session& s) {
  using T = typename Op::value_type;
  using leaf = evaluated_leaf<deferred<Op, Layout>>;
  const index_t bytes = count_of(e.operation.extents()) * index_t(sizeof(T));
  if (s.dry()) {
    index_t position = find_evaluated(s, e.id).position;
    if (position == 0) {
      position = pretended_address(bytes);
      note_temporary(s, bytes);
      e.operation.evaluate(
          whole_target<Op>(reinterpret_cast<T*>(position), whole_layout<Op>(e.operation.extents()), {}), s);
      remember_evaluated(s, e.id, nullptr, position);
    }
    return leaf(reinterpret_cast<T const*>(position) + e.offset, e.place, {});
  }
  block* b = find_evaluated(s, e.id).memory;
  if (b == nullptr) {
    b = new_elements<T>(count_of(e.operation.extents()), false);
    const storage_ref guard = storage_ref::take(b);
    T* const data = static_cast<T*>(block_data(b));
    e.operation.evaluate(whole_target<Op>(data, whole_layout<Op>(e.operation.extents()), {}), s);
    remember_evaluated(s, e.id, b, reinterpret_cast<index_t>(data));
    return leaf(data + e.offset, e.place, guard);
  }
  return leaf(static_cast<T const*>(block_data(b)) + e.offset, e.place, storage_ref::own(b));
}

template <class E>
  requires(!E::is_deferred)
WEFT_INLINE E const& materialise(E const& e, session&) {
  return e;
}
template <class F, class... C>
  requires node<F, C...>::is_deferred
WEFT_FN auto materialise(node<F, C...> const& e, session& s);

template <class E>
using materialised_t = std::remove_cvref_t<decltype(materialise(std::declval<E const&>(), std::declval<session&>()))>;

/// The expression with every deferred operand replaced by a leaf that holds its result.
template <class F, class... C>
  requires node<F, C...>::is_deferred
WEFT_FN auto materialise(node<F, C...> const& e, session& s) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    // Braces evaluate left to right: the order in which products run is the order in which they are written.
    pack<materialised_t<C>...> children{materialised_t<C>(materialise(get<I>(e.children), s))...};
    return node<F, materialised_t<C>...>(e.function, static_cast<decltype(children)&&>(children), e.extents());
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

} // namespace weft::detail
