#pragma once
#ifdef WEFT_WITHOUT_DYNAMIC
#error "weft: this library was built without the component dynamic: -DWEFT_COMPONENTS=all, or a list with dynamic"
#endif
#include <weft/eval/program.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

namespace detail {

/// The value of an operand as an assignment to elements of type T stores it.
template <class T>
struct stored_as {
  static constexpr char const* name = "store";
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr T operator()(A const& a) const {
    return store_as<T>(a);
  }
};

/// An expression as one of elements of type T and of the shape E that is decided at run time.
template <class T, class E, class X>
WEFT_FN virtual_leaf<T, E> made_virtual(X x) {
  refuse_followed<X>();
  using V = typename X::value_type;
  constexpr bool fits = may_store<T, X>();
  constexpr bool rank_fits = E::static_rank < 0 || X::static_rank < 0 || E::static_rank == X::static_rank;
  static_assert(rank_fits, "weft: rank mismatch: the expression has another number of axes than the any_expr");
  if constexpr (!fits || !rank_fits || is_followed<X>) {
    return {program_ref(), E{}};
  } else {
    auto const shape = extents_from_shape<E>(x.extents());
    if constexpr (std::same_as<V, T>)
      return {to_program(x), shape};
    else
      return {to_program(node<stored_as<T>, X>(stored_as<T>{}, static_cast<X&&>(x))), shape};
  }
}

} // namespace detail

/// The element type of an any_expr that only the running program knows: any_expr<>.
struct any_element {};

/// Any expression with elements of type T, of a rank that is known at run time, or of rank S: a small regular value,
/// for members, containers, interfaces without templates, and expressions that are built in a loop. It is an operand
/// as every expression is, and its views are expressions again.
///
///   any_expr<double> e = a * b;
///   for (tensor<double, 1> const& x : terms)
///     e = e + x;
///   r = sqrt(e);
///
/// It holds the expression that it is made from, with that expression's own loop, and operands as an expression holds
/// them: a named tensor is borrowed, and must outlive it unless own(e) copies it. Copies share what they hold, and a
/// move is a copy. Each assignment or operation makes a step of a program: pieces of rows go through one step after the
/// other and stay in the first cache. A part that two steps share is computed once, so functions given to map() are
/// taken to give the same answer for the same elements. An evaluation finds the steps by the structure of the
/// expression, where its thread has made such a program of late; to make one takes some microseconds and memory. The
/// second evaluation keeps the program. A view of it is made of views of all that it reads, so that of a thousand steps
/// takes a thousand steps.
template <class T = any_element, auto S = runtime_rank>
class any_expr : public virtual_leaf<T, detail::extents_for_t<S>> {
  using leaf = virtual_leaf<T, detail::extents_for_t<S>>;

public:
  using typename leaf::extents_type;
  using captured_type = leaf; ///< what an expression takes

  /// Zeros: one, of rank 0, where the rank is known at run time; else of the shape S, with no elements along an axis of
  /// which the extent is not known.
  WEFT_FN any_expr()
      : leaf(detail::made_virtual<T, extents_type>(constant_leaf<T, extents_type>(T(0), extents_type{}))) {}
  /// The same everywhere, of rank 0.
  template <Scalar X>
    requires(leaf::static_rank <= 0 && detail::storable<X, T>())
  WEFT_FN any_expr(X const& value)
      : leaf(detail::made_virtual<T, extents_type>(constant_leaf<T>(detail::store_as<T>(value)))) {}
  /// Holds an expression, a view, or a tensor. Elements of another type are converted as an assignment would. Throws
  /// shape_error where the rank is not S.
  template <Tensorial X>
    requires(!std::same_as<std::remove_cvref_t<X>, any_expr>)
  WEFT_FN any_expr(X&& x) : leaf(detail::made_virtual<T, extents_type>(detail::capture(static_cast<X&&>(x)))) {}
  /// Holds something of which the running program knows the element type; dtype_error where an assignment would not
  /// convert that to T.
  template <Untyped X>
  WEFT_FN any_expr(X const& x) : leaf(stored_leaf<T, extents_type>(detail::answered_above{}, x, "any_expr")) {}
  any_expr(any_expr const&) = default;
  any_expr& operator=(any_expr const&) & = default;
  template <class X>
      void operator=(X const&) && WEFT_REFUSED("weft: nothing is written to an expression that no name holds");
  ~any_expr() = default;
};

} // namespace weft
