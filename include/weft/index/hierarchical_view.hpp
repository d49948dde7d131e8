#pragma once
#include <weft/index/refinement.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

namespace detail {

/// The operand that reads memory in a hierarchical layout as an array of R axes.
template <class T, int R, class Keep>
using unfolded = deferred<unfolding<T, dims<R>>, whole_layout<unfolding<T, dims<R>>>,
                          strided_leaf<T const, layout<dims<1>, row_major>, Keep>>;

/// Returns `modes`. Throws if it has not `rank` modes, if its offsets reach beyond `room` elements of memory, if the
/// stride of the memory is not 1, or if `writes` is true and two places may have the same offset.
WEFT_API hierarchical_layout const& checked_modes(hierarchical_layout const& modes, int rank, index_t room,
                                                  index_t stride, bool writes);

template <int R>
WEFT_FN dims<R> extents_of_modes(hierarchical_layout const& modes) {
  dims<R> e{};
  for (int k = 0; k < R; ++k)
    e.set(k, modes.mode(k).size());
  return e;
}
template <int R, class T, class L, class K>
WEFT_FN auto unfold(hierarchical_layout const& modes, strided_leaf<T, L, K> const& memory) {
  using element = std::remove_const_t<T>;
  using place = layout<dims<1>, row_major>;
  return make_deferred(
      "hierarchical layout", unfolding<element, dims<R>>(modes), extents_of_modes<R>(modes),
      strided_leaf<element const, place, K>(memory.data, convert_layout<place>(memory.place), memory.keep));
}

/// Assigns e, which broadcasts to the extents of the modes, to memory in a hierarchical layout.
template <int R, class T, class L, class K, class E>
WEFT_FN void store_arranged(strided_leaf<T, L, K> const& memory, hierarchical_layout const& modes, E const& e) {
  if constexpr (may_store<T, E>()) {
    session s;
    memory.keep.check("assignment");
    dims<R> const shape = extents_of_modes<R>(modes);
    check_fits(shape, e.extents());
    axis_refinement r(convert_extents<dynamic_extents>(shape));
    r.add(modes);
    if (add_modes(e, r) && r.close()) {
      strided_leaf<T, any_layout> const to(memory.data, r.place(modes), memory.keep.watched());
      assign(to, split_along(e, shape, r), s);
    } else {
      auto values = new_temporary<std::remove_const_t<T>>(shape, s);
      assign(values.template borrowed<T>(), e, s);
      for_each_arranged(with_any_layout(std::move(values).to_read()), modes, memory.data,
                        [&s](auto const& from, auto const& to) { assign(to, from, s); });
    }
  }
}

} // namespace detail

/// Shows memory in a hierarchical layout as an array of R axes. Mode k of the layout is axis k; if that mode is a list,
/// its first mode varies fastest. So a blocked, interleaved or Z-ordered matrix has the indices of the matrix. The view
/// is an operand as other views are, and its elements can be assigned to. Copies of the view share the memory.
///
///   tensor<double, 1> memory(16);
///   hierarchical_view<double, 2> z(memory, hierarchical_layout("((2,2),(2,2)):((1,4),(2,8))"));
///   z(3, 0) = 1.0;
///   z = a + transpose(b);
///   c = z * 2.0 + a;
///
/// A loop splits each axis where a mode of one of its operands ends, so that every operand is strided and nothing is
/// copied. The elements are copied first, in the order of their indices, if modes of two operands have no common parts,
/// as extents 4 and 6, for products of matrices, for views of a part, and for more than 16 modes.
template <class T, int R>
class hierarchical_view : public detail::unfolded<std::remove_const_t<T>, R, detail::storage_ref> {
  using operand = detail::unfolded<std::remove_const_t<T>, R, detail::storage_ref>;
  using V = std::remove_const_t<T>;

public:
  using captured_type = operand; ///< the type that an expression stores
  using element_type = T;

