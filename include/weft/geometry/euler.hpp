#pragma once
#include <weft/geometry/quaternion.hpp>

#include <string_view>

// Euler angles, in the conventions of SciPy's Rotation.
namespace weft::detail {

/// The axes of three turns: "xyz" are the axes of space (extrinsic), "XYZ" are axes that turn along (intrinsic).
struct euler_axes {
  int axis[3];
  bool extrinsic;
};
/// Reads the axes. Throws error for a text that is none, and for two neighbouring axes that are the same.
WEFT_FN inline euler_axes read_euler_axes(std::string_view text) {
  euler_axes axes{{0, 0, 0}, !text.empty() && text[0] >= 'x'};
  bool valid = text.size() == 3;
  for (std::size_t k = 0; valid && k < 3; ++k) {
    axes.axis[k] = text[k] - (axes.extrinsic ? 'x' : 'X');
    valid = axes.axis[k] >= 0 && axes.axis[k] < 3 && (k == 0 || axes.axis[k] != axes.axis[k - 1]);
  }
  if (!valid)
    throw_error("euler", "the axes are three of x, y and z, or of X, Y and Z for axes that turn along, and no two "
                         "neighbours are the same");
  return axes;
}

template <class T>
WEFT_FN geometry::quaternion<T> quaternion_of_euler(euler_axes const& axes, tensor<T, fixed<3>> const& angles) {
  auto const turn = [&](int k) {
    tensor<T, fixed<3>> about;
    about.data()[axes.axis[k]] = T(1);
    return geometry::quaternion<T>::from_axis_angle(about, angles.data()[k]);
  };
  return axes.extrinsic ? turn(2) * turn(1) * turn(0) : turn(0) * turn(1) * turn(2);
}

/// Returns the Euler angles of a rotation of norm 1, by the method of Bernardes and Viollet, Quaternion to Euler angles
/// conversion: A direct, general and computationally efficient method, PLoS ONE 17, 2022.
template <class T>
WEFT_FN tensor<T, fixed<3>> euler_of_quaternion(euler_axes const& axes, geometry::quaternion<T> const& q) {
  T const pi(pi_v<typename number_in<T>::type>);
  int const first = axes.extrinsic ? 0 : 2, third = 2 - first, i = axes.axis[first], j = axes.axis[1];
  bool const symmetric = axes.axis[0] == axes.axis[2];
  int const k = symmetric ? 3 - i - j : axes.axis[third];
  T const vector[] = {q.x, q.y, q.z}, sign(static_cast<typename number_in<T>::type>((i - j) * (j - k) * (k - i) / 2));
  T const a = symmetric ? q.w : q.w - vector[j], b = symmetric ? vector[i] : vector[i] + vector[k] * sign,
          c = symmetric ? vector[j] : vector[j] + q.w, d = symmetric ? vector[k] * sign : vector[k] * sign - vector[i];
  auto const wrapped = [&pi](T const& x) { return x < -pi ? x + T(2) * pi : x > pi ? x - T(2) * pi : x; };
  T angle[3];
  angle[1] = T(2) * op::atan2{}(op::sqrt{}(c * c + d * d), op::sqrt{}(a * a + b * b));
  T half_sum = op::atan2{}(b, a), half_difference = op::atan2{}(d, c);
  // Where the middle angle is next to 0 or pi, only the sum or the difference of the others is determined. The third
  // angle is set to 0 then.
  T const nearly(8 * std::numeric_limits<typename number_in<T>::type>::epsilon()), to_zero(axes.extrinsic ? -1 : 1);
  if (angle[1] < nearly)
    half_difference = to_zero * half_sum;
  else if (pi - angle[1] < nearly)
    half_sum = to_zero * half_difference;
  angle[first] = half_sum - half_difference;
  angle[third] = (symmetric ? T(1) : sign) * (half_sum + half_difference);
  angle[1] = symmetric ? angle[1] : angle[1] - pi / T(2);
  return {wrapped(angle[0]), angle[1], wrapped(angle[2])};
}

} // namespace weft::detail
