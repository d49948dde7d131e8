#pragma once
#include <weft/eval/core.hpp>
#include <weft/eval/report.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/node.hpp>
#include <weft/memory/elements.hpp>

namespace weft::detail {

/// The leaf that stands for a deferred operand once it is evaluated.
template <class D>
using evaluated_leaf = strided_leaf<const typename D::value_type, typename D::layout_type, storage_ref>;

/// Memory for intermediate results, row-major and owned by the leaf; in a dry run an address that stands for it.
template <class T, Shape E>
WEFT_FN strided_leaf<T, layout<E, dense<row_major>>, storage_ref> new_temporary(E const& extents, session& s) {
  const layout<E, dense<row_major>> place(extents);
  const index_t bytes = place.size() * index_t(sizeof(T));
  note_temporary(s, bytes);
  if (s.dry())
    return {reinterpret_cast<T*>(pretended_address(bytes)), place, {}};
  storage_ref memory = storage_ref::take(new_elements<T>(place.size(), false));
  T* const data = static_cast<T*>(block_data(memory.get()));
  return {data, place, std::move(memory)};
}

/// Evaluates a deferred operand into memory of its own; one that this session has evaluated already is found again.
template <class Op, class Layout>
WEFT_FN evaluated_leaf<deferred<Op, Layout>> materialise(deferred<Op, Layout> const& e, session& s) {
  using T = typename Op::value_type;
  evaluated_operand found = find_evaluated(s, e.id);
  if (found.position == 0) {
    const auto values = new_temporary<T>(e.operation.extents(), s);
    e.operation.evaluate(values.template borrowed<T>(), s);
    found = {values.keep.get(), reinterpret_cast<index_t>(values.data)};
    remember_evaluated(s, e.id, found.memory, found.position);
  }
  return {reinterpret_cast<T const*>(found.position) + e.offset, e.place, storage_ref::own(found.memory)};
}

template <class E>
  requires(!E::is_deferred)
WEFT_INLINE E const& materialise(E const& e, session&) {
  return e;
}
template <class F, class... C>
  requires node<F, C...>::is_deferred
WEFT_FN auto materialise(node<F, C...> const& e, session& s);

// What long functions make of results of folds alone, as in exp(x) / sqrt(var(x, 1, keep_dims) + 1e-5), is computed
// before the loop: there it would be computed for all elements that a result is broadcast to.
template <class E>
inline constexpr bool is_folded = false;
template <class Op, class Layout>
inline constexpr bool is_folded<deferred<Op, Layout>> = requires { Op::is_fold; };
template <class T, class E>
inline constexpr bool is_folded<constant_leaf<T, E>> = E::static_rank == 0;
template <class F, class... C>
inline constexpr bool is_folded<node<F, C...>> = (is_folded<C> && ...);

template <class E>
inline constexpr bool takes_long = false;
template <class F, class... C>
inline constexpr bool takes_long<node<F, C...>> = cost_of_function<F>() >= long_function || (takes_long<C> || ...);
template <class E>
inline constexpr bool is_computed_before =
    E::is_deferred && is_folded<E> && takes_long<E> && is_number<typename E::value_type>;

template <class T, class L, class E>
WEFT_INLINE void assign_loop(strided_leaf<T, L> const& target, E const& e, session& s);

template <class E>
WEFT_INLINE decltype(auto) materialise_part(E const& e, session& s) {
  if constexpr (is_computed_before<E>) {
    auto values = new_temporary<typename E::value_type>(e.extents(), s);
    auto const& ready = materialise(e, s);
    assign_loop(values.template borrowed<typename E::value_type>(), ready, s);
    return std::move(values).to_read();
  } else {
    return materialise(e, s);
  }
}
template <class E>
using materialised_t =
    std::remove_cvref_t<decltype(materialise_part(std::declval<E const&>(), std::declval<session&>()))>;

/// The expression with every deferred operand replaced by a leaf that holds its result.
template <class F, class... C>
  requires node<F, C...>::is_deferred
WEFT_FN auto materialise(node<F, C...> const& e, session& s) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    // Braces evaluate left to right: the order in which products run is the order in which they are written.
    pack<materialised_t<C>...> children{materialised_t<C>(materialise_part(get<I>(e.children), s))...};
    return node<F, materialised_t<C>...>(e.function, static_cast<decltype(children)&&>(children), e.extents());
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

} // namespace weft::detail