  /// Views a contiguous tensor or view of rank 1. Throws layout_error if that is not contiguous, if the layout has not
  /// R modes, or if T is not const and two places may have the same offset; index_error if the layout reaches beyond
  /// the memory. The view keeps the memory of an rvalue.
  template <Stored X>
    requires(std::remove_cvref_t<X>::static_rank == 1)
  WEFT_FN hierarchical_view(X&& memory, hierarchical_layout const& modes)
      : hierarchical_view(detail::leaf_as<T>(static_cast<X&&>(memory).window().window_leaf()), modes) {}
  WEFT_FN hierarchical_view(hierarchical_view const&) = default;
  WEFT_FN hierarchical_view(hierarchical_view&&) = default;
  WEFT_FN ~hierarchical_view() = default;

  [[nodiscard]] WEFT_FN hierarchical_layout const& modes() const { return operand::operation.modes; }
  /// Returns the address of the first element of the memory.
  [[nodiscard]] WEFT_FN T* data() const { return data_; }
  [[nodiscard]] WEFT_FN int rank() const { return R; }
  /// Returns an element; indices are always checked. Other subscripts give a view of a copy of the elements.
  template <Subscript... A>
  [[nodiscard]] WEFT_FN decltype(auto) operator()(A... a) const {
    if constexpr ((std::integral<A> && ...) && sizeof...(A) == R)
      return (element(static_cast<index_t>(a)...));
    else
      return operand::operator()(a...);
  }

  /// Returns an operand of index notation, for subscripts with indices.
  template <class... A>
    requires detail::picks_elements<std::remove_cvref_t<A>...>
  [[nodiscard]] WEFT_FN auto operator()(A&&... a) const {
    return operand::operator()(static_cast<A&&>(a)...);
  }

  /// Writes the elements of x, which broadcasts to the shape of this view.
  WEFT_FN hierarchical_view const& operator=(hierarchical_view const& x) const { return write(x); }
  WEFT_FN hierarchical_view& operator=(hierarchical_view const& x) {
    write(x);
    return *this;
  }
  template <Operand X>
  WEFT_FN hierarchical_view const& operator=(X const& x) const {
    return write(x);
  }
  template <Operand X>
  WEFT_FN hierarchical_view const& operator+=(X const& x) const {
    return write(detail::make_binary<op::plus>(*this, x));
  }
  template <Operand X>
  WEFT_FN hierarchical_view const& operator-=(X const& x) const {
    return write(detail::make_binary<op::minus>(*this, x));
  }
  template <Operand X>
  WEFT_FN hierarchical_view const& operator*=(X const& x) const {
    return write(detail::make_binary<op::times>(*this, x));
  }
  template <Operand X>
  WEFT_FN hierarchical_view const& operator/=(X const& x) const {
    return write(detail::make_binary<op::divide>(*this, x));
  }

private:
  template <class... At>
  WEFT_FN T& element(At... i) const {
    get<0>(operand::operands).keep.check("subscript");
    return data_[modes()(i...)];
  }
  template <class L, class K>
  WEFT_FN hierarchical_view(strided_leaf<T, L, K> const& memory, hierarchical_layout const& modes)
      : operand(detail::unfold<R>(
            detail::checked_modes(modes, R, memory.place.extent(0), memory.place.stride(0), !std::is_const_v<T>),
            memory)),
        data_(memory.data) {}
  template <class X>
  WEFT_FN hierarchical_view const& write(X const& x) const {
    auto const& memory = get<0>(operand::operands);
    detail::store_arranged<R>(
        strided_leaf<T, layout<dims<1>, row_major>, detail::storage_ref>(data_, memory.place, memory.keep), modes(),
        detail::capture<V>(x));
    return *this;
  }
  T* data_;
};

/// A tensor of R axes in a hierarchical layout, which owns its elements; hierarchical_view describes the axes. It is a
/// regular value: copies are deep. Assigning another hierarchical_tensor replaces the layout too. Assigning any other
/// operand keeps the layout, and broadcasts: shape_error if the shapes do not fit.
template <class T, int R>
class hierarchical_tensor : by_argument::searched<hierarchical_tensor<T, R>> {
public:
  using weft_node = void;
  using value_type = T;
  using extents_type = dims<R>;
  using captured_type = detail::unfolded<T, R, detail::storage_ref>; ///< the type that an expression stores
  static constexpr int static_rank = R;
  static constexpr bool is_deferred = true;

