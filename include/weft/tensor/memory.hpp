#pragma once
#include <weft/eval/program.hpp>
#include <weft/tensor/tensor.hpp>

#include <concepts>
#include <string_view>

// Functions that make views and tensors of given memory, and copies: borrow, adopt, copy, eval.
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

/// Owns an object, and deletes it unless it is taken out. std::unique_ptr would need <memory>, a tenth of the umbrella.
template <class H>
struct kept {
  H* object;
  WEFT_FN explicit kept(H* o) : object(o) {}
  WEFT_FN kept(kept&& other) noexcept : object(std::exchange(other.object, nullptr)) {}
  WEFT_FN ~kept() { delete object; }
};
/// The object that the block of adopted memory keeps; its destructor frees the memory.
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
  return row_major_view(p, shape, storage_ref::adopt(b));
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
/// True for containers whose elements lie in memory of their own. A text counts as an element, not as a container.
template <class C>
concept OwnsElements = !std::convertible_to<C const&, std::string_view> && requires(C& c) {
  typename C::allocator_type;
  c.begin();
};
} // namespace detail

/// Returns a view of row-major memory, which it does not own.
template <class T, Shape S>
[[nodiscard]] WEFT_FN auto borrow(T* p, S const& shape) {
  return detail::row_major_view(p, shape, {});
}
/// Returns a view of strided memory, which it does not own. strides(...) count elements and may be negative or 0.
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
/// Refuses tensors: a view of a tensor is written with subscripts.
template <Tensorial C>
[[nodiscard]] detail::refused_value borrow(C const&) {
  static_assert(detail::always_false<C>, "weft: a view of a tensor is a(ellipsis), and tensors convert to views");
  return {};
}
/// Returns a view of the elements of a std::vector, std::array, std::span or any container with data() and size().
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
/// Returns a view of the elements of a std::mdspan, or of a class with its members, with any strides. Static extents
/// stay static.
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

/// Returns a view that owns memory: it calls `deleter(p)` once, when the last view of the memory is destroyed.
template <class T, Shape S, class D>
[[nodiscard]] WEFT_FN auto adopt(T* p, S const& shape, D deleter) {
  using held = detail::adopted<T, D>;
  return detail::adopt_held(p, shape, detail::kept<held>(new held{p, std::move(deleter)}));
}
/// Returns a view that owns the elements of a container, which is moved into it. Throws shape_error if the number of
/// elements is not that of the shape; then the container keeps its elements.
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

/// Returns a tensor with the values of x. Its order is column_major if all strided operands are, else row_major.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr detail::tensor_of<X> eval(X&& x) {
  return detail::tensor_of<X>(static_cast<X&&>(x));
}
/// Returns a tensor with a copy of the elements of a tensor or a view.
template <Stored X>
[[nodiscard]] WEFT_FN detail::tensor_of<X const&> copy(X const& x) {
  return detail::tensor_of<X const&>(x);
}

/// Returns a view of fixed rank, extents and order. Throws shape_error if x has another rank or extent, layout_error if
/// it has another order. It is for templates; elsewhere write v.as<2>().
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
  storage_ref memory = storage_ref::adopt(new_elements<V>(count_of(e.extents()), false));
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
    return e; // constants, generators and value leaves own their values
}

} // namespace detail

/// Returns the expression with copies of all memory it reads, so that it may be returned or stored. Its deferred
/// operations are evaluated now.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto own(X&& x) {
  detail::refuse_followed<X>();
  return detail::owned_expression(detail::capture(static_cast<X&&>(x)));
}

/// Exchanges the elements of two views of the same shape. Throws shape_error if the shapes differ.
template <class T, auto S, class O, class U, auto R, class P>
WEFT_FN void swap(view<T, S, O> const& a, view<U, R, P> const& b) {
  if (!(a.shape() == b.shape()))
    detail::throw_broadcast("swap", a.shape(), b.shape());
  auto const kept = copy(a);
  a(ellipsis) = b;
  b(ellipsis) = kept;
}
/// Exchanges the elements of two views of one type. Without these overloads, a call with lvalues would find std::swap,
/// which is in scope with complex elements, and exchange the memory that the views refer to.
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
