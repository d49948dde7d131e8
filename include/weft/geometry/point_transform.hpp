#pragma once
#include <weft/eval/assign.hpp>
#include <weft/eval/in_memory.hpp>
#include <weft/geometry/refused.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/together.hpp>

// Maps of points by matrices: of one point, and of a tensor of points, one of whose axes has their coordinates.
namespace weft::detail {

/// The coordinates of a point as one element.
template <class T, int N>
struct point_element {
  T at[std::size_t(N)];
};

/// A map of points of N coordinates by a matrix: N x N, the matrix of a linear map; N x (N + 1), with a translation in
/// the last column; (N + 1) x (N + 1), of homogeneous coordinates, by the last of which the others are divided.
template <class T, int N, int Rows, int Columns>
struct matrix_transform {
  static constexpr char const* name = "matrix_transform";
  static constexpr bool total = true;
  static constexpr int cost = Rows == N ? N * N : N * N + 4 * N;
  static constexpr int coordinates = N;
  using number = T;
  using numbers = std::make_integer_sequence<int, N>;
  template <class U>
  using result = decltype(std::declval<T const&>() * std::declval<U const&>());

  T entry[std::size_t(Rows * Columns)]; // row by row

  template <class U>
  WEFT_INLINE constexpr point_element<result<U>, N> operator()(point_element<U, N> const& x) const {
    return mapped(x, numbers{});
  }
  template <class... U>
    requires(sizeof...(U) == N)
  WEFT_INLINE constexpr auto operator()(U const&... x) const {
    using first = std::common_type_t<U...>;
    return packed((*this)(point_element<first, N>{{x...}}), numbers{});
  }

private:
  template <int K, class U, int... J>
  WEFT_INLINE constexpr auto row(point_element<U, N> const& x, std::integer_sequence<int, J...>) const {
    if constexpr (Columns > N)
      return (... + (entry[K * Columns + J] * x.at[J])) + entry[K * Columns + N];
    else
      return (... + (entry[K * Columns + J] * x.at[J]));
  }
  template <class U, int... K>
  WEFT_INLINE constexpr point_element<result<U>, N> mapped(point_element<U, N> const& x,
                                                           std::integer_sequence<int, K...>) const {
    if constexpr (Rows == N) {
      return {{row<K>(x, numbers{})...}};
    } else {
      auto const last = row<N>(x, numbers{});
      return {{(row<K>(x, numbers{}) / last)...}};
    }
  }
  template <class R, int... K>
  WEFT_INLINE static constexpr auto packed(point_element<R, N> const& x, std::integer_sequence<int, K...>) {
    return make_pack(x.at[K]...);
  }
};

/// Copies Rows x Columns elements: element (i, j) from from[i * row_step + j * column_step] to to[i * pitch + j].
template <int Rows, int Columns, class T>
WEFT_INLINE constexpr void copy_block(T const* from, int row_step, int column_step, T* to, int pitch) {
  WEFT_PRAGMA(GCC unroll 4)
  for (int i = 0; i < Rows; ++i)
    WEFT_PRAGMA(GCC unroll 4)
  for (int j = 0; j < Columns; ++j)
    to[pitch * i + j] = from[row_step * i + column_step * j];
}
/// Returns the map of a matrix.
template <class T, int N>
WEFT_INLINE constexpr matrix_transform<T, N, N, N> linear_transform(tensor<T, fixed<N, N>> const& matrix) {
  matrix_transform<T, N, N, N> map{};
  copy_block<N, N>(matrix.data(), N, 1, map.entry, N);
  return map;
}
/// Returns the map of a matrix, which is followed by a translation.
template <class T, int N>
WEFT_INLINE constexpr matrix_transform<T, N, N, N + 1> affine_transform(tensor<T, fixed<N, N>> const& matrix,
                                                                        tensor<T, fixed<N>> const& translation) {
  matrix_transform<T, N, N, N + 1> map{};
  copy_block<N, N>(matrix.data(), N, 1, map.entry, N + 1);
  copy_block<N, 1>(translation.data(), 1, 1, map.entry + N, N + 1);
  return map;
}
/// Returns the map of a matrix of homogeneous coordinates.
template <class T, int N>
WEFT_INLINE constexpr matrix_transform<T, N, N + 1, N + 1>
projective_transform(tensor<T, fixed<N + 1, N + 1>> const& matrix) {
  matrix_transform<T, N, N + 1, N + 1> map{};
  copy_block<N + 1, N + 1>(matrix.data(), N + 1, 1, map.entry, N + 1);
  return map;
}
/// Two numbers that go through operations side by side, of which GCC makes one vector without options for it. Written
/// for single numbers a product of quaternions took 1.29 of the time of Eigen's, which is written for SSE2; in pairs it
/// takes 0.98 (GCC 12, -O2; with -O3 -march=native 1.55 and 1.30).
template <class T>
struct number_pair {
  T first, second;

