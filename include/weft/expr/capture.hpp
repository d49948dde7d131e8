#pragma once
#include <weft/expr/deferred.hpp>
#include <weft/expr/node.hpp>

#include <utility>

// An expression captures its operands by these rules:
//   a tensor that is an lvalue becomes a leaf that borrows its memory; an rvalue tensor is moved into the leaf;
//   a view is copied, with its share in the memory if it has one; a node is copied or moved; a scalar is copied.
// No expression has a reference member.
namespace weft {

/// An operand that an operation with known element types accepts: a tensor, a view, an expression or a scalar.
template <class X>
concept Operand = Node<X> || Stored<X> || Scalar<X>;

/// An operand that an operation accepts whose element types may be known only at run time.
template <class X>
concept AnyOperand = Operand<X> || Untyped<X> || Sparse<X>;

namespace detail {

/// Operands that an operation accepts, at least one with an element type known only at run time.
template <class... X>
concept UntypedOperands = (AnyOperand<X> && ...) && (Untyped<X> || ...);
template <class... X>
inline constexpr bool are_untyped_tensors = (AnyTensorial<X> && ...) && (Untyped<X> || ...);
/// UntypedOperands without scalars. It is one condition: where it fails, compilers would explain each of several
/// conditions, for each kind of operand.
template <class... X>
concept UntypedTensors = are_untyped_tensors<X...>;

/// Stands for no element type: a scalar operand keeps its own type, and does not adapt to another operand.
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

/// The node type that an expression stores for an operand of type X. A node that can be assigned to is stored as one
/// that can only be read.
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

/// Returns the node that an expression stores for x: x itself where X derives from the stored type, else a new node.
template <class X>
WEFT_INLINE constexpr decltype(auto) node_itself(X const& x) {
  using node = typename captured_node_type<X>::type;
  if constexpr (std::is_base_of_v<node, X>)
    return static_cast<node const&>(x);
  else
    return node(x);
}

/// Returns a copy of the node. A deferred operation that a variable holds is marked as `named`: other expressions may
/// read it too, so a chain of products must not regroup it.
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
/// Wraps a node that the program defines as a function of the index, for a generator_leaf.
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

/// The result type where a sparse matrix is refused, so that the compiler reports nothing after the sentence.
template <Sparse X>
using refused_matrix = constant_leaf<value_t<X>, dims<2>>;

/// Makes the node that an operand becomes. Beside elements of type T a scalar takes the type that scalar_beside gives.
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
  /// The result type is written out: so a constraint that asks for it does not instantiate the static_assert.
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
/// Returns the operand of an evaluation that happens at once. A node is read by reference, because a copy would wait
/// for the stores that made the node (14 of 42 ns for a new tensor of 9 elements).
template <class T = as_it_is, class X>
WEFT_INLINE constexpr decltype(auto) to_evaluate(X&& x) {
  if constexpr (Node<X> && !OwnNode<X>)
    return node_itself(x);
  else
    return capture<T>(static_cast<X&&>(x));
}
template <class X>
using captured_t = decltype(capture(std::declval<X>()));

/// Refuses variables (grad/) in a function that computes values at once: its result would carry no gradient.
template <class... X>
WEFT_FN constexpr void refuse_followed() {
  static_assert(!(is_followed<captured_t<X>> || ...),
                "weft: no gradient of this function is known: of x.value() it is computed without one");
}

/// The element type of A, or of B where A is a scalar. A scalar operand adapts to this type.
template <class A, class B>
using beside_t = value_t<std::conditional_t<Tensorial<A>, A, B>>;

/// Returns the shape of an operand before it is captured.
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

/// Returns F applied to single elements.
template <class F, class... V>
WEFT_INLINE constexpr auto of_single(V const&... v) {
  return typename operation_on<F, V...>::type{}(v...);
}

/// Returns F applied element-wise to two operands. A scalar adapts to the element type of the other operand. Two
/// scalars give a single value. Operands are captured directly into the node: each move of a leaf would cost stores.
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
