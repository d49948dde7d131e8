#pragma once
#include <weft/geometry/affine.hpp>
#include <weft/ops/generate.hpp>

namespace weft::geometry {

/// A map of points of 2 or 3 coordinates by a matrix of homogeneous coordinates, (N + 1) x (N + 1): it keeps lines, as
/// a picture does. A point that goes to infinity gets coordinates that are not finite. A default map is the
/// identity.
template <class T, int N>
class projective : public point_transform<projective<T, N>, T, N> {
public:
  using value_type = T;
  using matrix_type = tensor<T, fixed<N + 1, N + 1>>;
  using point_type = tensor<T, fixed<N>>;

  WEFT_INLINE constexpr projective() : projective(affine<T, N>()) {}
  WEFT_INLINE constexpr explicit projective(matrix_type const& m) : matrix_(m) {}
  WEFT_INLINE constexpr projective(affine<T, N> const& m) : matrix_(m.matrix()) {}
  WEFT_INLINE constexpr projective(isometry<T, N> const& m) : matrix_(m.matrix()) {}

  [[nodiscard]] WEFT_INLINE constexpr matrix_type const& matrix() const { return matrix_; }
  /// Returns the inverse map. Throws linalg_error if the matrix is singular.
  [[nodiscard]] WEFT_FN constexpr projective inverse() const { return projective(matrix_type(linalg::inv(matrix_))); }
  /// Returns the map by b and then by a.
  [[nodiscard]] WEFT_INLINE friend constexpr projective operator*(projective const& a, projective const& b) {
    return projective(weft::detail::product_in_pairs<N + 1>(a.matrix_, b.matrix_));
  }
  [[nodiscard]] WEFT_INLINE friend constexpr bool operator==(projective const&, projective const&) = default;

private:
  matrix_type matrix_;
};

/// Returns points with a 1 behind their coordinates, along the last axis; an expression.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto to_homogeneous(X&& points) {
  auto e = weft::detail::capture(static_cast<X&&>(points));
  auto const last = weft::detail::axis_from_last<1>(e);
  auto one = full(window(e, last, 0, 0).shape(), std::remove_cv_t<weft::detail::value_t<X>>(1));
  return concatenate(last, std::move(e), std::move(one));
}
/// Returns points whose coordinates, along the last axis, are divided by the last of them, which is left out; an
/// expression. Integers are divided as doubles.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto from_homogeneous(X&& points) {
  using T = op::as_floating_t<std::remove_cv_t<weft::detail::value_t<X>>>;
  auto e = weft::detail::capture(static_cast<X&&>(points));
  auto const last = weft::detail::axis_from_last<1>(e);
  index_t const n = e.extents().entry(e.rank() - 1);
  return cast<T>(window(e, last, 0, n - 2)) / window(e, last, n - 1, n - 1);
}

/// Returns the map from space to the coordinates of a camera that stands at `eye` and looks at `target`: x points
/// right, y up and z backwards, as in OpenGL. `up` is any direction but that of the view.
template <class T>
[[nodiscard]] WEFT_FN isometry<T, 3> look_at(tensor<T, fixed<3>> const& eye,
                                             std::type_identity_t<tensor<T, fixed<3>>> const& target,
                                             std::type_identity_t<tensor<T, fixed<3>>> const& up) {
  using number = quaternion<T>; // the vector of the product of two vectors is their cross product
  number const back = (number(T(0), eye) - number(T(0), target)).normalised();
  number const right = number(T(0), (number(T(0), up) * back).vector()).normalised(), above = back * right;
  auto const turn =
      rotation<T, 3>::from_matrix({{right.x, right.y, right.z}, {above.x, above.y, above.z}, {back.x, back.y, back.z}});
  return {turn, -turn.rotate(eye)};
}
/// Returns the projection of a camera that sees an angle `height` in radians from top to bottom, on a picture that is
/// `aspect` times as wide as high: x and y of the picture are in [-1, 1], and z goes from -1 at the distance `nearest`
/// to 1 at `farthest`, as in OpenGL.
template <class T>
[[nodiscard]] WEFT_FN projective<T, 3> perspective(T const& height, std::type_identity_t<T> const& aspect,
                                                   std::type_identity_t<T> const& nearest,
                                                   std::type_identity_t<T> const& farthest) {
  T const scale = T(1) / op::tan{}(height / T(2)), depth = nearest - farthest, none(0);
  return projective<T, 3>({{scale / aspect, none, none, none},
                           {none, scale, none, none},
                           {none, none, (farthest + nearest) / depth, T(2) * farthest * nearest / depth},
                           {none, none, T(-1), none}});
}

} // namespace weft::geometry
