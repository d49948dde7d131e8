#pragma once
#include <weft/eval/pick.hpp>
#include <weft/eval/store.hpp>
#include <weft/expr/element.hpp>
#include <weft/tensor/check_type.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/iterator.hpp>
#include <weft/tensor/tensor_storage.hpp>

#include <span> // for enable_borrowed_range; <ranges> has it too, but takes long to compile

namespace weft {

template <class T, auto Shape, class Order>
class view;

namespace detail {

/// The type of the view of a leaf.
template <class T, class Layout>
using view_of = view<T, shape_argument<typename Layout::extents_type>, view_order_t<typename Layout::order>>;

/// Returns a leaf of the same memory with the extents type and the order of a view.
template <class To, class T, class Layout, class Keep>
WEFT_INLINE constexpr To convert_leaf(strided_leaf<T, Layout, Keep>&& from) {
  return To(from.data, convert_layout<typename To::layout_type>(from.place), std::move(from.keep));
}

template <class T, class Layout, class Keep>
WEFT_INLINE constexpr view_of<T, Layout> make_view(strided_leaf<T, Layout, Keep>&& leaf) {
  using target = view_of<T, Layout>;
  if constexpr (std::same_as<typename target::leaf_type, strided_leaf<T, Layout, Keep>>)
    return target(std::move(leaf));
  else
    return target(convert_leaf<typename target::leaf_type>(std::move(leaf)));
}

/// Returns the view of the window that f makes of memory at p with layout l, built in its final place.
template <class T, class Layout, class Keep, class F>
WEFT_INLINE constexpr auto window_view(T* p, Layout const& l, Keep const& keep, F const& f) {
  using whole = strided_leaf<T, Layout, Keep>;
  if constexpr (suits<F, Layout::static_rank>()) {
    using place = transformed_t<Layout, F>;
    if constexpr (!is_dense<typename place::order>)
      return view_of<T, place>(made_in_place{}, p, l, f, storage_ref(keep));
    else
      return make_view(window_of_leaf(whole(p, l, keep), f));
  } else {
    return make_view(whole(p, l, keep));
  }
}
template <class T, class Layout, class Keep, class F>
WEFT_INLINE constexpr auto window_view(strided_leaf<T, Layout, Keep> const& e, F const& f) {
  return window_view(e.data, e.place, e.keep, f);
}

/// Returns the leaf of a tensor or a view that is an lvalue, with elements to write to unless they are const. Made from
/// a view of the whole, a leaf of run-time rank took 19 ns in place of 6.
template <Stored X>
WEFT_INLINE constexpr decltype(auto) stored_leaf(X& x) {
  if constexpr (requires { x.window_leaf(); }) {
    return x.window_leaf();
  } else {
    using T = std::remove_pointer_t<decltype(x.data())>;
    auto const leaf = std::as_const(x).leaf();
    return strided_leaf<T, typename decltype(leaf)::layout_type>(const_cast<T*>(leaf.data), leaf.place, leaf.keep);
  }
}

/// Returns a view of the leaf with the fixed rank, extents and order of a view type. Throws if the leaf has a different
/// rank, extent or order.
template <auto Shape, class Order, class T, class Layout>
WEFT_FN constexpr auto fix_leaf(strided_leaf<T, Layout, storage_ref> const& leaf) {
  using E = extents_for_t<Shape>;
  check_as<E, Order>(leaf.place);
  E e{};
  typename layout<E, Order>::strides_type s{};
  if constexpr (E::static_rank < 0) {
    e = E(leaf.place.rank());
    s = E(leaf.place.rank());
  }
  // Both limits: the check has made them equal, but GCC would warn of entries beyond the rank.
  for (int k = 0; k < e.rank() && k < leaf.place.rank(); ++k) {
    e.set(k, leaf.place.extent(k));
    s.set(k, leaf.place.stride(k));
  }
  return view<T, Shape, Order>(
      strided_leaf<T, layout<E, Order>, storage_ref>(leaf.data, layout<E, Order>(e, s), leaf.keep));
}

template <class X>
inline constexpr bool is_view = false;
template <class T, auto Shape, class Order>
inline constexpr bool is_view<view<T, Shape, Order>> = true;

/// Another view type with the element type and rank of V. v = w could then mean the elements or the view itself.
template <class X, class V>
concept AlikeView =
    is_view<X> && !std::same_as<X, V> && std::same_as<typename X::element_type, typename V::element_type> &&
    X::static_rank == V::static_rank;
/// True for the source of an assignment that can only mean the elements.
template <class X, class V>
concept WrittenTo = !std::same_as<X, V> && !AlikeView<X, V>;

/// Returns F of a target and another operand, which += and its kin assign.
template <class F, class T, class Layout, class X>
WEFT_INLINE constexpr auto updated(strided_leaf<T, Layout> const& target, X const& x) {
  using self = strided_leaf<std::remove_const_t<T> const, Layout>;
  auto other = capture<std::remove_const_t<T>>(x);
  auto const shape = common_extents(F::compound_name, target.extents(), other.extents());
  return node<F, self, decltype(other)>(
      F{}, pack<self, decltype(other)>(target.template borrowed<std::remove_const_t<T> const>(), std::move(other)),
      shape);
}

} // namespace detail

/// A strided window of memory: a pointer, a layout, and perhaps a share in the memory. A copy of a view refers to the
/// same elements; an assignment to a view writes its elements. If v is an lvalue, v = w or v = a(2, all) with a view of
/// the same element type and rank could mean either, and is refused: v(ellipsis) = w writes, v.rebind(w) makes v refer
/// to other memory. So a class with a view as a member must define its own operator=, and std::vector's erase,
/// std::rotate and std::optional, which assign elements, do not compile. A const view still writes, like a std::span;
/// view<const T> does not. A view of an lvalue tensor borrows the memory; a view of an rvalue, or of a view that owns a
/// share, owns a share. A view that was moved from has no elements, and throws layout_error if something is assigned to
/// it before it is rebound. It is a borrowed range: iterators hold no pointer to the view, and are valid as long as the
/// memory.
template <class T, auto Shape = runtime_rank, class Order = strided>
class view : by_argument::searched<view<T, Shape, Order>>, public detail::refused_members<view<T, Shape, Order>> {
  using refused = detail::refused_members<view>;
  static_assert(std::same_as<Order, strided> || std::same_as<Order, row_major> || std::same_as<Order, column_major>,
                "weft: the order of a view is strided, row_major or column_major");
  static constexpr bool may_be_empty = detail::count_of(detail::no_extents<detail::extents_for_t<Shape>>()) == 0;

public:
  using weft_stored = void;
  using value_type = std::remove_const_t<T>;
  using element_type = T;
  using extents_type = detail::extents_for_t<Shape>;
  using layout_type = layout<extents_type, Order>;
  using leaf_type = strided_leaf<T, layout_type, detail::storage_ref>;
  static constexpr int static_rank = extents_type::static_rank;
  // An iterator is a pointer if the type says that the elements are consecutive in memory.
  static constexpr bool in_order = static_rank == 1 && !std::same_as<Order, strided>;
  using iterator = std::conditional_t<in_order, T*, detail::strided_iterator<T, extents_type>>;

