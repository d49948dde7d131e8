#pragma once
#include <weft/geometry/rotation.hpp>
#include <weft/linalg/solve.hpp>

namespace weft::detail {

/// Writes the matrix and the translation of a map as a matrix of homogeneous coordinates.
template <class T, int N>
WEFT_INLINE constexpr tensor<T, fixed<N + 1, N + 1>> homogeneous_matrix(tensor<T, fixed<N, N>> const& linear,
                                                                        tensor<T, fixed<N>> const& translation) {
  tensor<T, fixed<N + 1, N + 1>> m;
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k < N * (N + 1); ++k)
    m.data()[k] = k % (N + 1) < N ? linear.data()[k - k / (N + 1)] : translation.data()[k / (N + 1)];
  m.data()[N * (N + 2)] = T(1);
  return m;
}

} // namespace weft::detail

namespace weft::geometry {

/// A rotation and then a translation: a map of points of 2 or 3 coordinates that keeps distances, as the pose of a body
/// or of a camera. A default isometry is the identity.
template <class T, int N>
class isometry : public point_transform<isometry<T, N>, T, N> {
public:
  using value_type = T;
  using rotation_type = geometry::rotation<T, N>;
  using point_type = tensor<T, fixed<N>>;

  WEFT_INLINE constexpr isometry() = default;
  WEFT_INLINE constexpr isometry(rotation_type const& turn, point_type const& translation = {})
      : rotation_(turn), translation_(translation) {}
  WEFT_INLINE constexpr isometry(quaternion<T> const& turn, point_type const& translation = {})
    requires(N == 3)
      : rotation_(turn), translation_(translation) {}

  [[nodiscard]] WEFT_INLINE constexpr rotation_type const& rotation() const { return rotation_; }
  [[nodiscard]] WEFT_INLINE constexpr point_type const& translation() const { return translation_; }
  /// Returns the matrix of homogeneous coordinates, (N + 1) x (N + 1).
  [[nodiscard]] WEFT_INLINE constexpr tensor<T, fixed<N + 1, N + 1>> matrix() const {
    return weft::detail::homogeneous_matrix<T, N>(rotation_.matrix(), translation_);
  }
  [[nodiscard]] WEFT_INLINE constexpr isometry inverse() const {
    rotation_type const back = rotation_.inverse();
    return {back, -back.rotate(translation_)};
  }
  /// Returns the map by b and then by a.
  [[nodiscard]] WEFT_INLINE friend constexpr isometry operator*(isometry const& a, isometry const& b) {
    return {a.rotation_ * b.rotation_, a.apply(b.translation_)};
  }
  [[nodiscard]] WEFT_INLINE friend constexpr bool operator==(isometry const&, isometry const&) = default;

private:
  rotation_type rotation_;
  point_type translation_;
};

/// A linear map and then a translation, of points of 2 or 3 coordinates: it keeps lines and parallels. A default map is
/// the identity.
template <class T, int N>
class affine : public point_transform<affine<T, N>, T, N> {
public:
  using value_type = T;
  using matrix_type = tensor<T, fixed<N, N>>;
  using point_type = tensor<T, fixed<N>>;

  WEFT_INLINE constexpr affine() : affine(isometry<T, N>()) {}
  WEFT_INLINE constexpr affine(matrix_type const& linear, point_type const& translation)
      : linear_(linear), translation_(translation) {}
  WEFT_INLINE constexpr affine(isometry<T, N> const& m) : affine(m.rotation().matrix(), m.translation()) {}
  /// Returns the linear map of a matrix, without a translation.
  [[nodiscard]] WEFT_INLINE static constexpr affine from_matrix(matrix_type const& linear) { return {linear, {}}; }
  /// Returns the map that multiplies coordinate k by factors(k).
  [[nodiscard]] WEFT_INLINE static constexpr affine scaling(point_type const& factors) {
    matrix_type m;
    for (int k = 0; k < N; ++k)
      m.data()[k * (N + 1)] = factors.data()[k];
    return {m, {}};
  }

  [[nodiscard]] WEFT_INLINE constexpr matrix_type const& linear() const { return linear_; }
  [[nodiscard]] WEFT_INLINE constexpr point_type const& translation() const { return translation_; }
  /// Returns the matrix of homogeneous coordinates, (N + 1) x (N + 1).
  [[nodiscard]] WEFT_INLINE constexpr tensor<T, fixed<N + 1, N + 1>> matrix() const {
    return weft::detail::homogeneous_matrix<T, N>(linear_, translation_);
  }
  /// Returns the inverse map. Throws linalg_error if the linear map is singular.
  [[nodiscard]] WEFT_FN constexpr affine inverse() const {
    matrix_type const back = linalg::inv(linear_);
    return {back, -from_matrix(back).apply(translation_)};
  }
  /// Returns the map by b and then by a.
  [[nodiscard]] WEFT_INLINE friend constexpr affine operator*(affine const& a, affine const& b) {
    return {weft::detail::product_in_pairs<N>(a.linear_, b.linear_), a.apply(b.translation_)};
  }
  [[nodiscard]] WEFT_INLINE friend constexpr bool operator==(affine const&, affine const&) = default;

private:
  matrix_type linear_;
  point_type translation_;
};

} // namespace weft::geometry
