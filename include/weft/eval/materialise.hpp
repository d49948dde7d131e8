#pragma once
#include <weft/eval/core.hpp>
#include <weft/eval/report.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/node.hpp>
#include <weft/memory/elements.hpp>

namespace weft::detail {

/// The leaf that takes the place of a deferred operation after it is evaluated.
template <class D>
using evaluated_leaf = strided_leaf<typename D::value_type const, typename D::layout_type, storage_ref>;

/// Returns dense memory for an intermediate result, owned by the leaf. If the session only plans, it returns an address
/// that stands for such memory.
template <class T, class Order = row_major, Shape E>
WEFT_FN strided_leaf<T, layout<E, dense<Order>>, storage_ref> new_temporary(E const& extents, session& s) {
  layout<E, dense<Order>> const place(extents);
  index_t const bytes = place.size() * index_t(sizeof(T));
  note_temporary(s, bytes);
  if (s.dry())
    return {reinterpret_cast<T*>(pretended_address(bytes)), place, {}};
  bool const again = s.rows != nullptr && is_number<T>;
  storage_ref memory = storage_ref::adopt(again ? block_for_rows(*s.rows, place.size(), sizeof(T))
                                                : new_elements<T>(place.size(), false));
  T* const data = static_cast<T*>(block_data(memory.get()));
  return {data, place, std::move(memory)};
}

/// Evaluates a deferred operation into memory that is lent to it, or else into memory of its own. If this session has
/// evaluated it before, returns that result.
template <class F, class Layout, class... C>
WEFT_FN evaluated_leaf<deferred<F, Layout, C...>> materialise(deferred<F, Layout, C...> const& e, session& s) {
  using T = typename F::value_type;
  s.nested = true;
  if constexpr (F::traits.accumulates)
    if (lent_memory const lent = s.lent; lent.id != 0 && lent.id == e.id) {
      s.lent = {};
      T* const data = reinterpret_cast<T*>(lent.position);
      e.evaluate(strided_leaf<T, whole_layout<F>>(data, whole_layout<F>(e.whole), {}), s);
      return {data + e.offset, e.place, {}};
    }
  if (evaluated_operand const found = find_evaluated(s, e.id); found.position != 0)
    return {reinterpret_cast<T const*>(found.position) + e.offset, e.place, storage_ref::own(found.memory)};
  auto values = new_temporary<T, typename F::result_order>(e.whole, s);
  e.evaluate(values.template borrowed<T>(), s);
  remember_evaluated(s, e.id, values.keep.get(), reinterpret_cast<index_t>(values.data));
  return {values.data + e.offset, e.place, std::move(values.keep)};
}

template <class E>
  requires(!E::is_deferred)
WEFT_INLINE E const& materialise(E const& e, session&) {
  return e;
}
template <class F, class... C>
  requires node<F, C...>::is_deferred
WEFT_FN auto materialise(node<F, C...> const& e, session& s);

// If a long function of one fold's result is broadcast in a larger expression, as sqrt(var(x, 1, keep_dims) + 1e-5), it
// is computed before the loop, which would compute it for each element. A function of two folds' results is not: it may
// have as many elements as the loop.

/// The number of folds in an expression of folds and constants; 2 or more if it contains anything else.
template <class E>
inline constexpr int folds_alone = 2;
template <class F, class Layout, class... C>
inline constexpr int folds_alone<deferred<F, Layout, C...>> = F::traits.is_fold ? 1 : 2;
template <class T, class E>
inline constexpr int folds_alone<constant_leaf<T, E>> = E::static_rank == 0 ? 0 : 2;
template <class F, class... C>
inline constexpr int folds_alone<node<F, C...>> = (0 + ... + folds_alone<C>);

/// True if a fold keeps the rank, so that its result has axes of extent 1.
template <class E>
inline constexpr bool keeps_axes = false;
template <class F, class Layout, class E>
  requires(F::traits.is_fold)
inline constexpr bool keeps_axes<deferred<F, Layout, E>> = F::extents_type::static_rank == E::static_rank;
template <class F, class... C>
inline constexpr bool keeps_axes<node<F, C...>> = (keeps_axes<C> || ...);

template <class E>
inline constexpr bool is_long = false;
template <class F, class... C>
inline constexpr bool is_long<node<F, C...>> = cost_of_function<F>() >= long_function || (is_long<C> || ...);

/// True for an operand that is computed before the expression of Rank axes that contains it.
template <class E, int Rank>
inline constexpr bool is_computed_before =
    E::is_deferred && folds_alone<E> == 1 && is_long<E> && is_number<typename E::value_type> &&
    (keeps_axes<E> || E::static_rank < Rank);

template <class T, class L, class E>
WEFT_INLINE void assign_loop(strided_leaf<T, L> const& target, E const& e, session& s);

template <int Rank, class E>
WEFT_INLINE decltype(auto) materialise_operand(E const& e, session& s) {
  if constexpr (is_computed_before<E, Rank>) {
    auto values = new_temporary<typename E::value_type>(e.extents(), s);
    auto const& ready = materialise(e, s);
    assign_loop(values.template borrowed<typename E::value_type>(), ready, s);
    return std::move(values).to_read();
  } else {
    return materialise(e, s);
  }
}
template <class E, int Rank>
using materialised_t =
    std::remove_cvref_t<decltype(materialise_operand<Rank>(std::declval<E const&>(), std::declval<session&>()))>;

/// Returns the expression with each deferred operation replaced by a leaf that holds its result.
template <class F, class... C>
  requires node<F, C...>::is_deferred
WEFT_FN auto materialise(node<F, C...> const& e, session& s) {
  constexpr int rank = node<F, C...>::static_rank;
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    // Braces evaluate left to right: the order in which products run is the order in which they are written.
    pack<materialised_t<C, rank>...> children{
        materialised_t<C, rank>(materialise_operand<rank>(get<At>(e.children), s))...};
    return node<F, materialised_t<C, rank>...>(e.function, static_cast<decltype(children)&&>(children), e.extents());
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

template <class E>
using materialised = std::remove_cvref_t<decltype(materialise(std::declval<E const&>(), std::declval<session&>()))>;

} // namespace weft::detail
