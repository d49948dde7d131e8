#pragma once
#include <weft/geometry/point_transform.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/trigonometry.hpp>

#include <iosfwd>
#include <limits>

namespace weft::geometry {

/// A quaternion w + x i + y j + z k of real floating numbers or duals. A quaternion of norm 1 is a rotation about the
/// origin; q and -q are the same one. It is a number: tensors have quaternions as elements, and records as members. A
/// default quaternion is 0, as the elements of new tensors are. Functions without roots and trigonometry are constexpr.
template <class T = double>
struct quaternion : point_rotation<quaternion<T>, T, 3> {
  static_assert(!std::is_integral_v<T>, "weft: geometry::quaternion: of floating numbers or duals");
  using value_type = T;

  T w{}, x{}, y{}, z{};

  WEFT_INLINE constexpr quaternion() = default;
  WEFT_INLINE constexpr quaternion(T const& real) : w(real) {}
  WEFT_INLINE constexpr quaternion(T const& real, T const& i, T const& j, T const& k) : w(real), x(i), y(j), z(k) {}
  WEFT_INLINE constexpr quaternion(T const& real, tensor<T, fixed<3>> const& v)
      : quaternion(real, v.data()[0], v.data()[1], v.data()[2]) {}
  /// Converts a quaternion of another number type.
  template <class S>
  WEFT_INLINE constexpr explicit quaternion(quaternion<S> const& q)
      : w(static_cast<T>(q.w)), x(static_cast<T>(q.x)), y(static_cast<T>(q.y)), z(static_cast<T>(q.z)) {}

  /// Returns the rotation that leaves every point where it is: 1.
  [[nodiscard]] WEFT_INLINE static constexpr quaternion identity() { return quaternion(T(1)); }
  /// Returns the rotation about an axis, of any length but 0, by an angle in radians: counter-clockwise where the axis
  /// points at the reader. An axis of length 0 gives NaN.
  [[nodiscard]] WEFT_FN static quaternion from_axis_angle(tensor<T, fixed<3>> const& axis, T const& angle) {
    T const half = angle / T(2);
    return {op::cos{}(half), (quaternion(T(0), axis).normalised() * T(op::sin{}(half))).vector()};
  }
  /// Returns the rotation about the direction of v by the length of v in radians; the identity for 0.
  [[nodiscard]] WEFT_FN static quaternion from_rotation_vector(tensor<T, fixed<3>> const& v) {
    return exp(quaternion(T(0), v) / T(2));
  }
  /// Returns the rotation of a matrix that is orthogonal with determinant 1, up to rounding. The largest of the four
  /// elements is computed first, so that no small one is divided by (Shepperd, Quaternion from rotation matrix, J.
  /// Guidance and Control 1, 1978); the result has norm 1.
  [[nodiscard]] WEFT_FN static quaternion from_matrix(tensor<T, fixed<3, 3>> const& m) {
    auto const a = [&](int i, int j) { return m.data()[3 * i + j]; };
    T const trace = a(0, 0) + a(1, 1) + a(2, 2), x = a(2, 1) - a(1, 2), y = a(0, 2) - a(2, 0), z = a(1, 0) - a(0, 1);
    int const k = a(0, 0) >= a(1, 1) ? (a(0, 0) >= a(2, 2) ? 0 : 2) : (a(1, 1) >= a(2, 2) ? 1 : 2);
    if (trace >= a(k, k))
      return quaternion(T(1) + trace, x, y, z).normalised();
    T part[] = {a(0, k) + a(k, 0), a(1, k) + a(k, 1), a(2, k) + a(k, 2)};
    part[k] += T(1) - trace;
    return quaternion(k == 0 ? x : k == 1 ? y : z, part[0], part[1], part[2]).normalised();
  }
  /// Returns the shortest rotation that turns the direction of `from` into that of `to`. Opposite directions are turned
  /// about some axis normal to them. A vector of length 0 gives NaN. Where the two unit vectors are nearly opposite,
  /// their sum is exact, and so its products give the axis to the last digits.
  [[nodiscard]] WEFT_FN static quaternion from_directions(tensor<T, fixed<3>> const& from,
                                                          tensor<T, fixed<3>> const& to) {
    constexpr auto error = 8 * std::numeric_limits<typename weft::detail::number_in<T>::type>::epsilon();
    quaternion const a = quaternion(T(0), from).normalised(), sum = a + quaternion(T(0), to).normalised();
    quaternion const q(sum.squared_norm() / T(2), (a * sum).vector()); // the vectors' cross product
    if (!(q.squared_norm() <= T(error * error)))
      return q.normalised();
    bool const flat = a.z * a.z < a.x * a.x + a.y * a.y;
    return (flat ? quaternion(T(0), -a.y, a.x, T(0)) : quaternion(T(0), T(0), -a.z, a.y)).normalised();
  }

