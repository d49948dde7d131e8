#pragma once
#include <weft/field/grid.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>

namespace weft::detail {
WEFT_FN constexpr unsigned axis_bit(index_t axis) {
  if (axis < 0 || axis >= max_rank)
    throw_axis("field::location", axis, max_rank);
  return 1u << axis;
}
} // namespace weft::detail

namespace weft::field {

/// The points of a mesh at which a field has its values: along each axis the middles of the cells, or the borders
/// between and around them, of which there is one more.
struct location {
  unsigned borders = 0; ///< a bit for each axis, which is 1 if values lie at borders
  [[nodiscard]] WEFT_FN friend constexpr bool operator==(location, location) = default;
};
/// The location of values at the middles of the cells.
inline constexpr location cell{};
/// The location of values at the corners of the cells.
inline constexpr location node{~0u};
/// Returns the middles of the faces of cells that are perpendicular to an axis: the points of a flux along that axis.
[[nodiscard]] WEFT_FN constexpr location face(index_t axis) {
  return {weft::detail::axis_bit(axis)};
}
/// Returns the middles of the edges of cells that are parallel to an axis.
[[nodiscard]] WEFT_FN constexpr location edge(index_t axis) {
  return {~weft::detail::axis_bit(axis)};
}

} // namespace weft::field

namespace weft::detail {

/// Throws shape_error if an axis has too few values for differences.
WEFT_API void check_neighbours(char const* operation, index_t axis, index_t extent, int rank);

/// Returns f(x without its first element, x without its last element) along an axis.
template <class X, class A, class F>
WEFT_FN auto of_neighbours(char const* operation, X&& x, A axis, F const& f) {
  if constexpr (Stored<X>) {
    auto const v = static_cast<X&&>(x).window();
    int const k = check_axis(operation, static_cast<index_t>(axis), v.rank());
    check_neighbours(operation, k, v.extent(k), v.rank());
    index_t const last = v.extent(k) - 1;
    return f(window(v, axis, 1, last), window(v, axis, 0, last - 1));
  } else {
    auto const shape = x.extents();
    int const k = check_axis(operation, static_cast<index_t>(axis), shape.rank());
    check_neighbours(operation, k, shape.entry(k), shape.rank());
    index_t const last = shape.entry(k) - 1;
    return f(window(x, axis, 1, last), window(x, axis, 0, last - 1));
  }
}

} // namespace weft::detail

namespace weft::field {

/// Returns the differences of neighbours along an axis, a(i + 1) - a(i), as an expression. A field at the borders of
/// cells gives a field at their middles. g.widened(axis), which has the cells and a ghost at each end, gives a field at
/// all borders. Throws shape_error if the axis has fewer than 2 values.
template <Tensorial X, weft::detail::Axis A>
[[nodiscard]] WEFT_FN auto difference(X&& x, A axis) {
  return weft::detail::of_neighbours("field::difference", static_cast<X&&>(x), axis,
                                     [](auto const& after, auto const& before) { return after - before; });
}
/// Returns the differences divided by the distance of neighbours: a derivative.
template <Tensorial X, weft::detail::Axis A, Scalar H>
[[nodiscard]] WEFT_FN auto difference(X&& x, A axis, H spacing) {
  return difference(static_cast<X&&>(x), axis) / spacing;
}
/// Returns the means of neighbours along an axis, (a(i) + a(i + 1)) / 2, as an expression: from the borders of cells to
/// their middles, or from g.widened(axis) to the borders. Integers give doubles. Throws shape_error if the axis has
/// fewer than 2 values.
template <Tensorial X, weft::detail::Axis A>
[[nodiscard]] WEFT_FN auto average(X&& x, A axis) {
  return weft::detail::of_neighbours("field::average", static_cast<X&&>(x), axis,
                                     [](auto const& after, auto const& before) { return 0.5 * (after + before); });
}

/// A box of equal cells: their number along each axis, the distance of neighbours, and the coordinates of the first
/// corner.
template <int R>
struct mesh {
  dims<R> cells;
  weft::detail::axis_array<double, R> spacing, origin;

  /// Makes a mesh of n cells. By default spacings are 1 and the origin is 0.
  WEFT_FN explicit mesh(dims<R> const& n, weft::detail::axis_array<double, R> const& h = ones(),
                        weft::detail::axis_array<double, R> const& at = {})
      : cells(n), spacing(h), origin(at) {}

  /// Returns the shape of a field at a location.
  [[nodiscard]] WEFT_FN dims<R> shape(location at = cell) const {
    auto s = cells;
    for (int k = 0; k < R; ++k)
      s.set(k, cells.entry(k) + index_t(at.borders >> k & 1));
    return s;
  }
  /// Returns the coordinates of the values of a field along an axis, and of its `around` ghost layers. The result is a
  /// tensor of the mesh's rank with extent 1 along the other axes, so that sin(m.coordinates(0)) *
  /// cos(m.coordinates(1)) has the field's shape.
  [[nodiscard]] WEFT_FN tensor<double, R> coordinates(index_t axis, location at = cell, width around = 0) const {
    dims<R> s{};
    for (int k = 0; k < R; ++k)
      s.set(k, 1);
    if (axis < 0 || axis >= R)
      weft::detail::throw_axis("field::mesh", axis, R);
    s.set(axis, shape(at).entry(axis) + around.lower + around.upper);
    tensor<double, R> x(uninit, s);
    auto const k = static_cast<std::size_t>(axis);
    double const middle = (at.borders >> axis & 1) != 0 ? 0.0 : 0.5;
    for (index_t i = 0; i < s.entry(axis); ++i)
      x.data()[i] = origin[k] + (static_cast<double>(i - around.lower) + middle) * spacing[k];
    return x;
  }

private:
  WEFT_FN static constexpr weft::detail::axis_array<double, R> ones() {
    weft::detail::axis_array<double, R> h{};
    for (double& one : h)
      one = 1;
    return h;
  }
};
template <index_t... E>
mesh(extents<E...>, std::array<double, sizeof...(E)>, std::array<double, sizeof...(E)> = {}) -> mesh<int(sizeof...(E))>;
template <index_t... E>
mesh(extents<E...>) -> mesh<int(sizeof...(E))>;

} // namespace weft::field
