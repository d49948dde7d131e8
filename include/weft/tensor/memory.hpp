#pragma once
#include <weft/eval/program.hpp>
#include <weft/tensor/tensor.hpp>

#include <concepts>
#include <string_view>

// The ways into and out of memory: borrowed, adopted, copied, evaluated.
namespace weft {

namespace detail {
template <class T, class S>
using borrowed_view = view<T, shape_argument<S>, strided>;

WEFT_API [[noreturn]] void throw_count(char const* operation, index_t given, index_t wanted);
WEFT_FN inline void check_count(char const* operation, index_t given, index_t wanted) {
  if (given != wanted)
    throw_count(operation, given, wanted);
}

template <class T, Shape S>
WEFT_FN auto row_major_view(T* p, S const& shape, storage_ref keep) {
  checked_count(shape);
  layout<S, dense<row_major>> const l(shape);
  return make_view(strided_leaf<T, layout<S, dense<row_major>>, storage_ref>(p, l, std::move(keep)));
}

template <class T, Shape S, Shape D>
WEFT_FN borrowed_view<T, S> strided_view(T* p, S const& shape, D const& strides, storage_ref keep) {
  checked_count(shape);
  using place = layout<S, strided>;
  place const l(shape, convert_extents<typename place::strides_type>(strides));
  return borrowed_view<T, S>(strided_leaf<T, place, storage_ref>(p, l, std::move(keep)));
}

/// Deletes an object unless it is taken out; std::unique_ptr would bring <memory>, a tenth of the umbrella.
template <class H>
struct kept {
  H* object;
  WEFT_FN explicit kept(H* o) : object(o) {}
  WEFT_FN kept(kept&& other) noexcept : object(std::exchange(other.object, nullptr)) {}
  WEFT_FN ~kept() { delete object; }
};
/// The contents of a block that was adopted.
template <class T, class D>
struct adopted {
  T* data;
  D free;
  WEFT_FN ~adopted() { free(data); }
};
template <class T, class Held, Shape S>
WEFT_FN auto adopt_held(T* p, S const& shape, kept<Held> held) {
  block* const b = adopt_block(const_cast<std::remove_const_t<T>*>(p), held.object,
                               [](void* context) { delete static_cast<Held*>(context); });
  held.object = nullptr;
  return row_major_view(p, shape, storage_ref::take(b));
}

/// A class with the members of std::mdspan, by their names.
template <class M>
concept Mdspan = !Tensorial<M> && requires(M const& m) {
  m.data_handle();
  m.extents().extent(M::rank());
  m.stride(M::rank());
  m.extents().static_extent(M::rank());
};
template <class M, int K>
WEFT_FN constexpr index_t mdspan_extent() {
  constexpr auto n = M::extents_type::static_extent(K);
  return n == static_cast<decltype(n)>(-1) ? dyn : static_cast<index_t>(n);
}
} // namespace detail

namespace detail {
/// Containers whose elements lie elsewhere; a text is an element.
template <class C>
concept OwnsElements = !std::convertible_to<C const&, std::string_view> && requires(C& c) {
  typename C::allocator_type;
  c.begin();
};
} // namespace detail

/// A view of row-major memory that somebody else owns.
template <class T, Shape S>
[[nodiscard]] WEFT_FN auto borrow(T* p, S const& shape) {
  return detail::row_major_view(p, shape, {});
}
/// A view of strided memory that somebody else owns; strides(...) count elements and may be negative or 0.
template <class T, Shape S, class D>
[[nodiscard]] WEFT_FN auto borrow(T* p, S const& shape, stride_list<D> const& strides) {
  static_assert(S::static_rank == D::static_rank || S::static_rank < 0 || D::static_rank < 0,
                "weft: borrow: rank mismatch: one stride for each extent");
  if (shape.rank() != strides.rank())
    detail::throw_shape_reason("borrow", "one stride is needed for each extent");
  return detail::strided_view(p, shape, strides, {});
}
template <class T, Shape S, Shape D>
void borrow(T*, S const&, D const&) WEFT_REFUSED("weft: strides are no shape: borrow(p, shape(2, 3), strides(3, 1))");
template <class T, std::integral... At>
void borrow(T*, At...) WEFT_REFUSED("weft: the extents are a shape: borrow(p, shape(3, 4)), borrow(p, shape(n))");
template <class C, std::integral... At>
  requires(sizeof...(At) > 0)
void borrow(C&, At...) WEFT_REFUSED("weft: the extents are a shape: borrow(v.data(), shape(3, 4))");
/// Refused: tensors are viewed by subscripts.
template <Tensorial C>
[[nodiscard]] detail::refused_value borrow(C const&) {
  static_assert(detail::always_false<C>, "weft: a view of a tensor is a(ellipsis), and tensors convert to views");
  return {};
}
/// A view of the elements of a std::vector, std::array, std::span or anything with data() and size().
template <class C>
  requires(!Tensorial<C> &&
           requires(C& c) {
             c.data();
             c.size();
           })
[[nodiscard]] WEFT_FN auto borrow(C& c WEFT_LIFETIMEBOUND) {
  static_assert(!detail::OwnsElements<std::remove_cvref_t<decltype(*c.data())>>,
                "weft: borrow: the elements of nested containers lie apart from each other: to_tensor(v) copies them");
  return borrow(c.data(), shape(static_cast<index_t>(c.size())));
}
template <class C>
  requires(!Tensorial<C> && !std::is_lvalue_reference_v<C> &&
           requires(C& c) {
             c.data();
             c.size();
           })
[[nodiscard]] WEFT_FN auto borrow(C&& c) {
  static_assert(
      requires { typename std::remove_cvref_t<C>::element_type; },
      "weft: borrow: the container is a temporary: adopt(std::move(v), shape(...)) takes it over");
  return borrow(c.data(), shape(static_cast<index_t>(c.size())));
}
/// A view of the elements of a std::mdspan, or of one made after it, with any strides; static extents stay static.
template <detail::Mdspan M>
[[nodiscard]] WEFT_FN auto borrow(M const& m) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    extents<detail::mdspan_extent<M, K>()...> e{};
    dims<int(sizeof...(K))> s{};
    (e.set(K, static_cast<index_t>(m.extents().extent(K))), ...);
    (s.set(K, static_cast<index_t>(m.stride(K))), ...);
    return borrow(m.data_handle(), e, stride_list(s));
  }(std::make_integer_sequence<int, int(M::rank())>{});
}

