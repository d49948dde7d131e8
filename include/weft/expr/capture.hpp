#pragma once
#include <weft/expr/deferred.hpp>
#include <weft/expr/node.hpp>

#include <utility>

// An expression captures its operands by these rules:
//   a tensor that is an lvalue becomes a leaf that borrows its memory; an rvalue is moved into the leaf;
//   a view is copied, and keeps alive what it keeps alive; a node is copied or moved; a scalar is copied.
// No reference member anywhere.
namespace weft {

/// An operand that a typed operation accepts: a tensor, a view, an expression or a scalar.
template <class X>
concept Operand = Node<X> || Stored<X> || Scalar<X>;

/// An operand that an untyped operation accepts.
template <class X>
concept AnyOperand = Operand<X> || Untyped<X> || Sparse<X>;

namespace detail {

/// Operands of which at least one is untyped.
template <class... X>
concept UntypedOperands = (AnyOperand<X> && ...) && (Untyped<X> || ...);
template <class... X>
inline constexpr bool are_untyped_tensors = (AnyTensorial<X> && ...) && (Untyped<X> || ...);
/// UntypedOperands without scalars. One condition: compilers explain each of several, for each kind of operand.
template <class... X>
concept UntypedTensors = are_untyped_tensors<X...>;

/// Do not deduce a fixed element type from an operand: see beside below.
struct as_it_is {};

template <class T, class X>
WEFT_INLINE constexpr auto capture_scalar(X const& x) {
  if constexpr (std::same_as<T, as_it_is>) {
    return constant_leaf<X>(x);
  } else {
    using S = scalar_beside_t<T, X>;
    return constant_leaf<S>(store_as<S>(x));
  }
}

/// The node type that an expression takes of X: what one can assign to is taken as what one can read.
template <class X>
struct captured_node_type {
  using type = X;
};
template <class X>
  requires requires { typename X::captured_type; }
struct captured_node_type<X> {
  using type = typename X::captured_type;
};

/// A node that nothing can be assigned to.
template <class E>
concept ReadOnlyNode = Node<E> && !requires { typename std::remove_cvref_t<E>::captured_type; };

/// A node as what an expression takes of it: itself where X derives from that, else a new one.
template <class X>
WEFT_INLINE constexpr decltype(auto) node_itself(X const& x) {
  using node = typename captured_node_type<X>::type;
  if constexpr (std::is_base_of_v<node, X>)
    return static_cast<node const&>(x);
  else
    return node(x);
}

/// A copy of the node. A deferred one that came from a variable is marked: other expressions may read it too, so a
/// chain of products leaves it whole.
template <class X>
WEFT_INLINE constexpr auto captured_node(X&& x) {
  typename captured_node_type<std::remove_cvref_t<X>>::type node(static_cast<X&&>(x));
  if constexpr (std::is_lvalue_reference_v<X> && requires { node.named; })
    node.named = true;
  return node;
}

template <class E>
WEFT_INLINE constexpr auto own_extents(E const& e) {
  if constexpr (require_elements<E>())
    return static_cast<typename E::extents_type>(e.extents());
  else
    return dynamic_extents{};
}
/// A node of the user's own as a function of the index.
template <class E>
struct element_of_own {
  E expression;
  template <class... At>
  WEFT_INLINE constexpr typename E::value_type operator()(At... i) const {
    index_t const index[] = {i..., 0};
    return expression.element(index);
  }
  WEFT_INLINE constexpr typename E::value_type operator()(dynamic_extents const& i) const {
    return expression.element(i.value);
  }
  template <class R>
    requires ListsMemory<E>
  WEFT_FN void reads(R const& r) const {
    expression.reads(r);
  }
};
template <class E>
WEFT_INLINE constexpr auto captured_own(E const& e) {
  require_offers<node_hooks, E>();
  if constexpr (require_elements<E>()) {
    using S = typename E::extents_type;
    using place = layout<S, dense<row_major>>;
    S const shape = e.extents();
    checked_count(shape, "expression");
    return generator_leaf<element_of_own<E>, S, place>({e}, shape, place(shape), 0);
  } else {
    return constant_leaf<int, dynamic_extents>(0);
  }
}

/// Stands for a sparse matrix that is refused, so that nothing is reported after the sentence.
template <Sparse X>
using refused_matrix = constant_leaf<value_t<X>, dims<2>>;

/// The node that an operand becomes. Beside elements of type T a scalar takes the type scalar_beside gives it.
template <class T>
struct capturing {
  template <class X>
  WEFT_INLINE static constexpr auto make(X&& x) {
    if constexpr (OwnNode<X>)
      return captured_own(x);
    else if constexpr (Node<X>)
      return captured_node(static_cast<X&&>(x));
    else if constexpr (Stored<X>)
      return static_cast<X&&>(x).leaf();
    else
      return capture_scalar<T>(x);
  }
  /// The type is known without the body: a constraint that asks for it is no error.
  template <Sparse X>
  WEFT_INLINE static constexpr refused_matrix<X> make(X&& x) {
    static_assert(always_false<X>,
                  "weft: this function takes no sparse matrix: to_dense(s) is a tensor, s.values() are "
                  "the stored elements, and with_values(s, exp(s.values())) is sparse again");
    return refused_matrix<X>(value_t<X>(), x.shape());
  }
};
template <class T = as_it_is, class X>
WEFT_INLINE constexpr auto capture(X&& x) {
  return capturing<T>::make(static_cast<X&&>(x));
}
template <class T = as_it_is, Sparse X>
WEFT_INLINE constexpr refused_matrix<X> capture(X&& x) {
  return capturing<T>::make(static_cast<X&&>(x));
}
/// The operand of an evaluation that happens at once: a node is read where it lies, because a copy would wait for the
/// stores that made it (14 of 42 ns for a new tensor of 9 elements).
template <class T = as_it_is, class X>
WEFT_INLINE constexpr decltype(auto) to_evaluate(X&& x) {
  if constexpr (Node<X> && !OwnNode<X>)
    return node_itself(x);
  else
    return capture<T>(static_cast<X&&>(x));
}
template <class X>
using captured_t = decltype(capture(std::declval<X>()));

/// Refuses variables where a function computes values at once: what is computed of them would lose its gradient.
template <class... X>
WEFT_FN constexpr void refuse_followed() {
  static_assert(!(is_followed<captured_t<X>> || ...),
                "weft: no gradient of this function is known: of x.value() it is computed without one");
}

/// The element type of the operand that is no scalar: what a scalar beside it adapts to.
template <class A, class B>
using beside_t = value_t<std::conditional_t<Tensorial<A>, A, B>>;

/// The shape of an operand before it is captured.
template <class X>
WEFT_INLINE constexpr decltype(auto) shape_before(X const& x) {
  if constexpr (OwnNode<X>)
    return own_extents(x);
  else if constexpr (Node<X>)
    return x.extents();
  else if constexpr (Stored<X> || Sparse<X> || Untyped<X>)
    return x.shape();
  else
    return extents<>{};
}

template <class T, class X>
using captured_beside_t = decltype(capturing<T>::make(std::declval<X>()));

/// F of single elements.
template <class F, class... V>
WEFT_INLINE constexpr auto of_single(V const&... v) {
  return typename operation_on<F, V...>::type{}(v...);
}

/// F applied element-wise to two operands of which at least one is no scalar. Scalars adapt to the other. Operands are
/// captured where they will stay: each move of a leaf would cost stores.
template <class F, class A, class B>
WEFT_INLINE constexpr auto make_binary(A&& a, B&& b) {
  if constexpr (UntypedOperands<A, B>) {
    return untyped_operation<F>(answered_above{}, static_cast<A&&>(a), static_cast<B&&>(b));
  } else if constexpr (!Tensorial<A> && !Tensorial<B>) {
    return of_single<F>(a, b);
  } else {
    using T = beside_t<A, B>;
    using made = node<F, captured_beside_t<T, A>, captured_beside_t<T, B>>;
    return made(made_by<capturing<T>>{}, F{}, common_extents(F::name, shape_before(a), shape_before(b)),
                static_cast<A&&>(a), static_cast<B&&>(b));
  }
}
template <class F, class A>
WEFT_INLINE constexpr auto make_unary(A&& a) {
  if constexpr (Untyped<A>)
    return untyped_operation<F>(answered_above{}, static_cast<A&&>(a));
  else if constexpr (!Tensorial<A>)
    return of_single<F>(a);
  else
    return node<F, captured_t<A>>(made_by<capturing<as_it_is>>{}, F{}, shape_before(a), static_cast<A&&>(a));
}

} // namespace detail
} // namespace weft
