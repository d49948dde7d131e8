#pragma once
#include <weft/expr/expression.hpp>
#include <weft/layout/loose.hpp>
#include <weft/memory/elements.hpp>

namespace weft {

/// A strided window of memory: a pointer, a layout, and what the leaf keeps of the memory: a storage_ref may own a
/// share in it, a watch_ref only notices that it is freed. T is const where the leaf only reads. A view wraps a leaf; a
/// tensor becomes one when it enters an expression.
template <class T, class Layout, class Keep = detail::watch_ref>
struct strided_leaf : expression<strided_leaf<T, Layout, Keep>> {
  using weft_node = void;
  using value_type = std::remove_const_t<T>;
  using layout_type = Layout;
  using extents_type = typename Layout::extents_type;
  static constexpr int static_rank = Layout::static_rank;
  static constexpr bool is_deferred = false;

  T* data = nullptr;
  [[no_unique_address]] Layout place{};
  Keep keep{};

  WEFT_INLINE strided_leaf() = default;
  WEFT_INLINE constexpr strided_leaf(T* p, Layout const& l, Keep k) : data(p), place(l), keep(static_cast<Keep&&>(k)) {}
  /// Makes the window that transformation f makes of memory at p with layout l.
  template <class L, class F>
  WEFT_INLINE constexpr strided_leaf(detail::made_in_place, T* p, L const& l, F const& f, Keep k, index_t offset = 0)
      : data(p), place(detail::transform_into(l, f, offset)), keep(static_cast<Keep&&>(k)) {
    data += offset;
  }
  // Copied member by member, as nodes are. GCC copies pairs of members at once, and such a load waits for the stores of
  // both. Summing the rows of b + c + c * 1.5, 4 x 3, took 208 ns, and takes 66; 50 statements at -O2 are 4.5 %
  // smaller.
  WEFT_INLINE constexpr strided_leaf(strided_leaf const& other)
      : data(other.data), place(other.place), keep(other.keep) {}
  WEFT_INLINE constexpr strided_leaf(strided_leaf&& other) noexcept(std::is_nothrow_move_constructible_v<Keep>)
      : data(other.data), place(static_cast<Layout&&>(other.place)), keep(static_cast<Keep&&>(other.keep)) {}
  WEFT_INLINE strided_leaf& operator=(strided_leaf const&) = default;
  WEFT_INLINE strided_leaf& operator=(strided_leaf&&) = default;
  WEFT_INLINE ~strided_leaf() = default;

  [[nodiscard]] WEFT_INLINE constexpr extents_type const& extents() const { return place.extents(); }
  /// Returns the element at `index`. On an axis of extent 1 it ignores the index, so elements repeat there.
  [[nodiscard]] WEFT_INLINE constexpr value_type element(index_t const* index) const {
    keep.check("subscript");
    index_t o = 0;
    for (int k = 0; k < place.rank(); ++k)
      o += place.extent(k) == 1 ? 0 : index[k] * place.stride(k);
    return data[o];
  }
  /// Returns a leaf of the same memory with elements of type To, to write to or to read. It does not own the memory: it
  /// is valid as long as this leaf or its tensor.
  template <class To>
  [[nodiscard]] WEFT_INLINE constexpr strided_leaf<To, Layout> borrowed() const {
    return {data, place, keep.watched()};
  }
  [[nodiscard]] WEFT_INLINE constexpr strided_leaf<value_type const, Layout, Keep> to_read() && {
    return {data, place, static_cast<Keep&&>(keep)};
  }
};

namespace detail {
template <class T, class Layout, class Keep>
  requires requires { Keep::is_followed; }
inline constexpr bool is_followed<strided_leaf<T, Layout, Keep>> = true;

/// Returns the same leaf with elements of type To, which adds const.
template <class To, class T, class Layout, class Keep>
WEFT_INLINE constexpr strided_leaf<To, Layout, Keep> leaf_as(strided_leaf<T, Layout, Keep> const& from) {
  return {from.data, from.place, from.keep};
}
} // namespace detail

/// A tensor of static shape that an expression took over. Its elements lie inside the node, so nothing is allocated.
template <class T, class Layout>
struct [[nodiscard]] value_leaf : expression<value_leaf<T, Layout>> {
  using weft_node = void;
  using value_type = T;
  using layout_type = Layout;
  using extents_type = typename Layout::extents_type;
  static constexpr int static_rank = Layout::static_rank;
  static constexpr bool is_deferred = false;
  static constexpr index_t count = detail::count_of(extents_type{});

  T elements[std::size_t{count > 0 ? count : 1}];

  static constexpr Layout place{};
  [[nodiscard]] WEFT_INLINE constexpr extents_type extents() const { return {}; }
  [[nodiscard]] WEFT_INLINE constexpr T element(index_t const* index) const {
    index_t o = 0;
    for (int k = 0; k < static_rank; ++k)
      o += place.extent(k) == 1 ? 0 : index[k] * place.stride(k);
    return elements[o];
  }
  /// Returns the same elements copied to a block of memory, which windows can share.
  [[nodiscard]] WEFT_FN strided_leaf<T const, Layout, detail::storage_ref> to_shared() const {
    detail::storage_ref memory = detail::storage_ref::adopt(detail::new_elements<T>(count, true));
    T* const p = static_cast<T*>(detail::block_data(memory.get()));
    for (index_t i = 0; i < count; ++i)
      p[i] = elements[i];
    return {p, place, std::move(memory)};
  }
};

/// The same value at every index: a scalar (of rank 0), or zeros, ones, full of a shape. It has no memory.
template <class T, class Extents = extents<>>
struct [[nodiscard]] constant_leaf : expression<constant_leaf<T, Extents>> {
  using weft_node = void;
  using value_type = T;
  using extents_type = Extents;
  static constexpr int static_rank = Extents::static_rank;
  static constexpr bool is_deferred = false;