/// A view that owns memory: `deleter(p)` is called once, when the last view of it goes.
template <class T, Shape S, class D>
[[nodiscard]] WEFT_FN auto adopt(T* p, S const& shape, D deleter) {
  using held = detail::adopted<T, D>;
  return detail::adopt_held(p, shape, detail::kept<held>(new held{p, std::move(deleter)}));
}
/// A view that owns the elements of a container that it takes over; shape_error unless there are as many as the shape,
/// and then the container keeps them.
template <class C, Shape S>
  requires(!std::is_lvalue_reference_v<C> && !Tensorial<C> &&
           requires(C& c) {
             c.data();
             c.size();
           })
[[nodiscard]] WEFT_FN auto adopt(C&& container, S const& shape) {
  static_assert(
      !requires { typename std::remove_cvref_t<C>::element_type; },
      "weft: adopt: a span owns nothing that could be taken over");
  detail::check_count("adopt", static_cast<index_t>(container.size()), detail::checked_count(shape));
  using held_type = std::remove_cvref_t<C>;
  detail::kept<held_type> held(new held_type(static_cast<C&&>(container)));
  auto* const p = held.object->data();
  return detail::adopt_held(p, shape, std::move(held));
}

/// A tensor with the values of x; the order is column_major if every strided operand is.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr detail::tensor_of<X> eval(X&& x) {
  return detail::tensor_of<X>(static_cast<X&&>(x));
}
/// A tensor of its own with the elements of a tensor or a view.
template <Stored X>
[[nodiscard]] WEFT_FN detail::tensor_of<X const&> copy(X const& x) {
  return detail::tensor_of<X const&>(x);
}