  /// Makes a tensor of zeros. Throws layout_error unless the layout has R modes, and all its offsets differ.
  WEFT_FN explicit hierarchical_tensor(hierarchical_layout modes)
      : memory_(modes.cosize()), modes_(static_cast<hierarchical_layout&&>(modes)) {
    static_cast<void>(view());
  }
  /// Makes a tensor of the elements of x, which broadcasts: shape_error if it does not fit.
  template <Operand X>
  WEFT_FN hierarchical_tensor(hierarchical_layout modes, X const& x)
      : hierarchical_tensor(static_cast<hierarchical_layout&&>(modes)) {
    view() = x;
  }

  [[nodiscard]] WEFT_FN hierarchical_layout const& modes() const { return modes_; }
  [[nodiscard]] WEFT_FN dims<R> extents() const { return detail::extents_of_modes<R>(modes_); }
  [[nodiscard]] WEFT_FN dims<R> shape() const { return extents(); }
  [[nodiscard]] WEFT_FN int rank() const { return R; }
  [[nodiscard]] WEFT_FN index_t extent(index_t k) const { return extents()[k]; }
  [[nodiscard]] WEFT_FN index_t size() const { return modes_.size(); }
  /// Returns the memory as a vector. Its elements that no index names are zeros.
  [[nodiscard]] WEFT_FN tensor<T, 1> const& memory() const { return memory_; }
  [[nodiscard]] WEFT_FN hierarchical_view<T, R> view() & WEFT_LIFETIMEBOUND { return {memory_, modes_}; }
  [[nodiscard]] WEFT_FN hierarchical_view<T const, R> view() const& WEFT_LIFETIMEBOUND { return {memory_, modes_}; }
  [[nodiscard]] WEFT_FN hierarchical_view<T, R> view() && { return {static_cast<tensor<T, 1>&&>(memory_), modes_}; }

  /// Returns an element; indices are always checked, and each mode takes a division. Other subscripts give the same as
  /// in view().
  template <class... A>
    requires((Subscript<A> && ...) || detail::picks_elements<std::remove_cvref_t<A>...>)
  [[nodiscard]] WEFT_FN decltype(auto) operator()(A&&... a) & WEFT_LIFETIMEBOUND {
    if constexpr (names_one<A...>)
      return (memory_.data()[modes_(static_cast<index_t>(a)...)]);
    else
      return view()(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires((Subscript<A> && ...) || detail::picks_elements<std::remove_cvref_t<A>...>)
  [[nodiscard]] WEFT_FN decltype(auto) operator()(A&&... a) const& WEFT_LIFETIMEBOUND {
    if constexpr (names_one<A...>)
      return (memory_.data()[modes_(static_cast<index_t>(a)...)]);
    else
      return view()(static_cast<A&&>(a)...);
  }
  template <class... A>
    requires((Subscript<A> && ...) || detail::picks_elements<std::remove_cvref_t<A>...>)
  [[nodiscard]] WEFT_FN auto operator()(A&&... a) && {
    if constexpr (names_one<A...>)
      return T(memory_.data()[modes_(static_cast<index_t>(a)...)]);
    else
      return static_cast<hierarchical_tensor&&>(*this).view()(static_cast<A&&>(a)...);
  }

  WEFT_FN operator captured_type() const& { return view(); }
  WEFT_FN operator captured_type() && { return static_cast<hierarchical_tensor&&>(*this).view(); }

  WEFT_COPIED(hierarchical_tensor, &);
  template <Operand X>
    requires(!std::same_as<X, hierarchical_tensor>)
  WEFT_FN hierarchical_tensor& operator=(X const& x) & {
    view() = x;
    return *this;
  }
  template <Operand X>
  WEFT_FN hierarchical_tensor& operator+=(X const& x) & {
    view() += x;
    return *this;
  }
  template <Operand X>
  WEFT_FN hierarchical_tensor& operator-=(X const& x) & {
    view() -= x;
    return *this;
  }
  template <Operand X>
  WEFT_FN hierarchical_tensor& operator*=(X const& x) & {
    view() *= x;
    return *this;
  }
  template <Operand X>
  WEFT_FN hierarchical_tensor& operator/=(X const& x) & {
    view() /= x;
    return *this;
  }

private:
  template <class... A>
  static constexpr bool names_one = sizeof...(A) == R && (std::integral<std::remove_cvref_t<A>> && ...);
  tensor<T, 1> memory_;
  hierarchical_layout modes_;
};

} // namespace weft
