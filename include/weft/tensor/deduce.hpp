#pragma once
#include <weft/expr/capture.hpp>

#include <string> // for std::less; <functional> would include the algorithms

namespace weft {

template <class T, auto Shape = runtime_rank, class Order = row_major>
class tensor;

namespace detail {

template <class X>
inline constexpr bool is_tensor = false;
template <class T, auto S, class O>
inline constexpr bool is_tensor<tensor<T, S, O>> = true;

/// True unless X is a tensor or a view whose static rank differs from R. Expressions of another rank pass here: the
/// constructor refuses them with a sentence, also in tensor<T, R> t = e. No view is made of an expression, so no call
/// gets ambiguous by that.
template <class X, int R>
inline constexpr bool may_become = !Stored<X> || R < 0 || rank_of<X> < 0 || rank_of<X> == R;

// Finds the order of a deduced tensor: column_major if there are strided leaves and all are column-major, else
// row_major. Operands of deferred operations count.
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
/// A deferred operation that writes straight to its target has the order of its operands. One that is computed into a
/// temporary has the order of the temporary. A vector fits both orders.
template <class F, class L, class... C>
inline constexpr leaf_orders orders_of<deferred<F, L, C...>> = [] {
  constexpr bool by_columns = std::same_as<typename F::result_order, column_major>;
  leaf_orders own = by_columns ? leaf_orders::column : leaf_orders::none;
  if constexpr (F::traits.into_target || F::traits.accumulates || F::traits.is_fold)
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

/// Stands for an element type that a program did not name.
struct unnamed_element {};

} // namespace detail

/// Deduces tensor t = a + b. Element type, rank and static extents are the expression's. The order is column_major if
/// all memory that the expression reads is column-major, also in products and reductions; else it is row_major.
template <Tensorial X>
tensor(X&&) -> tensor<detail::value_t<X>, detail::shape_argument<typename detail::captured_t<X>::extents_type>,
                      detail::deduced_order<X>>;
/// Deduction from an expression that was refused before, so that the compiler reports nothing more.
tensor(detail::refused_value) -> tensor<detail::refused_value, 0>;
/// Deduces a type from a container of another library, so that a constructor of the class can refuse it by a message.
template <detail::ForeignRange R>
tensor(R const&) -> tensor<std::remove_cvref_t<decltype(*std::declval<R const&>().begin())>, 1>;
/// Deduces a type from numbers, as in tensor t(2, 3), so that a constructor of the class can refuse them by a message.
template <Scalar... At>
  requires(sizeof...(At) > 0)
tensor(At...) -> tensor<detail::unnamed_element, int(sizeof...(At))>;

} // namespace weft

/// Refuses tensors as keys of std::map: they have no order, as a < b is a mask.
template <class T, auto Shape, class Order>
struct std::less<weft::tensor<T, Shape, Order>> {
  [[nodiscard]] bool operator()(weft::tensor<T, Shape, Order> const&, weft::tensor<T, Shape, Order> const&) const {
    static_assert(weft::detail::always_false<T>, "weft: tensors have no order, a < b is a mask: name a comparison");
    return false;
  }
};
