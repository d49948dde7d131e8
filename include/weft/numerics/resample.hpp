#pragma once
#include <weft/numerics/sample.hpp>
#include <weft/ops/select.hpp>

#include <utility>

namespace weft {

namespace numerics {

/// How an image gets another size.
enum class resampling : unsigned char {
  area,    ///< the mean over the area that an element of the result covers: for smaller images
  bilinear ///< between the centres of the four nearest elements: for larger images
};

} // namespace numerics

namespace detail {

/// Resamples the middle axis of outer x n x inner elements to m elements. Sums are of doubles.
WEFT_API void resample_axis(numerics::resampling method, double const* from, index_t outer, index_t n, index_t inner,
                            double* to, index_t m);
WEFT_API void resample_axis(numerics::resampling method, float const* from, index_t outer, index_t n, index_t inner,
                            float* to, index_t m);

/// Returns u with other extents along its first axes, with elements of type T.
template <class T, class U, Shape S>
WEFT_FN auto resampled(U&& u, S const& s, numerics::resampling method) {
  auto e = capture(static_cast<U&&>(u));
  constexpr int rank = decltype(e)::static_rank;
  using made = std::conditional_t<(rank < 0), tensor<T>, tensor<T, rank>>;
  auto extents = convert_extents<dynamic_extents>(e.extents());
  if (s.rank() > extents.rank())
    throw_shape_reason("resample", "the new shape has more axes than the image");
  made image = cast<T>(std::move(e));
  for (int k = 0; k < s.rank(); ++k) {
    index_t const n = extents[k], m = s[k];
    if (n == m)
      continue;
    if (n == 0)
      throw_shape_reason("resample", "an empty axis cannot grow");
    index_t outer = 1, inner = 1;
    for (int j = 0; j < k; ++j)
      outer *= extents[j];
    for (int j = k + 1; j < extents.rank(); ++j)
      inner *= extents[j];
    extents.set(k, m);
    made next(uninit, convert_extents<typename made::extents_type>(extents));
    resample_axis(method, image.data(), outer, n, inner, next.data(), m);
    image = std::move(next);
  }
  return image;
}

} // namespace detail

namespace numerics {

/// Returns an image u with other extents along its first axes, as many as `s` has: resample(u, shape(64, 48)) of a
/// matrix, or of the channels of a colour image in a last axis. Elements are areas of one size that share the extent of
/// an axis, so that images of all sizes show the same. Computed at once, axis by axis; one temporary for each. Sums
/// are of doubles; each axis rounds to the type of the result, which is double for whole numbers. Throws shape_error if
/// s has more axes than u, or an axis would grow from nothing.
template <Tensorial U, Shape S>
[[nodiscard]] WEFT_FN auto resample(U&& u, S const& s, resampling method = resampling::area) {
  using T = op::as_floating_t<detail::value_t<U>>;
  constexpr bool fits = std::is_same_v<T, double> || std::is_same_v<T, float>;
  static_assert(fits, "weft: resample: the elements are real numbers of up to 64 bits");
  if constexpr (fits)
    return detail::resampled<T>(static_cast<U&&>(u), s, method);
  else
    return detail::refused_value{};
}

} // namespace numerics
} // namespace weft
