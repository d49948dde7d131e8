#pragma once
#include <weft/index/layout_algebra.hpp>

#include <concepts>
#include <type_traits>

// Hierarchical layouts as types: ((2,2),4):((1,4),2) is
//   static_modes<static_modes<static_mode<2, 1>, static_mode<2, 4>>, static_mode<4, 2>>
// At run time only the arithmetic of offsets is left of these types.
namespace weft {

namespace detail {
struct static_layout_base {
  using weft_static_layout = void;
};
} // namespace detail

/// A type that is a hierarchical layout.
template <class L>
concept StaticLayout = requires { typename L::weft_static_layout; };

namespace detail {

/// The base of static_mode and static_modes, with their common members.
template <class D>
struct static_layout : static_layout_base {
  /// Returns the offset of place n, 0 <= n < size(). n is not checked.
  [[nodiscard]] WEFT_FN constexpr index_t operator()(index_t n) const { return D::offset(n); }
  /// Converts to the same layout as a value.
  WEFT_FN constexpr operator hierarchical_layout() const { return D::value(); }
  [[nodiscard]] WEFT_FN friend std::string to_string(D const&) { return weft::to_string(D::value()); }
};

} // namespace detail

/// A mode: an extent of 1 or more, and a stride of 0 or more.
template <index_t Extent, index_t Stride>
struct static_mode : detail::static_layout<static_mode<Extent, Stride>> {
  static_assert(Extent >= 1 && Stride >= 0, "weft: static_mode: an extent is 1 or more, a stride 0 or more");
  [[nodiscard]] WEFT_FN static constexpr int rank() { return 1; }
  [[nodiscard]] WEFT_FN static constexpr index_t size() { return Extent; }
  /// Returns one more than the largest offset.
  [[nodiscard]] WEFT_FN static constexpr index_t cosize() { return (Extent - 1) * Stride + 1; }
  [[nodiscard]] WEFT_INLINE static constexpr index_t offset(index_t n) { return n * Stride; }
  [[nodiscard]] WEFT_FN static constexpr hierarchical_layout value() { return {Extent, Stride}; }
};

/// A list of modes.
template <StaticLayout... M>
struct static_modes : detail::static_layout<static_modes<M...>> {
  using detail::static_layout<static_modes>::operator();
  [[nodiscard]] WEFT_FN static constexpr int rank() { return sizeof...(M); }
  [[nodiscard]] WEFT_FN static constexpr index_t size() { return (index_t(1) * ... * M::size()); }
  /// Returns one more than the largest offset.
  [[nodiscard]] WEFT_FN static constexpr index_t cosize() { return (index_t(1) + ... + (M::cosize() - 1)); }
  [[nodiscard]] WEFT_INLINE static constexpr index_t offset([[maybe_unused]] index_t n) {
    index_t out = 0;
    ((out += M::offset(n % M::size()), n /= M::size()), ...);
    return out;
  }
  /// Returns the offset of the place that has one number in each mode. The numbers are not checked.
  template <class... At>
    requires(sizeof...(At) == sizeof...(M) && sizeof...(At) > 1)
  [[nodiscard]] WEFT_INLINE constexpr index_t operator()(At... n) const {
    return (index_t(0) + ... + M::offset(static_cast<index_t>(n)));
  }
  [[nodiscard]] WEFT_FN static constexpr hierarchical_layout value() {
    detail::layout_algebra::layouts modes;
    (modes.push_back(M::value()), ...);
    return hierarchical_layout(static_cast<detail::layout_algebra::layouts&&>(modes));
  }
};

namespace detail {

template <int... Path>
  requires(sizeof...(Path) == 0)
WEFT_FN constexpr hierarchical_layout nested_mode(hierarchical_layout const& l) {
  return l;
}
template <int K, int... Path>
WEFT_FN constexpr hierarchical_layout nested_mode(hierarchical_layout const& l) {
  return nested_mode<Path...>(l.mode(K));
}

/// Facts about one part of the layout F{}(): Path holds the number of a mode for each level. They are functions,
/// because Clang accepts no condition of if constexpr in which an object with a destructor is destroyed.
template <class F, int... Path>
struct nested_facts {
  WEFT_FN static constexpr bool is_list() {
    hierarchical_layout const l = nested_mode<Path...>(F{}());
    return l.is_list();
  }
  WEFT_FN static constexpr int rank() {
    hierarchical_layout const l = nested_mode<Path...>(F{}());
    return l.rank();
  }
  WEFT_FN static constexpr index_t size() {
    hierarchical_layout const l = nested_mode<Path...>(F{}());
    return l.size();
  }
  WEFT_FN static constexpr index_t stride() {
    hierarchical_layout const l = nested_mode<Path...>(F{}());
    return l.stride();
  }
};

/// Returns the layout F{}() as a type. Each part calls F again, because a value with memory of its own cannot leave a
/// constant expression.
template <class F, int... Path>
WEFT_FN constexpr auto as_static_layout(F) {
  using facts = nested_facts<F, Path...>;
  if constexpr (facts::is_list())
    return unpack<facts::rank()>(
        []<int... K>() { return static_modes<decltype(as_static_layout<F, Path..., K>(F{}))...>{}; });
  else
    return static_mode<facts::size(), facts::stride()>{};
}

} // namespace detail

// The functions of index/layout_algebra.hpp for types, with the same @post rules. A call does not compile where that
// function would throw.

/// Returns a list of all modes that are no lists.
template <StaticLayout L>
[[nodiscard]] WEFT_FN constexpr auto flatten(L) {
  return detail::as_static_layout([] { return flatten(L::value()); });
}
/// Returns the fewest modes with the same offsets.
template <StaticLayout L>
[[nodiscard]] WEFT_FN constexpr auto coalesce(L) {
  return detail::as_static_layout([] { return coalesce(L::value()); });
}
/// Returns the layout of A(B(i)).
template <StaticLayout A, StaticLayout B>
[[nodiscard]] WEFT_FN constexpr auto composition(A, B) {
  return detail::as_static_layout([] { return composition(A::value(), B::value()); });
}
/// Returns the layout that goes from one copy of L to the next, so that they fill its gaps and cover Size offsets.
template <index_t Size, StaticLayout L>
[[nodiscard]] WEFT_FN constexpr auto complement(L) {
  return detail::as_static_layout([] { return complement(L::value(), Size); });
}
/// Returns the layout that maps each offset 0, 1, ... of L to its place, up to the first offset that L has not.
template <StaticLayout L>
[[nodiscard]] WEFT_FN constexpr auto right_inverse(L) {
  return detail::as_static_layout([] { return right_inverse(L::value()); });
}
/// Returns a layout that maps each offset of L to its place.
template <StaticLayout L>
[[nodiscard]] WEFT_FN constexpr auto left_inverse(L) {
  return detail::as_static_layout([] { return left_inverse(L::value()); });
}
/// Cuts A into tiles: (tile, rest).
template <StaticLayout A, StaticLayout Tile>
[[nodiscard]] WEFT_FN constexpr auto logical_divide(A, Tile) {
  return detail::as_static_layout([] { return logical_divide(A::value(), Tile::value()); });
}
/// Cuts each mode of A by its own tile: ((tile, rest), (tile, rest), ...).
template <StaticLayout A, StaticLayout... Tile>
  requires(sizeof...(Tile) > 1)
[[nodiscard]] WEFT_FN constexpr auto logical_divide(A, Tile...) {
  return detail::as_static_layout(
      [] { return logical_divide(A::value(), detail::layout_algebra::layouts{Tile::value()...}); });
}
/// Cuts each mode of A by its own tile, and puts the tiles first: ((tile, tile, ...), (rest, rest, ...)).
template <StaticLayout A, StaticLayout... Tile>
[[nodiscard]] WEFT_FN constexpr auto zipped_divide(A, Tile...) {
  return detail::as_static_layout(
      [] { return zipped_divide(A::value(), detail::layout_algebra::layouts{Tile::value()...}); });
}
/// Cuts each mode of A by its own tile: ((tile, tile, ...), rest, rest, ...).
template <StaticLayout A, StaticLayout... Tile>
[[nodiscard]] WEFT_FN constexpr auto tiled_divide(A, Tile...) {
  return detail::as_static_layout(
      [] { return tiled_divide(A::value(), detail::layout_algebra::layouts{Tile::value()...}); });
}
/// Arranges copies of A as B says.
template <StaticLayout A, StaticLayout B>
[[nodiscard]] WEFT_FN constexpr auto logical_product(A, B) {
  return detail::as_static_layout([] { return logical_product(A::value(), B::value()); });
}
/// Returns a matrix of blocks A, arranged as B says, in which whole blocks follow each other.
template <StaticLayout A, StaticLayout B>
[[nodiscard]] WEFT_FN constexpr auto blocked_product(A, B) {
  return detail::as_static_layout([] { return blocked_product(A::value(), B::value()); });
}
/// Returns a matrix of blocks A, arranged as B says, whose elements are interleaved.
template <StaticLayout A, StaticLayout B>
[[nodiscard]] WEFT_FN constexpr auto raked_product(A, B) {
  return detail::as_static_layout([] { return raked_product(A::value(), B::value()); });
}

} // namespace weft
