#pragma once
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/numerics/component.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/random.hpp>

#include <utility>

namespace weft {

/// Returns n random vectors of the normal distribution with a mean, a vector of k numbers, and a covariance, a definite
/// matrix of k x k of which the lower triangle is read: the n rows of a matrix, mean + L z with Cholesky's factor L and
/// the vectors z of random_normal(shape(n, k), seed, stream). The vectors z are the same for any number of threads.
/// Computed at once, in O(k^3 + n k^2). Throws shape_error if the shapes do not fit, and linalg_error if the covariance
/// is not definite.
template <Tensorial M, Tensorial C>
[[nodiscard]] WEFT_FN auto random_multivariate_normal(index_t n, M&& mean_of_each, C&& covariance, std::uint64_t seed,
                                                      std::uint64_t stream = 0) {
  using T = op::as_floating_t<detail::promote_t<detail::value_t<M>, detail::value_t<C>>>;
  static_assert(std::is_floating_point_v<T>, "weft: random_multivariate_normal: mean and covariance are real numbers");
  tensor<T, 1> const centre = cast<T>(detail::capture(static_cast<M&&>(mean_of_each)));
  tensor<T, 2> const factor = linalg::cholesky(cast<T>(detail::capture(static_cast<C&&>(covariance))));
  index_t const k = centre.extent(0);
  if (factor.extent(0) != k)
    detail::throw_shape_reason("random_multivariate_normal", "the covariance has a row for each element of the mean");
  tensor<T, 2> x = matmul(random_normal<T>(shape(n, k), seed, stream), transpose(factor));
  x += centre;
  return x;
}

} // namespace weft