  WEFT_INLINE friend constexpr number_pair operator*(number_pair const& a, number_pair const& b) {
    return {a.first * b.first, a.second * b.second};
  }
  WEFT_INLINE friend constexpr number_pair operator*(T const& a, number_pair const& b) {
    return {a * b.first, a * b.second};
  }
  WEFT_INLINE friend constexpr number_pair operator+(number_pair const& a, number_pair const& b) {
    return {a.first + b.first, a.second + b.second};
  }
  WEFT_INLINE friend constexpr number_pair operator-(number_pair const& a, number_pair const& b) {
    return {a.first - b.first, a.second - b.second};
  }
};
template <class V, class T>
WEFT_INLINE constexpr V read_numbers(T const* from) {
  if constexpr (std::same_as<V, T>)
    return *from;
  else
    return {from[0], from[1]};
}
template <class V, class T>
WEFT_INLINE constexpr void write_numbers(V const& x, T* to) {
  if constexpr (std::same_as<V, T>)
    *to = x;
  else
    to[0] = x.first, to[1] = x.second;
}
/// Sets one column of c = a * b, or two as pairs.
template <class V, class T, int... K>
WEFT_INLINE constexpr void multiply_columns(T const* a, T const* b, T* c, std::integer_sequence<int, K...>) {
  constexpr int N = sizeof...(K);
  V const rows[] = {read_numbers<V>(b + N * K)...};
  auto const row_of_product = [&rows](T const* row) { return (... + (row[K] * rows[K])); };
  V const products[] = {row_of_product(a + N * K)...};
  (write_numbers(products[K], c + N * K), ...);
}
/// Sets c = a * b for matrices of N x N elements, row by row, where c shares no byte with a and b. With pairs, and each
/// row of b read once, a product of rotations takes 1.15 of the time of Eigen's, and 1.33 with single numbers (GCC 12,
/// -O2; with -O3 -march=native 0.83 and 0.86).
template <int N, class T>
WEFT_INLINE constexpr void multiply_small(T const* a, T const* b, T* c) {
  constexpr std::make_integer_sequence<int, N> numbers{};
  multiply_columns<number_pair<T>>(a, b, c, numbers);
  if constexpr (N == 4)
    multiply_columns<number_pair<T>>(a, b + 2, c + 2, numbers);
  if constexpr (N == 3)
    multiply_columns<T>(a, b + 2, c + 2, numbers);
}

/// Returns the view x, whose axis has the coordinates of points, as a view of points, where they lie one behind another
/// and points are whole points away from each other (lies_in_points).
template <int N, class X>
WEFT_FN auto as_points(X const& x, index_t axis) {
  using T = std::remove_pointer_t<decltype(x.data())>;
  using element =
      std::conditional_t<std::is_const_v<T>, point_element<std::remove_const_t<T>, N> const, point_element<T, N>>;
  auto const first = slice(x, axis, 0);
  auto steps = first.strides();
  for (int k = 0; k < first.rank(); ++k)
    steps.set(k, first.stride(k) / N);
  return borrow(reinterpret_cast<element*>(first.data()), first.shape(), steps);
}
template <int N, class X>
WEFT_FN bool lies_in_points(X const& x, index_t axis) {
  bool whole = x.stride(axis) == 1;
  for (int k = 0; k < x.rank(); ++k)
    whole = whole && (k == axis || x.stride(k) % N == 0);
  return whole;
}

template <class X>
WEFT_INLINE auto target_leaf(X const& view) {
  return view.window_leaf().template borrowed<std::remove_pointer_t<decltype(view.data())>>();
}

/// Applies the map to the points of `from` and writes the results to `to`, in one pass.
template <class Map, class From, class To, int... K>
WEFT_FN void write_moved(Map const& map, index_t axis, From const& from, To const& to, session& s,
                         std::integer_sequence<int, K...>) {
  constexpr int count = sizeof...(K);
  using source = std::remove_cv_t<typename From::value_type>;
  using result = std::remove_cv_t<typename To::value_type>;
  constexpr bool keeps_type = std::same_as<typename Map::template result<source>, result>;
  static_assert(is_bytewise<typename To::value_type>, "weft: geometry: elements of points are copied as bytes");
  if constexpr (keeps_type && is_bytewise<point_element<source, count>> && is_bytewise<point_element<result, count>>)
    if (lies_in_points<count>(from, axis) && lies_in_points<count>(to, axis)) {
      assign(target_leaf(as_points<count>(to, axis)), weft::map(map, as_points<count>(from, axis)), s);
      return;
    }
  auto const e = weft::map(map, slice(from, axis, K)...);
  auto const stored = []<class Core>(Core const& core) { return stored_core<Core>{core}; };
  write_several(e.extents(), e, stored, several_overlap::found, s, target_leaf(slice(to, axis, K))...);
}

/// The deferred operation of moving a tensor of points.
template <class R, Shape Extents, class Map>
struct moved_points : result_of<R, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  Map map;
  index_t axis;