  T value;
  [[no_unique_address]] Extents shape_{};

  WEFT_INLINE constexpr explicit constant_leaf(T v, Extents const& e = {}) : value(static_cast<T&&>(v)), shape_(e) {}
  WEFT_COPIED(constant_leaf, &);
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  [[nodiscard]] WEFT_INLINE constexpr Extents const& extents() const { return shape_; }
  [[nodiscard]] WEFT_INLINE constexpr T element(index_t const*) const { return value; }
};

namespace detail {
template <class F, int... K>
WEFT_INLINE constexpr auto call_with(F const& f, index_t const* index, std::integer_sequence<int, K...>) {
  return f(index[K]...);
}
/// Calls f with an index: with one argument for each axis if the rank is static, else with a dynamic_extents.
template <class Own, class F>
WEFT_INLINE constexpr auto call_at(F const& f, Own const& own, index_t const* index) {
  if constexpr (Own::static_rank >= 0) {
    return call_with(f, index, std::make_integer_sequence<int, Own::static_rank>{});
  } else {
    dynamic_extents whole(own.rank());
    for (int k = 0; k < max_rank; ++k) // all: GCC would warn of an f that reads entries by number
      whole.set(k, k < own.rank() ? index[k] : 0);
    return f(whole);
  }
}
} // namespace detail

/// Values computed from the index: F takes one index_t for each axis. `place` turns an index of the leaf into the
/// row-major number of an index in the shape `own` of F. So each view of the leaf is another layout, as a view of
/// memory is.
template <class F, class Own, class Layout>
struct [[nodiscard]] generator_leaf : expression<generator_leaf<F, Own, Layout>> {
  using weft_node = void;
  using layout_type = Layout;
  using extents_type = typename Layout::extents_type;
  static constexpr int static_rank = Layout::static_rank;
  static constexpr bool is_deferred = false;

  [[no_unique_address]] F function;
  [[no_unique_address]] Own own;
  [[no_unique_address]] Layout place;
  index_t offset = 0;

  using value_type = std::remove_cvref_t<decltype(detail::call_at<Own>(std::declval<F const&>(), Own{}, nullptr))>;

  WEFT_INLINE constexpr generator_leaf(F f, Own const& o, Layout const& l, index_t start)
      : function(static_cast<F&&>(f)), own(o), place(l), offset(start) {}
  WEFT_COPIED(generator_leaf, &);
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  [[nodiscard]] WEFT_INLINE constexpr extents_type const& extents() const { return place.extents(); }
  /// Returns F at an index in its own shape.
  [[nodiscard]]
  WEFT_INLINE constexpr value_type at_index(index_t const* index) const {
    return detail::call_at<Own>(function, own, index);
  }

  /// Computes the index in F's own shape with row-major number n. `index` has room for at least one number.
  WEFT_INLINE constexpr void unravel(index_t n, index_t* index) const {
    for (int k = own.rank() - 1; k > 0; --k) {
      index[k] = n % own.entry(k);
      n /= own.entry(k);
    }
    index[0] = n; // without a modulo by the extent, so that a function of one index is called without a division
  }
  [[nodiscard]] WEFT_FN constexpr value_type at_number(index_t n) const {
    index_t index[max_rank];
    unravel(n, index);
    return at_index(index);
  }
  template <class R>
    requires detail::ListsMemory<F>
  WEFT_FN void reads(R const& r) const {
    function.reads(r);
  }
  [[nodiscard]] WEFT_FN constexpr value_type element(index_t const* index) const {
    index_t n = offset;
    for (int k = 0; k < place.rank(); ++k)
      n += place.extent(k) == 1 ? 0 : index[k] * place.stride(k);
    return at_number(n);
  }
};

namespace detail {

struct same_number {
  WEFT_INLINE constexpr index_t operator()(index_t n) const { return n; }
};
/// Computes an integer for each element, through a layout: its row-major number, its index along one axis, or any sum
/// of multiples of its indices. A generator such as arange is an operation on this leaf, so kernels compute it.
template <class Layout>
using number_leaf = generator_leaf<same_number, dims<1>, Layout>;

/// Returns the leaf of the row-major numbers of the elements of a shape.
template <Shape S>
WEFT_INLINE constexpr auto element_numbers(char const* operation, S const& shape) {
  using place = layout<S, dense<row_major>>;
  return number_leaf<place>({}, weft::shape(checked_count(shape, operation)), place(shape), 0);
}
/// Returns the leaf of the values first + the sum over all axes k of steps[k] times the index along axis k.
template <Shape S>
WEFT_INLINE constexpr auto element_numbers(char const* operation, S const& shape, dims<S::static_rank> const& steps,
                                           index_t first) {
  using place = layout<S, strided>;
  return number_leaf<place>({}, weft::shape(checked_count(shape, operation)), place(shape, steps), first);
}

} // namespace detail
} // namespace weft
