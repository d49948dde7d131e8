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
  using numbers = std::make_integer_sequence<int, N>;
  template <class U>
  using result = decltype(std::declval<T const&>() * std::declval<U const&>());

  T entry[std::size_t(Rows * Columns)]; // row by row

  template <class U>
  WEFT_INLINE constexpr point_element<result<U>, N> operator()(point_element<U, N> const& x) const {
    return moved_to<point_element<result<U>, N>>(x.at, numbers{});
  }
  /// Returns a pack of the coordinates of the moved point, of elements or of expressions.
  template <class... X>
  WEFT_INLINE constexpr auto operator()(X const&... x) const {
    return coordinates_of(numbers{}, x...);
  }
  /// Returns an R of the coordinates of the moved point; the coordinates of the point begin at x.
  template <class R, class U, int... K>
  WEFT_INLINE constexpr R moved_to(U const* x, std::integer_sequence<int, K...>) const {
    auto const to = (*this)(x[K]...);
    return {get<K>(to)...};
  }

private:
  template <int K, int... J, class... X>
  WEFT_INLINE constexpr auto row(std::integer_sequence<int, J...>, X const&... x) const {
    if constexpr (Columns > N)
      return (... + (entry[K * Columns + J] * x)) + entry[K * Columns + N];
    else
      return (... + (entry[K * Columns + J] * x));
  }
  template <int... K, class... X>
  WEFT_INLINE constexpr auto coordinates_of(std::integer_sequence<int, K...>, X const&... x) const {
    if constexpr (Rows == N) {
      return make_pack(row<K>(numbers{}, x...)...);
    } else {
      auto const last = row<N>(numbers{}, x...);
      return make_pack((row<K>(numbers{}, x...) / last)...);
    }
  }
};

