#pragma once
#include <weft/expr/capture.hpp>
#include <weft/layout/reshape.hpp>
#include <weft/layout/transform.hpp>

// A view of a node becomes views of its leaves: transpose(a + b) is transpose(a) + transpose(b), so loops only read
// leaves. Each leaf is first broadcast to the shape of the node, then its layout is transformed.
namespace weft::detail {

/// Returns true if F can be applied to a static rank of R. Otherwise F refuses it here, before templates are
/// instantiated that would only repeat the error.
template <class F, int R>
WEFT_FN constexpr bool suits() {
  if constexpr (requires { F::template fits<R>(); })
    return F::template fits<R>();
  else
    return true;
}

template <class T, class Layout, class Keep, class F>
WEFT_INLINE constexpr auto window_of_leaf(strided_leaf<T, Layout, Keep> const& e, F const& f) {
  if constexpr (suits<F, Layout::static_rank>())
    return strided_leaf<T, transformed_t<Layout, F>, Keep>(made_in_place{}, e.data, e.place, f, e.keep);
  else
    return strided_leaf<T, Layout, Keep>(e);
}
template <class T, class Layout, class F>
WEFT_INLINE constexpr auto window_of_leaf(value_leaf<T, Layout> const& e, F const& f) {
  return window_of_leaf(e.to_shared(), f);
}
template <class G, class Own, class Layout, class F>
WEFT_INLINE constexpr auto window_of_leaf(generator_leaf<G, Own, Layout> const& e, F const& f) {
  auto const out = transform_layout(e.place, f);
  return generator_leaf<G, Own, std::remove_cvref_t<decltype(out.layout)>>(e.function, e.own, out.layout,
                                                                           e.offset + out.offset);
}
template <class Op, class Layout, class... C, class F>
WEFT_INLINE constexpr auto window_of_leaf(deferred<Op, Layout, C...> const& e, F const& f) {
  auto const out = transform_layout(e.place, f);
  return deferred<Op, std::remove_cvref_t<decltype(out.layout)>, C...>(e.operation, e.operands, e.whole, out.layout,
                                                                       e.offset + out.offset, e.id);
}
template <class T, class Extents, class F>
WEFT_INLINE constexpr auto window_of_leaf(constant_leaf<T, Extents> const& e, F const& f) {
  auto const out = transform_layout(layout<Extents, dense<row_major>>(e.extents()), f);
  return constant_leaf<T, std::remove_cvref_t<decltype(out.layout.extents())>>(e.value, out.layout.extents());
}

/// Returns the operation of a node for the window of it that F makes: g itself, unless g says that it is another one
/// there.
template <class F, int Rank, class G>
WEFT_INLINE constexpr auto operation_in_window(G const& g) {
  if constexpr (requires { g.template in_window<F, Rank>(); })
    return g.template in_window<F, Rank>();
  else
    return g;
}

template <class C, Shape E, class F>
WEFT_INLINE constexpr auto window_in(C const& child, E const& whole, F const& f);
template <class T, class Extents, Shape E, class F>
WEFT_INLINE constexpr auto window_in(constant_leaf<T, Extents> const& child, E const& whole, F const& f) {
  if constexpr (Extents::static_rank == 0)
    return child; // a scalar has no axes, so each window of it is the scalar
  else
    return window_of_leaf(constant_leaf<T, E>(child.value, whole), f);
}
template <class G, class... C, Shape E, class F>
WEFT_INLINE constexpr auto window_in(node<G, C...> const& child, E const& whole, F const& f) {
  auto const out = transform_layout(layout<E, dense<row_major>>(whole), f).layout.extents();
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    auto operation = operation_in_window<F, E::static_rank>(child.function);
    using made = node<decltype(operation), decltype(window_in(get<At>(child.children), whole, f))...>;
    // Scalars among the children of an inner node must not shrink it.
    return made(std::move(operation), make_pack(window_in(get<At>(child.children), whole, f)...),
                convert_extents<typename made::extents_type>(out));
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class C, Shape E, class F>
WEFT_INLINE constexpr auto window_in(C const& child, E const& whole, F const& f) {
  return window_of_leaf(window_of_leaf(child, broadcaster<E>{whole}), f);
}

/// Returns the window of e that f makes of its layout.
template <class E, class F>
WEFT_FN constexpr auto window_of(E const& e, F const& f) {
  static_assert(!names_indices<E>,
                "weft: a view is one of a whole operand: transpose(a)(i, j), not transpose(a(i, j))");
  if constexpr (names_indices<E> || !suits<F, E::static_rank>())
    return refused_value{};
  else if constexpr (OwnNode<E> || Sparse<E>)
    return window_of_leaf(capture(e), f);
  else if constexpr (requires { e.own_window(f); })
    return e.own_window(f);
  else if constexpr (requires { typename E::captured_type; })
    return window_of(static_cast<typename E::captured_type>(e), f);
  else if constexpr (requires { e.children; })
    return window_in(e, e.extents(), f);
  else
    return window_of_leaf(e, f);
}
/// Returns an operand of a result with extents To. If some of these are static, the extents of the operand are not: the
/// result has others, and the compiler would refuse to assign its parts.
template <class To, class E>
WEFT_FN auto operand_of_extents(E e) {
  using loose_extents = dims<E::static_rank>;
  if constexpr (std::same_as<To, loose_extents> || std::same_as<typename E::extents_type, loose_extents>)
    return e;
  else
    return window_of(e, broadcaster<loose_extents>{convert_extents<loose_extents>(e.extents())});
}

} // namespace weft::detail