  template <class Target, class C>
  WEFT_FN void evaluate(Target const& target, session& s, C const& points) const {
    auto const& in = in_memory(points, s);
    write_moved(map, axis, make_view(std::remove_cvref_t<decltype(in)>(in)), make_view(Target(target)), s,
                typename Map::numbers{});
  }
};

/// Stands for the last axis, where a call names none.
struct last_axis_of_points {};
template <class A>
concept AxisOfPoints = Axis<A> || std::same_as<A, last_axis_of_points>;
/// Points, and not a single Point without a named axis: X&& would be a better match for one that is not const.
template <class X, class A, class Point>
concept PointsOf =
    AnyTensorial<X> && !(std::same_as<std::remove_cvref_t<X>, Point> && std::same_as<A, last_axis_of_points>);

/// Returns the number of the axis of an operand X of these extents that has the N coordinates of points. Throws
/// index_error if there is no such axis, and shape_error if its extent is not N.
template <int N, class X, class Extents, AxisOfPoints A>
WEFT_FN constexpr index_t axis_of_points(char const* operation, Extents const& extents, A axis) {
  static_assert(Extents::static_rank != 0, "weft: geometry: a point has an axis of coordinates");
  auto const named = [&] {
    if constexpr (std::same_as<A, last_axis_of_points>)
      return extents.rank() - 1;
    else
      return as_axis<X>(axis);
  };
  if (extents.rank() < 1 || extents.entry(check_axis(operation, named(), extents.rank())) != N)
    throw_shape_reason(operation, N == 2 ? "points have 2 coordinates along their axis, the last unless it is named"
                                         : "points have 3 coordinates along their axis, the last unless it is named");
  return named();
}

/// The map of points over variables, as products and quotients that have gradients.
template <class T, int N, int Rows, int Columns, class E>
WEFT_FN auto followed_points(matrix_transform<T, N, Rows, Columns> const& map, E const& points, index_t axis) {
  auto const part = [&](int k) {
    auto const term = [&](int j) { return map.entry[k * Columns + j] * slice(points, axis, j); };
    auto const translation = Columns > N ? map.entry[k * Columns + Columns - 1] : T(0);
    if constexpr (N == 2)
      return term(0) + term(1) + translation;
    else
      return term(0) + term(1) + term(2) + translation;
  };
  auto const moved = [&](int k) {
    if constexpr (Rows == N)
      return part(k);
    else
      return part(k) / part(N);
  };
  if constexpr (N == 2)
    return stack(axis, moved(0), moved(1));
  else
    return stack(axis, moved(0), moved(1), moved(2));
}

/// True for a static vector: one point, which is computed at once.
template <class X, int N>
inline constexpr bool is_point = [] {
  using extents = typename captured_t<X>::extents_type;
  if constexpr (extents::static_rank == 1 && extents::all_static && !is_followed<captured_t<X>>)
    return extents{}.entry(0) == N;
  else
    return false;
}();