  /// Returns w - x i - y j - z k: the inverse rotation, if the norm is 1.
  [[nodiscard]] WEFT_INLINE constexpr quaternion conjugate() const { return {w, -x, -y, -z}; }
  [[nodiscard]] WEFT_INLINE constexpr T squared_norm() const { return (w * w + x * x) + (y * y + z * z); }
  /// Returns the square root of the squared norm, also where that one overflows or underflows.
  [[nodiscard]] WEFT_INLINE T norm() const {
    quaternion q = *this;
    T const scale = q.scale_for_squares();
    return scale * op::sqrt{}(q.squared_norm());
  }
  /// Returns the quaternion that gives 1 in a product with this one. That of 0 is not finite.
  [[nodiscard]] WEFT_INLINE constexpr quaternion inverse() const {
    quaternion q = *this;
    T const scale = q.scale_for_squares();
    return q.conjugate() / q.squared_norm() / scale;
  }
  /// Returns the quaternion of norm 1 in the same direction. That of 0 is NaN.
  [[nodiscard]] WEFT_INLINE quaternion normalised() const {
    quaternion q = *this;
    q.scale_for_squares();
    return q / op::sqrt{}(q.squared_norm());
  }
  /// Returns x, y and z.
  [[nodiscard]] WEFT_INLINE constexpr tensor<T, fixed<3>> vector() const { return {x, y, z}; }
  /// Returns the angle of the rotation in radians, in [0, pi]. The norm need not be 1.
  [[nodiscard]] WEFT_FN T angle() const {
    quaternion q = *this;
    q.scale_for_squares();
    return T(2) * op::atan2{}(quaternion(T(0), q.vector()).norm(), q.w < T(0) ? -q.w : q.w);
  }
  /// Returns the rotation vector: the axis times the angle, which is at most pi. The norm must be 1.
  [[nodiscard]] WEFT_FN tensor<T, fixed<3>> rotation_vector() const {
    return (log(w < T(0) ? -*this : *this) * T(2)).vector();
  }
  /// Returns the matrix of the rotation. The norm must be 1.
  [[nodiscard]] WEFT_INLINE constexpr tensor<T, fixed<3, 3>> matrix() const {
    T const a = x + x, b = y + y, c = z + z, ax = a * x, ay = a * y, az = a * z, by = b * y, bz = b * z, cz = c * z,
            aw = a * w, bw = b * w, cw = c * w;
    return {{T(1) - (by + cz), ay - cw, az + bw},
            {ay + cw, T(1) - (ax + cz), bz - aw},
            {az - bw, bz + aw, T(1) - (ax + by)}};
  }
  WEFT_INLINE constexpr quaternion& operator+=(quaternion const& b) { return *this = *this + b; }
  WEFT_INLINE constexpr quaternion& operator-=(quaternion const& b) { return *this = *this - b; }
  WEFT_INLINE constexpr quaternion& operator*=(quaternion const& b) { return *this = *this * b; }
  WEFT_INLINE constexpr quaternion& operator*=(T const& b) { return *this = *this * b; }
  WEFT_INLINE constexpr quaternion& operator/=(T const& b) { return *this = *this / b; }

  [[nodiscard]] WEFT_INLINE friend constexpr bool operator==(quaternion const&, quaternion const&) = default;
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator-(quaternion const& a) {
    return {-a.w, -a.x, -a.y, -a.z};
  }
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator+(quaternion const& a, quaternion const& b) {
    return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z};
  }
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator-(quaternion const& a, quaternion const& b) {
    return {a.w - b.w, a.x - b.x, a.y - b.y, a.z - b.z};
  }
  /// Returns Hamilton's product: as a rotation, first b and then a.
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator*(quaternion const& a, quaternion const& b) {
    using numbers = weft::detail::number_pair<T>;
    numbers const wx{b.w, b.x}, xw{b.x, b.w}, yz{b.y, b.z}, zy{b.z, b.y};
    numbers const aw{a.w, a.w}, ax{-a.x, a.x}, ay{-a.y, a.y}, az{a.z, a.z};
    numbers const low = aw * wx + ax * xw + ay * yz - az * zy, high = aw * yz + ax * zy - ay * wx + az * xw;
    return {low.first, low.second, high.first, high.second};
  }
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator*(quaternion const& a, T const& b) {
    return {a.w * b, a.x * b, a.y * b, a.z * b};
  }
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator*(T const& a, quaternion const& b) { return b * a; }
  [[nodiscard]] WEFT_INLINE friend constexpr quaternion operator/(quaternion const& a, T const& b) {
    return {a.w / b, a.x / b, a.y / b, a.z / b};
  }
  /// Writes a quaternion as (w, x, y, z).
  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, quaternion const& q) {
    return out << '(' << q.w << ", " << q.x << ", " << q.y << ", " << q.z << ')';
  }

