#pragma once
#ifdef WEFT_WITHOUT_DYNAMIC
#error "weft: this library was built without the component dynamic: -DWEFT_COMPONENTS=all, or a list with dynamic"
#endif
#include <weft/eval/program.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

namespace detail {

/// The function of a step that converts each element to T, as an assignment to elements of type T does.
template <class T>
struct stored_as {
  static constexpr char const* name = "store";
  static constexpr bool total = true;
  template <class A>
  WEFT_INLINE constexpr T operator()(A const& a) const {
    return store_as<T>(a);
  }
};

/// Returns x as an expression that is computed by a program at run time, with elements of type T and extents of type E.
/// Its elements are converted as an assignment converts them.
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

/// Stands for an element type that is known at run time only: any_expr<> is any_expr<any_element>.
struct any_element {};

/// Holds any expression with elements of type T. The rank is S, or known at run time only. An any_expr is a small
/// regular value for members, containers, interfaces without templates, and expressions that are built in a loop. It is
/// an operand as every expression is, and its views are expressions again.
///
///   any_expr<double> e = a * b;
///   for (tensor<double, 1> const& x : terms)
///     e = e + x;
///   r = sqrt(e);
///
/// It holds the expression that it is made from, with that expression's own loop, and operands as an expression holds
/// them: a named tensor is borrowed, and must outlive the any_expr unless own(e) copies it. Copies share the
/// expression, and a move is a copy. Each assignment or operation makes a step of a program: pieces of rows go through
/// one step after the other and stay in the first cache. A part that two steps share is computed once, so functions
/// given to map() must return the same value for the same elements. An evaluation of up to 20 steps reuses the plan
/// that its thread made a short time before for an expression of the same structure, if there is one; else it makes a
/// program, which takes some microseconds and memory. The second evaluation of the same any_expr keeps the program in
/// it. A view of an any_expr is made of views of all its operands, so a view of a thousand steps takes a thousand steps
/// to make.
template <class T = any_element, auto S = runtime_rank>
class any_expr : public virtual_leaf<T, detail::extents_for_t<S>> {
  using leaf = virtual_leaf<T, detail::extents_for_t<S>>;

public:
  using typename leaf::extents_type;
  using captured_type = leaf; ///< the type that an expression holds for an any_expr operand

  /// Holds zeros. If the rank is known at run time only: one zero, of rank 0. Else zeros of the shape S, with extent 0
  /// along each axis whose extent S does not state.
  WEFT_FN any_expr()
      : leaf(detail::made_virtual<T, extents_type>(constant_leaf<T, extents_type>(T(0), extents_type{}))) {}
  /// Holds one value, of rank 0, which broadcasts to any shape.
  template <Scalar X>
    requires(leaf::static_rank <= 0 && detail::storable<X, T>())
  WEFT_FN any_expr(X const& value)
      : leaf(detail::made_virtual<T, extents_type>(constant_leaf<T>(detail::store_as<T>(value)))) {}
  /// Holds an expression, a view, or a tensor. Elements of another type are converted as an assignment would. Throws
  /// shape_error if the shape does not match S.
  template <Tensorial X>
    requires(!std::same_as<std::remove_cvref_t<X>, any_expr>)
  WEFT_FN any_expr(X&& x) : leaf(detail::made_virtual<T, extents_type>(detail::capture(static_cast<X&&>(x)))) {}
  /// Holds an operand whose element type is known at run time only. Throws dtype_error if an assignment would not
  /// convert that type to T.
  template <Untyped X>
  WEFT_FN any_expr(X const& x) : leaf(stored_leaf<T, extents_type>(detail::answered_above{}, x, "any_expr")) {}
  WEFT_FN any_expr(any_expr const&) = default;
  WEFT_FN any_expr& operator=(any_expr const&) & = default;
  template <class X>
      void operator=(X const&) && WEFT_REFUSED("weft: nothing is written to an expression that no name holds");
  WEFT_FN ~any_expr() = default;
};

} // namespace weft