/// Returns the map of points of N coordinates by the leading rows of the matrix of m: by all of them for a rotation and
/// for homogeneous coordinates, and without the last one for a map with a translation.
template <int N, class M>
WEFT_INLINE constexpr auto transform_of(M const& m) {
  auto const& matrix = m.matrix();
  constexpr int columns = int(static_extent<typename std::remove_cvref_t<decltype(matrix)>::extents_type>(0));
  constexpr int rows = requires { m.translation(); } ? N : columns;
  matrix_transform<typename M::value_type, N, rows, columns> map{};
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k < rows * columns; ++k)
    map.entry[k] = matrix.data()[k];
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
  WEFT_INLINE friend constexpr number_pair operator+(number_pair const& a, number_pair const& b) {
    return {a.first + b.first, a.second + b.second};
  }
  WEFT_INLINE friend constexpr number_pair operator-(number_pair const& a, number_pair const& b) {
    return {a.first - b.first, a.second - b.second};
  }
};
/// Sets two columns of c = a * b, from column First on.
template <int First, class T, int... K>
WEFT_INLINE constexpr void multiply_columns(T const* a, T const* b, T* c, std::integer_sequence<int, K...>) {
  constexpr int N = sizeof...(K);
  using pair = number_pair<T>;
  pair const rows[] = {pair{b[N * K + First], b[N * K + First + 1]}...};
  auto const row_of_product = [&rows](T const* row) { return (... + (pair{row[K], row[K]} * rows[K])); };
  pair const products[] = {row_of_product(a + N * K)...};
  ((c[N * K + First] = products[K].first, c[N * K + First + 1] = products[K].second), ...);
}
/// Returns the product of matrices of N x N elements: the first two columns, and the last two. With each row of b read
/// once, a product of rotations takes 1.15 of the time of Eigen's, and 1.33 with single numbers (GCC 12, -O2; with -O3
/// -march=native 0.83 and 0.86).
template <int N, class Matrix>
WEFT_INLINE constexpr Matrix product_in_pairs(Matrix const& a, Matrix const& b) {
  constexpr std::make_integer_sequence<int, N> numbers{};
  Matrix c;
  multiply_columns<0>(a.data(), b.data(), c.data(), numbers);
  if constexpr (N > 2)
    multiply_columns<N - 2>(a.data(), b.data(), c.data(), numbers);
  return c;
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

/// Returns the number of the axis of points that has their N coordinates, the last unless one is named. Throws
/// index_error if there is no such axis, and shape_error if its extent is not N.
template <int N, class X, Axis... A>
WEFT_FN constexpr index_t axis_of_points(char const* operation, X const& points, A... axis) {
  static_assert(rank_of<X> != 0, "weft: geometry: a point has an axis of coordinates");
  auto const shape = shape_before(points);
  int const named = shape.rank() < 1 ? 0 : line_axis(operation, points, axis...);
  if (shape.rank() < 1 || shape[named] != N)
    throw_shape_reason(operation, N == 2 ? "points have 2 coordinates along their axis, the last unless it is named"
                                         : "points have 3 coordinates along their axis, the last unless it is named");
  return named;
}

/// The map of points over variables, as products and quotients that have gradients.
template <class Map, class E, int... K>
WEFT_FN auto followed_points(Map const& map, E const& points, index_t axis, std::integer_sequence<int, K...>) {
  auto const moved = map(slice(points, axis, K)...);
  return stack(axis, get<K>(moved)...);
}

/// A static vector: one point, which is moved at once.
template <class X, int N>
concept SinglePoint = !is_followed<captured_t<X>> && captured_t<X>::extents_type::static_rank == 1 &&
                      captured_t<X>::extents_type::all_static && (typename captured_t<X>::extents_type{}.entry(0) == N);

/// Returns the moved point. Quaternions have a function of their own.
template <class M, class Point>
WEFT_INLINE constexpr auto moved_point(M const& m, Point const& x) {
  constexpr int N = int(static_extent<typename Point::extents_type>(0));
  auto const map = transform_of<N>(m);
  using element = typename decltype(map)::template result<typename Point::value_type>;
  return map.template moved_to<tensor<element, fixed<N>>>(x.data(), std::make_integer_sequence<int, N>{});
}
/// Returns the moved points: a point for a static vector, an any_tensor for untyped points, else a lazy expression.
template <int N, class M, class X, class... A>
WEFT_INLINE constexpr auto moved(char const* operation, M const& m, X&& points, A... axis) {
  if constexpr (Untyped<X>) {
    return untyped_moved<N>(answered_above{}, operation, m, points, axis...);
  } else if constexpr (SinglePoint<X, N>) {
    tensor<std::remove_cv_t<value_t<X>>, fixed<N>> const point(static_cast<X&&>(points));
    if constexpr (sizeof...(A) > 0)
      axis_of_points<N>(operation, point, axis...);
    return moved_point(m, point);
  } else {
    auto e = capture(static_cast<X&&>(points));
    index_t const along = axis_of_points<N>(operation, e, axis...);
    using transform_type = decltype(transform_of<N>(m));
    if constexpr (is_followed<decltype(e)>) {
      return followed_points(transform_of<N>(m), e, along, typename transform_type::numbers{});
    } else {
      using element = typename transform_type::template result<typename decltype(e)::value_type>;
      using operator_type = moved_points<element, typename decltype(e)::extents_type, transform_type>;
      return make_deferred(operation, operator_type{{}, transform_of<N>(m), along}, e.extents(), std::move(e));
    }
  }
}
/// Moves typed points where they lie, in one pass.
template <int N, class Map, class X, class... A>
WEFT_FN void move_stored_in_place(char const* operation, Map const& map, X& points, A... axis) {
  auto const view = points.window();
  auto const leaf = view.window_leaf();
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
    index_t const along = axis_of_points<N>(operation, view, axis...);
    write_moved(map, along, view, view, s, typename Map::numbers{});
  }
}
/// Moves points where they lie.
template <int N, class M, class X, class... A>
WEFT_FN void move_in_place(char const* operation, M const& m, X& points, A... axis) {
  static_assert(Stored<X> || Untyped<X>, "weft: geometry: points that are moved in place are a tensor or a view");
  if constexpr (Untyped<X>)
    untyped_moved_in_place<N>(answered_above{}, operation, m, points, axis...);
  else if constexpr (Stored<X>)
    move_stored_in_place<N>(operation, transform_of<N>(m), points, axis...);
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
  /// axis. A vector of static extent is one point, and is rotated at once, by a quaternion with 15 multiplications. So
  /// are untyped points, into an any_tensor. The result has gradients if the points are variables.
  template <AnyTensorial X = tensor<T, fixed<N>>, weft::detail::Axis... A>
    requires(sizeof...(A) <= 1)
  [[nodiscard]] WEFT_INLINE constexpr auto rotate(X&& points, A... axis) const {
    return weft::detail::moved<N>("rotate", static_cast<M const&>(*this), static_cast<X&&>(points), axis...);
  }
  /// Rotates points where they lie, a tensor or a view with any strides, in one pass without memory of its own. The
  /// elements may be narrower floating numbers than T, and are rounded when they are stored. Errors as rotate.
  template <AnyTensorial X, weft::detail::Axis... A>
    requires(sizeof...(A) <= 1)
  WEFT_FN void rotate_in_place(X&& points, A... axis) const {
    weft::detail::move_in_place<N>("rotate_in_place", static_cast<M const&>(*this), points, axis...);
  }
};

/// The members apply and apply_in_place of a map M of points of N coordinates: isometry, affine, projective. M has a
/// value_type and a matrix(), which is of homogeneous coordinates or N x N.
template <class M, class T, int N>
class point_transform : public weft::detail::base_of_transform::refused_operators<M> {
  static_assert(N == 2 || N == 3, "weft: geometry: maps of points of 2 or 3 coordinates");

public:
  /// Returns moved points, or one moved point, as point_rotation::rotate.
  template <AnyTensorial X = tensor<T, fixed<N>>, weft::detail::Axis... A>
    requires(sizeof...(A) <= 1)
  [[nodiscard]] WEFT_INLINE constexpr auto apply(X&& points, A... axis) const {
    return weft::detail::moved<N>("apply", static_cast<M const&>(*this), static_cast<X&&>(points), axis...);
  }
  /// Moves points where they lie, as point_rotation::rotate_in_place.
  template <AnyTensorial X, weft::detail::Axis... A>
    requires(sizeof...(A) <= 1)
  WEFT_FN void apply_in_place(X&& points, A... axis) const {
    weft::detail::move_in_place<N>("apply_in_place", static_cast<M const&>(*this), points, axis...);
  }
};

} // namespace weft::geometry