private:
  /// Where the squared norm overflows or has lost digits by underflow, divides the numbers by the largest of their
  /// absolute values and returns it; else returns 1. So numbers of ordinary sizes keep every bit.
  WEFT_INLINE constexpr T scale_for_squares() {
    using limits = std::numeric_limits<typename weft::detail::number_in<T>::type>;
    T const square = squared_norm(), most((limits::max)());
    if (square >= T((limits::min)() / limits::epsilon()) && square <= most)
      return T(1);
    T largest(0);
    for (T const& part : {w, x, y, z}) {
      T const size = part < T(0) ? T(-part) : part;
      largest = largest < size ? size : largest;
    }
    if (largest == T(0) || largest > most)
      return T(1);
    *this /= largest;
    return largest;
  }
  /// Rotates a point by 15 multiplications and 15 additions.
  WEFT_INLINE friend constexpr auto moved_point(quaternion const& q, tensor<T, fixed<3>> const& v) {
    T const *const p = v.data(), a = q.y * p[2] - q.z * p[1], b = q.z * p[0] - q.x * p[2], c = q.x * p[1] - q.y * p[0],
                   da = a + a, db = b + b, dc = c + c;
    return tensor<T, fixed<3>>{p[0] + q.w * da + (q.y * dc - q.z * db), p[1] + q.w * db + (q.z * da - q.x * dc),
                               p[2] + q.w * dc + (q.x * db - q.y * da)};
  }
};

/// Returns the scalar product of two quaternions as vectors of 4 numbers.
template <class T>
[[nodiscard]] WEFT_INLINE constexpr T dot(quaternion<T> const& a, quaternion<T> const& b) {
  return (a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z);
}
/// Returns e to the power q: a rotation about (x, y, z) by twice its length, if w is 0.
template <class T>
[[nodiscard]] WEFT_FN quaternion<T> exp(quaternion<T> const& q) {
  quaternion<T> const vector(T(0), q.vector());
  T const square = vector.squared_norm(), length = op::sqrt{}(square), size = op::exp{}(q.w);
  // The series near 0 errs by less than a rounding, and has the derivatives of sin(r) / r.
  T const ratio = square < T(1e-8) ? T(1) - square / T(6) : T(op::sin{}(length) / length), scale = size * ratio;
  T const real = square < T(1e-8) ? T(1) - square / T(2) + square * square / T(24) : T(op::cos{}(length));
  return size * real + scale * vector;
}
/// Returns the logarithm of q whose vector has a length of at most pi. That of a rotation is its axis times half of its
/// angle. A negative real number has no direction; its vector is (pi, 0, 0).
template <class T>
[[nodiscard]] WEFT_FN quaternion<T> log(quaternion<T> const& q) {
  quaternion<T> const unit = q.normalised(), vector(T(0), unit.vector());
  T const length = vector.norm(), size = op::log{}(q.norm());
  if (length == T(0) && unit.w < T(0))
    return {size, op::atan2{}(T(0), unit.w), T(0), T(0)};
  if (unit.w > T(0) && length < T(1e-4) * unit.w) { // the series of the arc tangent, which has derivatives at 0
    quaternion<T> const v = vector / unit.w;
    T const r = v.squared_norm();
    return size + (T(1) - r / T(3) + r * r / T(5)) * v;
  }
  return size + T(op::atan2{}(length, unit.w) / length) * vector;
}
/// Returns q to a real power: of a rotation the same rotation by t times the angle.
template <class T>
[[nodiscard]] WEFT_FN quaternion<T> pow(quaternion<T> const& q, std::type_identity_t<T> const& t) {
  return exp(t * log(q));
}
/// Interpolates between rotations of norm 1 along the shorter arc, with constant angular velocity: a at t = 0, b or -b
/// at t = 1 (Shoemake, Animating rotation with quaternion curves, SIGGRAPH 1985). Where a and b nearly agree, it is the
/// straight line between them: it errs by a third of 1 - c, which is less than a rounding.
template <class T>
[[nodiscard]] WEFT_FN quaternion<T> slerp(quaternion<T> const& a, quaternion<T> const& b,
                                          std::type_identity_t<T> const& t) {
  T const c = dot(a, b), closeness = c < T(0) ? -c : c;
  T first = T(1) - t, second = t;
  if (closeness < T(1) - T(std::numeric_limits<typename weft::detail::number_in<T>::type>::epsilon())) {
    T const angle = op::acos{}(closeness), scale = T(1) / op::sin{}(angle);
    first = op::sin{}(first * angle) * scale;
    second = op::sin{}(second * angle) * scale;
  }
  return first * a + (c < T(0) ? -second : second) * b;
}

} // namespace weft::geometry

// The operators of single duals take scalars: a quaternion of duals is none, so that its own operators are chosen.
template <class T>
struct weft::is_scalar<weft::geometry::quaternion<T>> : std::is_floating_point<T> {};