/// A view of fixed rank, extents and order: shape_error if the rank or an extent is another one, layout_error if the
/// order is. For templates; elsewhere v.as<2>().
template <auto S, class O = strided, Stored X>
[[nodiscard]] WEFT_FN auto as(X&& x) {
  return static_cast<X&&>(x).window().template as<S, O>();
}

namespace detail {

template <class E>
WEFT_FN auto owned_leaf(E const& e) {
  using V = typename E::value_type;
  using L = typename E::layout_type;
  constexpr bool by_columns = std::same_as<view_order_t<typename L::order>, column_major>;
  using place_type = layout<typename E::extents_type, dense<std::conditional_t<by_columns, column_major, row_major>>>;
  place_type const place(e.extents());
  storage_ref memory = storage_ref::take(new_elements<V>(count_of(e.extents()), false));
  V* const p = static_cast<V*>(block_data(memory.get()));
  session s;
  assign(strided_leaf<V, place_type>(p, place, {}), e, s);
  return strided_leaf<V const, place_type, storage_ref>(p, place, std::move(memory));
}
template <class E>
WEFT_FN auto owned_expression(E const& e);
template <class T, class L, class K>
WEFT_FN auto owned_expression(strided_leaf<T, L, K> const& e) {
  return owned_leaf(e);
}
template <class F, class... C>
WEFT_FN auto owned_expression(node<F, C...> const& e) {
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    using made = node<F, decltype(owned_expression(get<At>(e.children)))...>;
    return made(e.function, make_pack(owned_expression(get<At>(e.children))...), e.extents());
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class F, class L, class... C>
WEFT_FN auto owned_expression(deferred<F, L, C...> const& e) {
  session s;
  return owned_leaf(materialise(e, s));
}
template <class T, class E>
WEFT_FN auto owned_expression(virtual_leaf<T, E> const& e) {
  return virtual_leaf<T, E>(owned_program(e.program), e.extents());
}
template <class E>
WEFT_FN auto owned_expression(E const& e) {
  if constexpr (ListsMemory<E>)
    return owned_leaf(e);
  else
    return e; // constants, generators and values own what they have
}

} // namespace detail

/// The expression with copies of all memory it reads, so that it may be returned or kept. A deferred operand is
/// evaluated now.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto own(X&& x) {
  detail::refuse_followed<X>();
  return detail::owned_expression(detail::capture(static_cast<X&&>(x)));
}

/// The elements of two views of the same shape, exchanged; shape_error if the shapes differ.
template <class T, auto S, class O, class U, auto R, class P>
WEFT_FN void swap(view<T, S, O> const& a, view<U, R, P> const& b) {
  if (!(a.shape() == b.shape()))
    detail::throw_broadcast("swap", a.shape(), b.shape());
  auto const kept = copy(a);
  a(ellipsis) = b;
  b(ellipsis) = kept;
}
/// Two views of one type in the same way; std::swap, which is in scope too with complex elements, would be called for
/// those with names otherwise, and exchange what they look at.
template <class T, auto S, class O>
WEFT_FN void swap(view<T, S, O> const& a, view<T, S, O> const& b) {
  weft::swap<T, S, O, T, S, O>(a, b);
}
template <class T, auto S, class O>
WEFT_FN void swap(view<T, S, O>& a, view<T, S, O>& b) {
  weft::swap<T, S, O, T, S, O>(a, b);
}
template <int = 0>
void adopt(detail::other, detail::other) WEFT_REFUSED("weft: it takes what is moved: adopt(std::move(v), shape(n))");
template <int = 0>
void eval(detail::other) WEFT_REFUSED("weft: eval(e) computes an expression of tensors; this is none");

} // namespace weft
