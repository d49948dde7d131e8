#pragma once
#include <weft/tensor/deduce.hpp>
#include <weft/tensor/replace_values.hpp>
#include <weft/tensor/view.hpp>

namespace weft {

/// A tensor owns its elements. It is a regular value: a copy copies the elements, a move is cheap, == compares shapes
/// and elements. New elements are zero unless a constructor is told otherwise (large tensors get them from calloc).
/// Assigning an expression gives the tensor its shape.
template <class T, auto Shape, class Order>
class tensor : detail::tensor_storage<T, detail::extents_for_t<Shape>, Order>,
               by_argument::searched<tensor<T, Shape, Order>>,
               public detail::refused_members<tensor<T, Shape, Order>> {
  using refused = detail::refused_members<tensor>;
  using storage = detail::tensor_storage<T, detail::extents_for_t<Shape>, Order>;
  static_assert(!std::is_const_v<T> && !std::is_reference_v<T>, "weft: the elements of a tensor are plain values");
  static_assert(!std::same_as<T, detail::unnamed_element>, "weft: name the element type: tensor<double, 2> t(3, 4)");
  static_assert(std::same_as<Order, row_major> || std::same_as<Order, column_major>,
                "weft: the order of a tensor is row_major or column_major");
  using index_list = std::initializer_list<detail::any_index>;

public:
  using weft_stored = void;
  using value_type = T;
  using element_type = T;
  using extents_type = detail::extents_for_t<Shape>;
  using layout_type = layout<extents_type, dense<Order>>;
  static constexpr int static_rank = extents_type::static_rank;
  static constexpr int dynamic_count = detail::count_dynamic<extents_type>();
  // Iterators are pointers where row-major order is the order in memory.
  static constexpr bool in_order = std::same_as<Order, row_major> || (static_rank >= 0 && static_rank < 2);
  using iterator = std::conditional_t<in_order, T*, detail::strided_iterator<T, extents_type>>;
  using const_iterator = std::conditional_t<in_order, T const*, detail::strided_iterator<T const, extents_type>>;

  /// Makes a tensor with dynamic extents 0, of rank 1 at run time. Rank 0 and static shapes have elements, all zero.
  WEFT_INLINE tensor() = default;
  // WEFT_COPIED would add three lines to a compiler's list for each assignment that does not fit.
  WEFT_INLINE tensor(tensor const&) = default;
  WEFT_INLINE tensor(tensor&&) = default;
  WEFT_INLINE tensor& operator=(tensor const&) = default;
  WEFT_INLINE tensor& operator=(tensor&&) = default;
  WEFT_INLINE ~tensor() = default;

  /// Makes a tensor of zeros; the numbers are its dynamic extents, in order.
  template <std::integral... N>
    requires(static_rank >= 0 && int(sizeof...(N)) == dynamic_count && sizeof...(N) > 0)
  WEFT_INLINE constexpr explicit(sizeof...(N) == 1) tensor(N... n)
      : storage(detail::extents_from_dynamic<extents_type>(n...), true) {}
  template <std::integral... N>
    requires(static_rank >= 0 && int(sizeof...(N)) == dynamic_count)
  WEFT_INLINE constexpr tensor(uninit_t, N... n) : storage(detail::extents_from_dynamic<extents_type>(n...), uninit) {}

  template <Scalar... N>
    requires(static_rank > 0 && sizeof...(N) > 0 &&
             !((std::integral<N> && ...) && int(sizeof...(N)) == dynamic_count) &&
             !(detail::counts_values<T, extents_type, 1> && detail::Values<T, N...>))
  explicit(sizeof...(N) == 1) tensor(N...) WEFT_REFUSED("weft: extents are integers, one for each dynamic axis");
  template <Scalar... N>
    requires(static_rank < 0 && sizeof...(N) > 0)
  explicit(sizeof...(N) == 1) tensor(N...) WEFT_REFUSED("weft: run-time rank takes a shape: tensor<T>(shape(3, 4))");

  template <detail::ForeignRange R>
    requires(!std::same_as<R, detail::nested_t<T, static_rank>> && !requires(R const& r) { r.operator tensor(); })
  tensor(R const&) WEFT_REFUSED("weft: borrow(v) is a view of a container, adopt(std::move(v), ...), to_tensor(v)");

  /// Makes a tensor of zeros of a given shape, with which static extents must agree.
  template <weft::Shape S>
  WEFT_FN explicit tensor(S const& s) : storage(detail::extents_from_shape<extents_type>(s), true) {}
  template <weft::Shape S>
  WEFT_FN tensor(uninit_t, S const& s) : storage(detail::extents_from_shape<extents_type>(s), uninit) {}
  /// Takes over the elements of a block, which have this shape and order; for use by the library.
  WEFT_FN tensor(extents_type const& s, detail::owned_block elements)
    requires(!storage::inside)
      : storage(s, elements.memory) {}
  /// Makes a tensor of a given shape, with one value for all elements.
  template <weft::Shape S>
  WEFT_FN tensor(S const& s, T const& value) : storage(detail::extents_from_shape<extents_type>(s), uninit) {
    fill(value);
  }
  /// Makes a tensor of a given shape from elements in row-major order. Throws shape_error if their number differs.
  template <weft::Shape S, class Range = std::initializer_list<T>>
    requires(!std::convertible_to<Range const&, T> &&
             requires(Range const& r) {
               r.begin();
               r.end();
             })
  WEFT_FN tensor(S const& s, Range const& values) : storage(detail::extents_from_shape<extents_type>(s), uninit) {
    detail::read_range(values, begin(), size());
  }
  /// Makes a tensor of static shape from values in braces, for rank 2 in rows. The compiler checks their number.
  template <class... V>
    requires(detail::counts_values<T, extents_type, 1> && detail::Values<T, V...>)
  WEFT_FN constexpr tensor(V... values) : storage(detail::counted<extents_type, sizeof...(V)>(), uninit) {
    index_t k = 0;
    ((data()[k++] = detail::value_as<T>(static_cast<V&&>(values))), ...);
  }
  template <std::size_t... N>
    requires detail::counts_values<T, extents_type, 2>
  WEFT_FN constexpr tensor(T const (&... rows)[N])
      : storage(detail::counted<extents_type, sizeof...(N), N...>(), uninit) {
    index_t k = 0;
    (detail::put_row(place(), data(), k++, rows), ...);
  }
  /// Makes a tensor from values in braces as deep as the rank. Throws shape_error where lists of one depth differ.
  WEFT_FN constexpr tensor(detail::nested_t<T, static_rank> values)
    requires(static_rank > 0 && !detail::counts_values<T, extents_type, static_rank>)
      : storage(detail::extents_of_nested<extents_type>(values), uninit) {
    detail::read_nested<static_rank>("tensor", place(), data(), values);
  }
  template <std::same_as<detail::nested_t<T, static_rank>> List> // for a std::initializer_list that is a variable
    requires detail::counts_values<T, extents_type, static_rank>
  WEFT_FN constexpr tensor(List const& values) : storage(detail::extents_of_nested<extents_type>(values), uninit) {
    detail::read_nested<static_rank>("tensor", place(), data(), values);
  }
  template <class U, Scalar... V>
    requires(static_rank > 1 && sizeof...(V) > 0)
  tensor(std::initializer_list<U>, V...) WEFT_REFUSED("weft: braces are as deep as the rank, on every axis");
  template <Scalar V, class U>
    requires(static_rank > 1)
  tensor(V, std::initializer_list<U>) WEFT_REFUSED("weft: braces are as deep as the rank, on every axis");
  template <class U> // not for other element types, which may have braces of their own
    requires(static_rank < 2 && std::is_arithmetic_v<T>)
  tensor(std::initializer_list<std::initializer_list<U>>) WEFT_REFUSED("weft: braces are as deep as the static rank");
  /// Makes a tensor of rank 0 from a scalar.
  WEFT_INLINE constexpr tensor(T const& value)
    requires(static_rank == 0)
      : storage(extents_type{}, uninit) {
    *data() = value;
  }
  /// Makes a tensor with the elements of a tensor, view or expression, which is evaluated.
  template <Tensorial X>
    requires(!std::same_as<std::remove_cvref_t<X>, tensor> && detail::may_become<X, static_rank>)
  WEFT_FN constexpr tensor(X&& x) : tensor(detail::to_evaluate(static_cast<X&&>(x)), uninit) {}
  template <Stored X> // explicit, so that f(view<const T>) is called where f(tensor<T, 2>) does not match
    requires(!detail::may_become<X, static_rank>)
  explicit tensor(X&&) WEFT_REFUSED("weft: rank mismatch: a tensor or view of another static rank");
  WEFT_INLINE friend constexpr void swap(tensor& a, tensor& b) noexcept(std::is_nothrow_move_constructible_v<storage>) {
    tensor kept(static_cast<tensor&&>(a));
    a = static_cast<tensor&&>(b);
    b = static_cast<tensor&&>(kept);
  }

  [[nodiscard]] WEFT_INLINE constexpr int rank() const { return place().rank(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t extent(index_t k) const {
    return place().extent(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_INLINE constexpr extents_type shape() const { return place().extents(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t stride(index_t k) const {
    return place().stride(detail::asked_axis("stride", k, rank()));
  }
  [[nodiscard]] WEFT_INLINE constexpr auto strides() const { return place().strides(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t size() const { return place().size(); }
  [[nodiscard]] WEFT_INLINE constexpr bool empty() const { return size() == 0; }
  [[nodiscard]] WEFT_INLINE constexpr T* data() WEFT_LIFETIMEBOUND { return storage::data(); }
  [[nodiscard]] WEFT_INLINE constexpr T const* data() const WEFT_LIFETIMEBOUND { return storage::data(); }
  /// True if the elements lie without gaps in row-major order.
  [[nodiscard]] WEFT_INLINE constexpr bool is_contiguous() const {
    return std::same_as<Order, row_major> || detail::is_gapless(place(), true);
  }
  /// Returns `shared` as long as views that share() returned live, else `owned`.
  [[nodiscard]] WEFT_INLINE constexpr weft::ownership ownership() const {
    return storage::memory() != nullptr && detail::block_shared(storage::memory()) ? shared : owned;
  }

  [[nodiscard]] WEFT_INLINE constexpr iterator begin() WEFT_LIFETIMEBOUND { return walk(data(), 0); }
  [[nodiscard]] WEFT_INLINE constexpr iterator end() WEFT_LIFETIMEBOUND { return walk(data(), size()); }
  [[nodiscard]] WEFT_INLINE constexpr const_iterator begin() const WEFT_LIFETIMEBOUND { return walk(data(), 0); }
  [[nodiscard]] WEFT_INLINE constexpr const_iterator end() const WEFT_LIFETIMEBOUND { return walk(data(), size()); }

  /// Returns an element; with ranges, all, newaxis, ellipsis or fewer subscripts a view, which borrows from an lvalue.
  template <Subscript... A>
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator()(A... a) & WEFT_LIFETIMEBOUND {
    if constexpr (detail::has_compiled_offset<layout_type, A...> && !storage::may_be_absent)
      return (storage::data()[detail::offset_call<layout_type, A...>::at(storage::place_, detail::unwatched{},
                                                                         static_cast<index_t>(a)...)]);
    else if constexpr (detail::names_element<static_rank, A...>)
      return (element < WEFT_CHECK_BOUNDS != 0 > (data(), a...));
    else
      return detail::window_view(data(), place(), borrow_leaf(data()).keep, detail::slicer<A...>{make_pack(a...)});
  }
  template <Subscript... A>
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator()(A... a) const& WEFT_LIFETIMEBOUND {
    if constexpr (detail::has_compiled_offset<layout_type, A...> && !storage::may_be_absent)
      return (storage::data()[detail::offset_call<layout_type, A...>::at(storage::place_, detail::unwatched{},
                                                                         static_cast<index_t>(a)...)]);
    else if constexpr (detail::names_element<static_rank, A...>)
      return (element < WEFT_CHECK_BOUNDS != 0 > (data(), a...));
    else
      return detail::window_view(data(), place(), borrow_leaf(data()).keep, detail::slicer<A...>{make_pack(a...)});
  }
  template <Subscript... A>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A... a) && {
    if constexpr (detail::names_element<static_rank, A...>)
      return T(element < WEFT_CHECK_BOUNDS != 0 > (data(), a...));
    else
      return std::move(*this).window()(a...);
  }
  template <Subscript... A>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A... a) const&& {
    return tensor(*this)(a...);
  }
  /// Returns the elements that tensors of indices pick: see view.
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A&&... a) & WEFT_LIFETIMEBOUND {
    return pick(detail::answered_above{}, borrow_leaf(data()), static_cast<A&&>(a)...);
  }
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A&&... a) const& WEFT_LIFETIMEBOUND {
    return pick(detail::answered_above{}, borrow_leaf(data()), static_cast<A&&>(a)...);
  }
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A&&... a) && {
    return std::move(*this).window()(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_INLINE constexpr auto operator()(A&&... a) const&& {
    return tensor(*this)(static_cast<A&&>(a)...);
  }
  using refused::operator(), refused::operator[], refused::at, refused::size, refused::shape;
  /// Returns an element. The index is always checked, here and in a[idx]. Affine expressions whose names have values
  /// are indices too.
  template <class... At>
    requires(detail::Place<At> && ...)
  WEFT_INLINE constexpr T& at(At... i) & WEFT_LIFETIMEBOUND {
    return element<true>(data(), i...);
  }
  template <class... At>
    requires(detail::Place<At> && ...)
  WEFT_INLINE constexpr T const& at(At... i) const& WEFT_LIFETIMEBOUND {
    return element<true>(data(), i...);
  }
  template <class... At>
    requires(detail::Place<At> && ...)
  WEFT_INLINE constexpr T at(At... i) && {
    return element<true>(data(), i...);
  }
  /// Returns the element whose index a range lists, or braces: a[{i, j}].
  template <IndexRange At>
  [[nodiscard]] WEFT_FN constexpr T& operator[](At const& i) WEFT_LIFETIMEBOUND {
    return data()[offset_of(i)];
  }
  template <IndexRange At>
  [[nodiscard]] WEFT_FN constexpr T const& operator[](At const& i) const WEFT_LIFETIMEBOUND {
    return data()[offset_of(i)];
  }
  [[nodiscard]] WEFT_FN constexpr T& operator[](index_list i) WEFT_LIFETIMEBOUND { return data()[offset_of(i)]; }
  [[nodiscard]] WEFT_FN constexpr T const& operator[](index_list i) const WEFT_LIFETIMEBOUND {
    return data()[offset_of(i)];
  }
#ifdef __cpp_multidimensional_subscript
  /// a[i, j] is a(i, j).
  template <class... A>
    requires(sizeof...(A) > 1)
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator[](A&&... a) & WEFT_LIFETIMEBOUND {
    return (*this)(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires(sizeof...(A) > 1)
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator[](A&&... a) const& WEFT_LIFETIMEBOUND {
    return (*this)(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires(sizeof...(A) > 1)
  [[nodiscard]] WEFT_INLINE constexpr decltype(auto) operator[](A&&... a) && {
    return std::move(*this)(static_cast<A&&>(a)...);
  }
#endif
  /// Returns the whole tensor as a view, which borrows the memory of an lvalue, and owns the memory of an rvalue.
  [[nodiscard]] WEFT_INLINE constexpr auto window() & WEFT_LIFETIMEBOUND {
    return detail::make_view(borrow_leaf(data()));
  }
  [[nodiscard]] WEFT_INLINE constexpr auto window() const& WEFT_LIFETIMEBOUND {
    return detail::make_view(borrow_leaf(data()));
  }
  [[nodiscard]] WEFT_INLINE constexpr auto window() && { return detail::make_view(detail::owning_leaf(stored())); }
  [[nodiscard]] WEFT_INLINE constexpr auto window() const&& { return tensor(*this).window(); }
  /// Returns a view of fixed rank, extents and order. Throws shape_error if the tensor has another rank or extent,
  /// layout_error if it has another order.
  template <auto S, class O = strided>
  [[nodiscard]] WEFT_FN constexpr auto as() & WEFT_LIFETIMEBOUND {
    return window().template as<S, O>();
  }
  template <auto S, class O = strided>
  [[nodiscard]] WEFT_FN constexpr auto as() const& WEFT_LIFETIMEBOUND {
    return window().template as<S, O>();
  }
  template <auto S, class O = strided>
  [[nodiscard]] WEFT_FN constexpr auto as() && {
    return std::move(*this).window().template as<S, O>();
  }
  /// Returns a view that shares ownership of the memory: it, and every view cut from it, may outlive the tensor.
  [[nodiscard]] WEFT_FN constexpr auto share() { return sharing_view(data()); }
  [[nodiscard]] WEFT_FN constexpr auto share() const { return sharing_view(data()); }
  /// Returns the leaf that an expression stores: it borrows the memory of an lvalue; an rvalue is moved into it.
  [[nodiscard]] WEFT_INLINE constexpr auto leaf() const& { return borrow_leaf(data()); }
  [[nodiscard]] WEFT_INLINE constexpr auto leaf() && {
    if constexpr (storage::inside)
      return detail::inside_leaf<layout_type>(data(), storage::count);
    else
      return detail::moved_leaf<T const>(stored());
  }
  [[nodiscard]] WEFT_INLINE constexpr auto leaf() const&& { return tensor(*this).leaf(); }

  WEFT_FN constexpr void fill(T const& value) { write(constant_leaf<T>(value)); }
  /// Assigns the elements and the shape of x. A scalar fills all elements. Integers are stored modulo 2^n in every
  /// build: the sum of the uint8 elements 200 and 100 is 300, an int, and is stored as 44.
  template <Operand X>
    requires(!std::same_as<std::remove_cvref_t<X>, tensor>)
  WEFT_INLINE constexpr tensor& operator=(X&& x) {
    if constexpr (Scalar<X>)
      write(detail::capture<T>(x));
    else
      replace(detail::to_evaluate(static_cast<X&&>(x)));
    return *this;
  }
  template <Operand X>
  WEFT_INLINE constexpr tensor& operator+=(X const& x) {
    return update<op::plus>(x);
  }
  template <Operand X>
  WEFT_INLINE constexpr tensor& operator-=(X const& x) {
    return update<op::minus>(x);
  }
  template <Operand X>
  WEFT_INLINE constexpr tensor& operator*=(X const& x) {
    return update<op::times>(x);
  }
  template <Operand X>
  WEFT_INLINE constexpr tensor& operator/=(X const& x) {
    return update<op::divide>(x);
  }

private:
  using storage::place;
  WEFT_INLINE constexpr storage& stored() { return *this; }

  template <class E>
  WEFT_FN constexpr tensor(E const& e, uninit_t)
      : storage(detail::extents_from_shape<extents_type>(e.extents()), uninit) {
    detail::store<detail::shape_fit::agrees>(target(), e);
  }
  template <class P>
  WEFT_INLINE constexpr auto walk(P* p, index_t n) const {
    if constexpr (in_order)
      return p + n;
    else
      return std::conditional_t<std::is_const_v<P>, const_iterator, iterator>(p, shape(), strides(), n);
  }
  template <bool Checked, class P, class... A>
  WEFT_ELEMENT constexpr P& element(P* p, A... a) const {
    if constexpr (Checked && storage::may_be_absent)
      storage::check_present("subscript");
    if constexpr (Checked && detail::has_compiled_offset<layout_type, A...>)
      return p[detail::offset_call<layout_type, A...>::at(storage::place_, detail::unwatched{},
                                                          static_cast<index_t>(a)...)];
    else
      return p[detail::element_offset<Checked>(storage::place_, detail::unwatched{}, a...)];
  }
  WEFT_FN constexpr index_t offset_of(auto const& index) const {
    storage::check_present("subscript");
    index_t i[max_rank];
    detail::resolve_element_range(shape(), i, index);
    return detail::offset_at(place(), i);
  }
  template <class P>
  WEFT_INLINE constexpr strided_leaf<P, layout_type> borrow_leaf(P* p) const {
    if constexpr (WEFT_CHECK_BOUNDS != 0)
      storage::check_present("expression");
    return {p, place(), detail::watch_ref::of(storage::memory())};
  }
  template <class P>
  WEFT_INLINE constexpr auto sharing_view(P* p) const {
    static_assert(!storage::inside, "weft: a tensor of small static shape lies inside its object and cannot be shared");
    return detail::make_view(
        strided_leaf<P, layout_type, detail::storage_ref>(p, place(), detail::storage_ref::own(storage::memory())));
  }
  WEFT_INLINE constexpr auto target() { return detail::leaf_of(stored()); }
  WEFT_INLINE constexpr void write(auto const& e) { detail::write_values(stored(), e); }
  template <class E>
  WEFT_INLINE constexpr void replace(E const& e) {
    constexpr bool fits = static_rank < 0 || E::static_rank < 0 || static_rank == E::static_rank;
    detail::require_shape<extents_type, typename E::extents_type>();
    if constexpr (fits && detail::may_store<T, E>())
      detail::replace_values(stored(), e);
  }
  template <class F, class X>
  WEFT_INLINE constexpr tensor& update(X const& x) {
    storage::restore();
    write(detail::updated<F>(target(), x));
    return *this;
  }
};

} // namespace weft