  /// Makes a view without elements: extents are 0. As for std::span, there is none if the type says that there are
  /// elements.
  WEFT_INLINE constexpr view()
    requires may_be_empty
      : leaf_(nullptr, nothing(), {}) {}
  WEFT_INLINE constexpr explicit view(leaf_type&& leaf) : leaf_(std::move(leaf)) {}
  template <class L, class F>
  WEFT_INLINE constexpr view(detail::made_in_place to, T* p, L const& l, F const& f, detail::storage_ref&& keep)
      : leaf_(to, p, l, f, std::move(keep)) {}
  WEFT_INLINE view(view const&) = default;
  // If it kept its pointer without its share, the moved view would dangle. std::swap(v, w), which would exchange
  // nothing, throws layout_error because of set_moved().
  WEFT_INLINE constexpr view(view&& other) noexcept : leaf_(std::move(other.leaf_)) {
    other.leaf_.data = nullptr;
    other.leaf_.place = nothing();
    other.leaf_.keep.set_moved();
  }
  WEFT_INLINE ~view() = default;

  /// Makes a view of the same memory whose type knows less: static rank to run-time rank, T to const T, any order to
  /// strided.
  template <class X>
    requires(Stored<X> && !std::same_as<std::remove_cvref_t<X>, view> &&
             requires(X&& x) { static_cast<X&&>(x).window(); } &&
             std::is_convertible_v<
                 typename std::remove_cvref_t<decltype(std::declval<X>().window())>::element_type (*)[], T (*)[]> &&
             detail::extents_widen<typename std::remove_cvref_t<X>::extents_type, extents_type>() &&
             detail::order_widens<detail::view_order_t<typename std::remove_cvref_t<X>::layout_type::order>, Order>)
  WEFT_FN constexpr view(X&& x)
      : leaf_(detail::convert_leaf<leaf_type>(detail::leaf_as<T>(static_cast<X&&>(x).window().window_leaf()))) {}

  /// Refuses expressions. It is explicit: an implicit conversion would make f(view) and f(tensor) ambiguous.
  template <class X>
    requires(Node<X>)
  explicit view(X const&) WEFT_REFUSED("weft: an expression has no elements in memory yet: eval(x) is a tensor");

