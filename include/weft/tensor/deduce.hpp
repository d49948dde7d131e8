#pragma once
#include <weft/expr/capture.hpp>

#include <string> // std::less: <functional> would bring the algorithms

namespace weft {

template <class T, auto Shape = runtime_rank, class Order = row_major>
class tensor;

namespace detail {

template <class X>
inline constexpr bool is_tensor = false;
template <class T, auto S, class O>
inline constexpr bool is_tensor<tensor<T, S, O>> = true;

/// True unless X is a tensor or a view whose static rank contradicts R. Expressions of another rank are refused by
/// their constructor, with a sentence also in tensor<T, R> t = e: no view is made of them, so no call is ambiguous.
template <class X, int R>
inline constexpr bool may_become = !Stored<X> || R < 0 || rank_of<X> < 0 || rank_of<X> == R;

// The order of a deduced tensor: column_major if every strided leaf is, and there is one. Operands of deferred
// operations count.
enum class leaf_orders : unsigned char { none, column, other };
WEFT_FN constexpr leaf_orders operator&(leaf_orders a, leaf_orders b) {
  return a == leaf_orders::none ? b : b == leaf_orders::none ? a : a == b ? a : leaf_orders::other;
}
template <class E>
inline constexpr leaf_orders orders_of = leaf_orders::none;
template <class T, class L, class K>
inline constexpr leaf_orders orders_of<strided_leaf<T, L, K>> =
    std::same_as<view_order_t<typename L::order>, column_major> ? leaf_orders::column : leaf_orders::other;
template <class T, class L>
inline constexpr leaf_orders orders_of<value_leaf<T, L>> = orders_of<strided_leaf<T, L>>;
template <class F, class... C>
inline constexpr leaf_orders orders_of<node<F, C...>> = (leaf_orders::none & ... & orders_of<C>);
/// A deferred operation that writes straight into its target has the order of its operands; one that is computed in a
/// temporary has the order of the temporary. A vector fits both orders.
template <class F, class L, class... C>
inline constexpr leaf_orders orders_of<deferred<F, L, C...>> = [] {
  constexpr bool by_columns = std::same_as<typename F::result_order, column_major>;
  leaf_orders own = by_columns ? leaf_orders::column : leaf_orders::none;
  if constexpr (F::traits.in_parts || F::traits.accumulates || F::traits.is_fold)
    own = (leaf_orders::none & ... & orders_of<C>);
  if (L::static_rank == 0 || L::static_rank == 1 || own == leaf_orders::none)
    return leaf_orders::none;
  return std::same_as<view_order_t<typename L::order>, typename F::result_order> ? own : leaf_orders::other;
}();
template <class E>
inline constexpr leaf_orders orders_of<expression_list<E>> = orders_of<E>;
template <class X>
using deduced_order = std::conditional_t<orders_of<captured_t<X>> == leaf_orders::column, column_major, row_major>;
template <class X>
using tensor_of = tensor<value_t<X>, shape_argument<typename captured_t<X>::extents_type>, deduced_order<X>>;

/// Where no element type is named.
struct unnamed_element {};

} // namespace detail

/// tensor t = a + b: element type, rank and static extents come from the expression; column_major if all memory that it
/// reads is, also in products and reductions, else row_major.
template <Tensorial X>
tensor(X&&) -> tensor<detail::value_t<X>, detail::shape_argument<typename detail::captured_t<X>::extents_type>,
                      detail::deduced_order<X>>;
/// Refused before: nothing more is reported.
tensor(detail::refused_value) -> tensor<detail::refused_value, 0>;
/// Refused by the class, with a sentence.
template <detail::ForeignRange R>
tensor(R const&) -> tensor<std::remove_cvref_t<decltype(*std::declval<R const&>().begin())>, 1>;
/// Refused too.
template <Scalar... At>
  requires(sizeof...(At) > 0)
tensor(At...) -> tensor<detail::unnamed_element, int(sizeof...(At))>;

} // namespace weft

/// Tensors have no order for the keys of std::map: a < b is a mask.
template <class T, auto Shape, class Order>
struct std::less<weft::tensor<T, Shape, Order>> {
  [[nodiscard]] bool operator()(weft::tensor<T, Shape, Order> const&, weft::tensor<T, Shape, Order> const&) const {
    static_assert(weft::detail::always_false<T>, "weft: tensors have no order, a < b is a mask: name a comparison");
    return false;
  }
};
