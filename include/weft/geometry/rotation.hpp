#pragma once
#include <weft/geometry/euler.hpp>
#include <weft/ops/equal.hpp>

namespace weft::geometry {

/// A rotation of points of 2 or 3 coordinates about the origin, as a matrix. To turn many points a matrix takes the
/// fewest operations; quaternions are better where rotations are interpolated, integrated or stored. T is a real
/// floating type, or a dual. A default rotation is the identity.
template <class T, int N>
class rotation : public point_rotation<rotation<T, N>, T, N> {
  static_assert(N == 2 || N == 3, "weft: geometry::rotation: of 2 or 3 dimensions");

public:
  using value_type = T;
  using matrix_type = tensor<T, fixed<N, N>>;
  using point_type = tensor<T, fixed<N>>;

  WEFT_INLINE constexpr rotation() {
    for (int k = 0; k < N; ++k)
      matrix_.data()[k * (N + 1)] = T(1);
  }
  /// Makes the rotation of a quaternion of norm 1.
  WEFT_INLINE constexpr rotation(quaternion<T> const& unit)
    requires(N == 3)
      : matrix_(unit.matrix()) {}

  /// Returns the rotation of a matrix, which is taken as it is: it must be orthogonal, with determinant 1.
  [[nodiscard]] WEFT_INLINE static constexpr rotation from_matrix(matrix_type const& m) { return rotation(m, 0); }
  /// Returns the rotation of the plane by an angle in radians, counter-clockwise.
  [[nodiscard]] WEFT_FN static rotation from_angle(T const& angle)
    requires(N == 2)
  {
    T const c = op::cos{}(angle), s = op::sin{}(angle);
    return from_matrix({{c, -s}, {s, c}});
  }
  /// Returns the rotation about an axis by an angle in radians, as quaternion::from_axis_angle.
  [[nodiscard]] WEFT_FN static rotation from_axis_angle(point_type const& axis, T const& angle)
    requires(N == 3)
  {
    return quaternion<T>::from_axis_angle(axis, angle);
  }
  /// Returns the rotation about the direction of v by the length of v in radians.
  [[nodiscard]] WEFT_FN static rotation from_rotation_vector(point_type const& v)
    requires(N == 3)
  {
    return quaternion<T>::from_rotation_vector(v);
  }
  /// Returns three turns, one after another, by angles in radians. "xyz" are turns about the axes of space (extrinsic),
  /// "XYZ" about axes that turn along (intrinsic), as in SciPy's Rotation.from_euler. Throws error for other texts, and
  /// where two neighbouring axes are the same.
  [[nodiscard]] WEFT_FN static rotation from_euler(std::string_view axes, point_type const& angles)
    requires(N == 3)
  {
    return weft::detail::quaternion_of_euler(weft::detail::read_euler_axes(axes), angles);
  }

  [[nodiscard]] WEFT_INLINE constexpr matrix_type const& matrix() const { return matrix_; }
  /// Returns the rotation as a quaternion of norm 1.
  [[nodiscard]] WEFT_FN quaternion<T> to_quaternion() const
    requires(N == 3)
  {
    return quaternion<T>::from_matrix(matrix_);
  }
  /// Returns the angle in radians: in [-pi, pi] in the plane, in [0, pi] in space.
  [[nodiscard]] WEFT_FN T angle() const {
    if constexpr (N == 2)
      return op::atan2{}(matrix_.data()[2], matrix_.data()[0]);
    else
      return to_quaternion().angle();
  }
  /// Returns the axis of length 1 about which the rotation turns by angle(); NaN for the identity, which has none.
  [[nodiscard]] WEFT_FN point_type axis() const
    requires(N == 3)
  {
    return quaternion<T>(T(0), rotation_vector()).normalised().vector();
  }
  /// Returns the axis times the angle.
  [[nodiscard]] WEFT_FN point_type rotation_vector() const
    requires(N == 3)
  {
    return to_quaternion().rotation_vector();
  }
  /// Returns the angles with which from_euler gives this rotation: the first and third in [-pi, pi], the second in
  /// [-pi/2, pi/2], or in [0, pi] where the first axis is also the third. Where the first and third turn are about the
  /// same line, the third angle is 0. Errors as from_euler.
  [[nodiscard]] WEFT_FN point_type euler(std::string_view axes) const
    requires(N == 3)
  {
    return weft::detail::euler_of_quaternion(weft::detail::read_euler_axes(axes), to_quaternion());
  }

  [[nodiscard]] WEFT_INLINE constexpr rotation inverse() const { return from_matrix(transpose(matrix_)); }

  /// Returns the rotation by b and then by a.
  [[nodiscard]] WEFT_INLINE friend constexpr rotation operator*(rotation const& a, rotation const& b) {
    return from_matrix(weft::detail::product_in_pairs<N>(a.matrix_, b.matrix_));
  }
  [[nodiscard]] WEFT_INLINE friend constexpr bool operator==(rotation const&, rotation const&) = default;

private:
  WEFT_INLINE constexpr rotation(matrix_type const& m, int) : matrix_(m) {}

  matrix_type matrix_;
};

} // namespace weft::geometry