  [[nodiscard]] WEFT_INLINE constexpr int rank() const { return leaf_.place.rank(); }
  [[nodiscard]]
  WEFT_INLINE constexpr index_t extent(index_t k) const {
    return leaf_.place.extent(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_INLINE constexpr extents_type shape() const { return leaf_.place.extents(); }
  [[nodiscard]]
  WEFT_INLINE constexpr index_t stride(index_t k) const {
    return leaf_.place.stride(detail::asked_axis("stride", k, rank()));
  }
  [[nodiscard]] WEFT_INLINE constexpr auto strides() const { return leaf_.place.strides(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t size() const { return leaf_.place.size(); }
  [[nodiscard]] WEFT_INLINE constexpr bool empty() const { return size() == 0; }
  [[nodiscard]] WEFT_INLINE constexpr T* data() const { return leaf_.data; }
  /// True if the elements lie without gaps in row-major order.
  [[nodiscard]] WEFT_INLINE constexpr bool is_contiguous() const { return detail::is_gapless(leaf_.place, true); }
  [[nodiscard]] WEFT_INLINE constexpr weft::ownership ownership() const {
    return leaf_.keep.owns() ? shared : borrowed;
  }
  [[nodiscard]] WEFT_INLINE constexpr leaf_type const& window_leaf() const { return leaf_; }

  /// Returns the leaf that an expression stores; it only reads.
  [[nodiscard]] WEFT_INLINE constexpr auto leaf() const {
    return strided_leaf<value_type const, layout_type, detail::storage_ref>(leaf_.data, leaf_.place, leaf_.keep);
  }
  [[nodiscard]] WEFT_INLINE constexpr view const& window() const { return *this; }

  [[nodiscard]] WEFT_INLINE constexpr iterator begin() const { return walk(0); }
  [[nodiscard]] WEFT_INLINE constexpr iterator end() const { return walk(size()); }

  /// Returns an element; with ranges, all, newaxis, ellipsis or fewer subscripts a view.
  template <Subscript... A>
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator()(A... a) const {
    if constexpr (detail::has_compiled_offset<layout_type, A...>)
      return (
          leaf_.data[detail::offset_call<layout_type, A...>::at(leaf_.place, leaf_.keep, static_cast<index_t>(a)...)]);
    else if constexpr (detail::names_element<static_rank, A...>)
      return (element < WEFT_CHECK_BOUNDS != 0 > (a...));
    else
      return detail::window_view(leaf_, detail::slicer<A...>{make_pack(a...)});
  }
  /// Returns the elements that tensors of indices pick, each along its own axis; one can assign to them
  /// (eval/pick.hpp). v(i) += x adds once to an element, however often i names it; add_at(v, i, x) adds for each index.
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A&&... a) const {
    return pick(detail::answered_above{}, leaf_, static_cast<A&&>(a)...);
  }
  using refused::operator(), refused::operator[], refused::at, refused::size, refused::shape;
  /// Returns an element. The index is always checked, here and in v[idx].
  template <class... At>
    requires(detail::Place<At> && ...)
  WEFT_INLINE constexpr T& at(At... i) const {
    return element<true>(i...);
  }
  /// Returns the element whose index a range lists, or braces: v[{i, j}].
  template <IndexRange At>
  [[nodiscard]] WEFT_FN constexpr T& operator[](At const& index) const {
    leaf_.keep.check("subscript");
    index_t i[max_rank];
    detail::resolve_element_range(leaf_.place.extents(), i, index);
    return leaf_.data[detail::offset_at(leaf_.place, i)];
  }
  [[nodiscard]] WEFT_FN constexpr T& operator[](std::initializer_list<detail::any_index> index) const {
    return operator[]<std::initializer_list<detail::any_index>>(index);
  }
#ifdef __cpp_multidimensional_subscript
  /// a[i, j] is a(i, j).
  template <class... A>
    requires(sizeof...(A) > 1)
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator[](A&&... a) const {
    return (*this)(static_cast<A&&>(a)...);
  }
#endif

  /// Returns a view of fixed rank, extents and order. Throws shape_error if this view has another rank or extent,
  /// layout_error if it has another order.
  template <auto S, class O = strided>
  [[nodiscard]] WEFT_FN constexpr auto as() const {
    return detail::fix_leaf<S, O>(leaf_);
  }

  /// Makes this view refer to the memory of another.
  WEFT_INLINE constexpr void rebind(view const& other) { leaf_ = other.leaf_; }

  // Assignments to an lvalue. Compilers quote the line of a refused function, so each is on one line.
  view& operator=(view const&) & WEFT_REFUSED("weft: v = w: v(ellipsis) = w writes, v.rebind(w) points elsewhere");
  void operator=(view const&) const& WEFT_REFUSED("weft: v = w: v(ellipsis) = w writes, v.rebind(w) points elsewhere");
  template <detail::AlikeView<view> X>
      void operator=(X const&) & WEFT_REFUSED("weft: v = w: v(ellipsis) = w writes, v.rebind(w) points elsewhere");
  template <detail::AlikeView<view> X>
  void operator=(X const&) const& WEFT_REFUSED("weft: v = w: v(ellipsis) = w writes, v.rebind(w) points elsewhere");
  /// Writes the elements of x, broadcast to this shape; integers are stored modulo 2^n. Throws layout_error if this
  /// view was moved from.
  WEFT_INLINE constexpr view const& operator=(view const& x) const&& { return write(x); }
  template <detail::AlikeView<view> X>
  WEFT_INLINE constexpr view const& operator=(X const& x) const&& {
    return write(x);
  }
  template <Operand X>
    requires detail::WrittenTo<X, view>
  WEFT_INLINE constexpr view const& operator=(X const& x) const {
    return write(x);
  }
  /// Writes values in braces as deep as the rank. Throws shape_error unless they have the shape of this view.
  WEFT_FN constexpr view const& operator=(detail::nested_t<T, static_rank> values) const
    requires(static_rank > 0 && !std::is_const_v<T>)
  {
    detail::replace_nested(target(), values);
    return *this;
  }
  template <detail::OtherDepth<T, static_rank, 1> U>
  void operator=(detail::braces<U>) const WEFT_REFUSED("weft: braces are as deep as the rank");
  template <detail::OtherDepth<T, static_rank, 2> U>
  void operator=(detail::braces<detail::braces<U>>) const WEFT_REFUSED("weft: braces are as deep as the rank");
  template <detail::ForeignRange R>
  void operator=(R const&) const WEFT_REFUSED("weft: no operand: borrow(v) is a view of it, to_tensor(v) a copy");
  // For a view that is not const: the operator above would lose to a conversion of x to a view, which is refused.
  template <Operand X>
    requires detail::WrittenTo<X, view>
  WEFT_INLINE constexpr view& operator=(X const& x) {
    write(x);
    return *this;
  }
  template <Operand X>
  WEFT_INLINE constexpr view const& operator+=(X const& x) const {
    return write_with<op::plus>(x);
  }
  template <Operand X>
  WEFT_INLINE constexpr view const& operator-=(X const& x) const {
    return write_with<op::minus>(x);
  }
  template <Operand X>
  WEFT_INLINE constexpr view const& operator*=(X const& x) const {
    return write_with<op::times>(x);
  }
  template <Operand X>
  WEFT_INLINE constexpr view const& operator/=(X const& x) const {
    return write_with<op::divide>(x);
  }
  WEFT_FN constexpr void fill(value_type const& v) const { write(constant_leaf<value_type>(v)); }

private:
  WEFT_INLINE static constexpr layout_type nothing() {
    return layout_type(detail::no_extents<extents_type>(), detail::no_extents<typename layout_type::strides_type>());
  }
  WEFT_INLINE constexpr iterator walk(index_t n) const {
    leaf_.keep.check("iterator");
    if constexpr (in_order)
      return leaf_.data + n;
    else
      return iterator(leaf_.data, shape(), strides(), n);
  }
  template <bool Checked, class... A>
  WEFT_ELEMENT constexpr T& element(A... a) const {
    return leaf_.data[detail::element_offset<Checked>(leaf_.place, leaf_.keep, a...)];
  }
  WEFT_INLINE constexpr auto target() const {
    if (leaf_.keep.was_moved())
      detail::throw_moved_target();
    return leaf_.template borrowed<T>();
  }
  template <class X>
  WEFT_INLINE constexpr view const& write(X const& x) const {
    detail::store(target(), detail::to_evaluate<value_type>(x));
    return *this;
  }
  template <class F, class X>
  WEFT_INLINE constexpr view const& write_with(X const& x) const {
    auto const to = target();
    detail::store(to, detail::updated<F>(to, x));
    return *this;
  }
  leaf_type leaf_;
};

} // namespace weft

template <class T, auto Shape, class Order>
inline constexpr bool std::ranges::enable_borrowed_range<weft::view<T, Shape, Order>> = true;

/// Refuses views as keys of std::map: they have no order, as a < b is a mask.
template <class T, auto Shape, class Order>
struct std::less<weft::view<T, Shape, Order>> {
  [[nodiscard]] bool operator()(weft::view<T, Shape, Order> const&, weft::view<T, Shape, Order> const&) const {
    static_assert(weft::detail::always_false<T>, "weft: views have no order, a < b is a mask: name a comparison");
    return false;
  }
};