template <class Map, class T>
WEFT_INLINE constexpr auto moved_point(Map const& map, tensor<T, fixed<Map::coordinates>> const& x) {
  constexpr int N = Map::coordinates;
  point_element<T, N> from{};
  WEFT_PRAGMA(GCC unroll 4)
  for (int k = 0; k < N; ++k)
    from.at[k] = x.data()[k];
  auto const to = map(from);
  tensor<typename Map::template result<T>, fixed<N>> out;
  WEFT_PRAGMA(GCC unroll 4)
  for (int k = 0; k < N; ++k)
    out.data()[k] = to.at[k];
  return out;
}
/// Returns the moved points: a point for a static vector, an any_tensor for untyped points, else a lazy expression.
template <class Map, class X, class A>
WEFT_FN constexpr auto moved(char const* operation, Map const& map, X&& points, A axis) {
  constexpr int count = Map::coordinates;
  if constexpr (Untyped<X>) {
    return untyped_moved(answered_above{}, operation, map, points, axis);
  } else if constexpr (is_point<X, count>) {
    using T = std::remove_cv_t<value_t<X>>;
    axis_of_points<count, captured_t<X>>(operation, typename captured_t<X>::extents_type{}, axis);
    return moved_point(map, tensor<T, fixed<count>>(static_cast<X&&>(points)));
  } else {
    auto e = capture(static_cast<X&&>(points));
    index_t const along = axis_of_points<count, decltype(e)>(operation, e.extents(), axis);
    if constexpr (is_followed<decltype(e)>) {
      return followed_points(map, e, along);
    } else {
      using T = typename decltype(e)::value_type;
      using operator_type = moved_points<typename Map::template result<T>, typename decltype(e)::extents_type, Map>;
      return make_deferred(operation, operator_type{{}, map, along}, e.extents(), std::move(e));
    }
  }
}
/// Moves typed points where they lie, in one pass.
template <class Map, class X, class A>
WEFT_FN void move_stored_in_place(char const* operation, Map const& map, X& points, A axis) {
  auto const leaf = points.window().window_leaf();
  using T = std::remove_pointer_t<decltype(leaf.data)>;
  static_assert(!std::is_const_v<T>, "weft: geometry: points that are moved in place only read here: their elements "
                                     "are const");
  using coordinate = typename Map::template result<std::remove_const_t<T>>;
  constexpr bool holds_moved = std::convertible_to<coordinate, T> && !std::integral<T>;
  static_assert(holds_moved, "weft: geometry: points that are moved in place have elements that take the moved "
                             "coordinates: floating numbers, or duals where the map is of duals");
  if constexpr (!std::is_const_v<T> && holds_moved) {
    leaf.keep.check(operation);
    session s;
    auto const view = points.window();
    index_t const along = axis_of_points<Map::coordinates, X>(operation, view.shape(), axis);
    write_moved(map, along, view, view, s, typename Map::numbers{});
  }
}
/// Moves points where they lie.
template <class Map, class X, class A>
WEFT_FN void move_in_place(char const* operation, Map const& map, X& points, A axis) {
  static_assert(Stored<X> || Untyped<X>, "weft: geometry: points that are moved in place are a tensor or a view");
  if constexpr (Untyped<X>)
    untyped_moved_in_place(answered_above{}, operation, map, points, axis);
  else if constexpr (Stored<X>)
    move_stored_in_place(operation, map, points, axis);
}

} // namespace weft::detail

namespace weft::geometry {

/// The members rotate and rotate_in_place of a rotation M of tensors of points of N coordinates: quaternion, rotation.
template <class M, class T, int N>
class point_rotation : public weft::detail::base_of_transform::refused_operators<M> {
public:
  /// Returns rotated points, whose coordinates lie along an axis of extent N, the last unless another is named: a lazy
  /// expression of the shape of the points, which reads and writes each element once when it is assigned. The norm of a
  /// quaternion must be 1. Throws shape_error where the axis has another extent, and index_error where there is no such
  /// axis. A vector of static extent is one point, and is rotated at once; so are untyped points, into an any_tensor.
  /// The result has gradients if the points are variables.
  template <class X, weft::detail::AxisOfPoints A = weft::detail::last_axis_of_points>
    requires weft::detail::PointsOf<X, A, tensor<T, fixed<N>>>
  [[nodiscard]] WEFT_FN constexpr auto rotate(X&& points, A axis = {}) const {
    return weft::detail::moved("rotate", static_cast<M const&>(*this).map(), static_cast<X&&>(points), axis);
  }
  /// Rotates points where they lie, a tensor or a view with any strides, in one pass without memory of its own. The
  /// elements may be narrower floating numbers than T, and are rounded when they are stored. Errors as rotate.
  template <AnyTensorial X, weft::detail::AxisOfPoints A = weft::detail::last_axis_of_points>
  WEFT_FN void rotate_in_place(X&& points, A axis = {}) const {
    weft::detail::move_in_place("rotate_in_place", static_cast<M const&>(*this).map(), points, axis);
  }
};

/// The members apply and apply_in_place of a map M of points of N coordinates: isometry, affine, projective.
template <class M, class T, int N>
class point_transform : public weft::detail::base_of_transform::refused_operators<M> {
  static_assert(N == 2 || N == 3, "weft: geometry: maps of points of 2 or 3 coordinates");

public:
  /// Returns the moved point.
  [[nodiscard]] WEFT_INLINE constexpr tensor<T, fixed<N>> apply(tensor<T, fixed<N>> const& p) const {
    return weft::detail::moved_point(static_cast<M const&>(*this).map(), p);
  }
  /// Returns moved points, as point_rotation::rotate.
  template <class X, weft::detail::AxisOfPoints A = weft::detail::last_axis_of_points>
    requires weft::detail::PointsOf<X, A, tensor<T, fixed<N>>>
  [[nodiscard]] WEFT_FN constexpr auto apply(X&& points, A axis = {}) const {
    return weft::detail::moved("apply", static_cast<M const&>(*this).map(), static_cast<X&&>(points), axis);
  }
  /// Moves points where they lie, as point_rotation::rotate_in_place.
  template <AnyTensorial X, weft::detail::AxisOfPoints A = weft::detail::last_axis_of_points>
  WEFT_FN void apply_in_place(X&& points, A axis = {}) const {
    weft::detail::move_in_place("apply_in_place", static_cast<M const&>(*this).map(), points, axis);
  }
};

} // namespace weft::geometry
