#pragma once
#include <weft/numerics/component.hpp>
#ifndef WEFT_WITHOUT_FFT
#include <weft/fft/job.hpp>
#endif
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <limits>
#include <type_traits>
#include <utility>

// Convolutions and correlations of operands in memory, along one to three axes: direct, one axis after the other, or by
// transforms.
namespace weft {

namespace numerics {

/// The range of elements of a convolution that is returned.
enum class convolution_mode : unsigned char { full, same, valid };
/// All elements to which both operands contribute: n + m - 1 along an axis of n and m elements.
inline constexpr convolution_mode full = convolution_mode::full;
/// The middle of them, in the shape of the first operand, as SciPy's; NumPy's has the longer shape.
inline constexpr convolution_mode same = convolution_mode::same;
/// The elements that need none beyond the ends of an operand.
inline constexpr convolution_mode valid = convolution_mode::valid;

} // namespace numerics

namespace detail {

/// The elements of a full convolution that are computed: `count` of them along each axis, from `first` on.
struct convolution_box {
  dynamic_extents first, count;
};
/// Returns the elements of a convolution that numerics::convolution_mode names. Throws shape_error for an operand
/// without elements, and for `valid` where each operand is longer along some axis.
WEFT_API convolution_box box_of_convolution(char const* operation, dynamic_extents const& a, dynamic_extents const& k,
                                            numerics::convolution_mode mode);

/// How a convolution is computed.
enum class convolution_way : unsigned char {
  direct,    ///< a fold of windows
  separable, ///< one axis after the other, where the kernel is of rank one
  transforms ///< a product of spectra
};
/// The ways beside the direct one that are open, whether elements are floats or complex numbers of floats, and whether
/// they are complex.
struct convolution_ways {
  bool separable, transforms, is_single, is_complex = false;
};
/// Returns the way that takes the least time. All choices between ways are made here.
WEFT_API convolution_way way_of_convolution(dynamic_extents const& a, dynamic_extents const& kernel,
                                            convolution_box const& box, convolution_ways const& open);

/// The type in which products of A and B are summed.
template <class A, class B>
using convolved_t = reducer::wide_t<std::remove_cvref_t<std::invoke_result_t<op::times, A, B>>>;

/// Returns the elements of `a` from which windows of the kernel's extents make the box, with zeros beyond its ends: `a`
/// itself where all lie in it, and else a copy, which `padded` holds.
template <class T, int R>
WEFT_FN view<T const, R> with_borders(view<T const, R> const& a, dynamic_extents const& kernel,
                                      convolution_box const& box, tensor<T, R>& padded) {
  dynamic_extents before(R), extents(R);
  bool is_inside = true;
  for (int k = 0; k < R; ++k) {
    before.set(k, kernel[k] - 1 - box.first[k]);
    extents.set(k, box.count[k] + kernel[k] - 1);
    is_inside = is_inside && before[k] == 0 && extents[k] == a.extent(k);
  }
  if (is_inside)
    return a;
  padded = continued<dims<R>>(capture(a), before, extents, padding::constant, T(0));
  return padded;
}

/// Returns the windows of `a` as an operand with R more axes, along which they have the extents of the kernel.
template <int K, int R, class X>
WEFT_FN auto kernel_windows(X const& a, dynamic_extents const& kernel) {
  if constexpr (K == R)
    return a;
  else
    return kernel_windows<K + 1, R>(sliding_window(a, K, kernel[K]), kernel);
}
/// The axes of windows, behind the R axes along which they lie.
template <int R>
inline constexpr auto kernel_axes = unpack<R>([]<int... K>() { return axes<(R + K)...>; });

/// Vectors whose product is a kernel.
template <class T, int R>
struct kernel_factors {
  bool exist = false;
  tensor<T, 1> of_axis[std::size_t(R)]{};
};
/// Returns the factors of a kernel of rank one, up to the rounding of its elements: the lines through its largest one.
/// It takes two passes over the kernel.
template <class T, int R>
WEFT_FN kernel_factors<T, R> factors_of(tensor<T, R> const& kernel) {
  kernel_factors<T, R> out;
  T const* const data = kernel.data();
  auto const index_of = [&](index_t n, int k) { return n / kernel.stride(k) % kernel.extent(k); };
  using std::abs;
  index_t largest = 0;
  for (index_t n = 0; n < kernel.size(); ++n)
    if (abs(data[n]) > abs(data[largest]))
      largest = n;
  T const top = data[largest];
  if (!(abs(top) > 0))
    return out;
  for (int k = 0; k < R; ++k) {
    index_t const step = kernel.stride(k), first = largest - index_of(largest, k) * step;
    out.of_axis[k] = tensor<T, 1>(kernel.extent(k));
    for (index_t i = 0; i < kernel.extent(k); ++i)
      out.of_axis[k](i) = data[first + i * step] / (k == 0 ? T(1) : top);
  }
  auto const most = 4 * R * std::numeric_limits<real_t<T>>::epsilon();
  out.exist = true;
  for (index_t n = 0; n < kernel.size() && out.exist; ++n) {
    T product = out.of_axis[0](index_of(n, 0));
    for (int k = 1; k < R; ++k)
      product = product * out.of_axis[k](index_of(n, k));
    out.exist = abs(data[n] - product) <= most * abs(data[n]);
  }
  return out;
}

/// Correlates with a vector along each axis, one axis after the other.
template <class T, int R>
WEFT_FN tensor<T, R> correlated_by_axes(view<T const, R> a, kernel_factors<T, R> const& weights) {
  tensor<T, R> along;
  for (int k = 0; k < R; ++k) {
    auto const& of_axis = weights.of_axis[k];
    along = tensor<T, R>(sum(sliding_window(a, k, of_axis.extent(0)) * reverse(of_axis, 0), axes<R>));
    a.rebind(along);
  }
  return along;
}

#ifdef WEFT_WITHOUT_FFT
template <class T>
inline constexpr bool has_transforms = false;
#else
/// True for types whose sums may have the errors of transforms, in a library with the component fft.
template <class T>
inline constexpr bool has_transforms = std::is_same_v<real_t<T>, float> || std::is_same_v<real_t<T>, double>;

/// Writes the elements of the box to `out`, unless an element of an operand is not finite, and says whether it did.
template <class T, int R>
WEFT_FN bool convolved_by_transforms(view<T const, R> const& a, tensor<T, R> const& kernel, convolution_box const& box,
                                     tensor<T, R>& out) {
  out = tensor<T, R>(convert_extents<dims<R>>(box.count));
  auto const side = [](auto const& x) -> convolution_side {
    return {x.data(), convert_extents<dynamic_extents>(x.shape()), convert_extents<dynamic_extents>(x.strides())};
  };
  return convolve_by_transforms(
      {transform_real_of<real_t<T>>, is_complex<T>, side(a), side(kernel), box.first, box.count, out.data()});
}
#endif

/// The ways beside the direct one that elements T allow along R axes: exact sums stay direct.
template <class T, int R>
inline constexpr convolution_ways ways_of{R > 1 && (std::is_floating_point_v<T> || is_complex<T>), has_transforms<T>,
                                          std::is_same_v<real_t<T>, float>, is_complex<T>};

/// Returns the elements of the box in the convolution of `a` with a kernel.
template <class T, int R>
WEFT_FN tensor<T, R> convolved(view<T const, R> const& a, tensor<T, R> const& kernel, convolution_box const& box,
                               convolution_ways const& open) {
  auto const extents = convert_extents<dynamic_extents>(kernel.shape());
  auto const way = way_of_convolution(convert_extents<dynamic_extents>(a.shape()), extents, box, open);
  if constexpr (ways_of<T, R>.transforms)
    if (way == convolution_way::transforms) {
      tensor<T, R> out;
      if (convolved_by_transforms<T, R>(a, kernel, box, out))
        return out;
      return convolved<T, R>(a, kernel, box, {open.separable, false, open.is_single, open.is_complex});
    }
  tensor<T, R> padded;
  if constexpr (ways_of<T, R>.separable)
    if (way == convolution_way::separable) {
      auto const factors = factors_of(kernel);
      return factors.exist ? correlated_by_axes<T, R>(with_borders<T, R>(a, extents, box, padded), factors)
                           : convolved<T, R>(a, kernel, box, {false, open.transforms, open.is_single, open.is_complex});
    }
  tensor<T, R> const weights = windowed(kernel, reverse_all{});
  return sum(kernel_windows<0, R>(with_borders<T, R>(a, extents, box, padded), extents) * weights, kernel_axes<R>);
}
/// Returns an operand as a view with elements of type T, or else a tensor. R < 0 is a run-time rank.
template <class T, int R, class X>
WEFT_FN auto convolution_operand(X const& x) {
  constexpr auto shape = shape_argument<dims<R>>;
  if constexpr (Stored<X> && std::is_same_v<value_t<X>, T>)
    return view<T const, shape>(x.window());
  else
    return tensor<T, shape>(cast<T>(x));
}
/// Returns the convolution of operands of rank R that may be expressions, or their correlation.
template <class T, int R, class A, class K>
WEFT_FN tensor<T, R> convolve_of_rank(char const* operation, A const& a, K const& k, bool correlates,
                                      numerics::convolution_mode mode) {
  auto const x = convolution_operand<T, R>(a);
  tensor<T, R> y = cast<T>(k);
  if (correlates)
    y = tensor<T, R>(conj(windowed(y, reverse_all{})));
  auto const box = box_of_convolution(operation, convert_extents<dynamic_extents>(x.shape()),
                                      convert_extents<dynamic_extents>(y.shape()), mode);
  if (y.size() > x.size()) // a convolution is the same in either order
    return convolved<T, R>(y, tensor<T, R>(x), box, ways_of<T, R>);
  return convolved<T, R>(x, y, box, ways_of<T, R>);
}
/// Returns a view of an array of a run-time rank of 1 to 3 as one of rank 3, with leading axes of extent 1. Throws
/// shape_error for other ranks.
template <class T>
WEFT_FN view<T const, 3> as_cube(char const* operation, view<T const> x) {
  if (x.rank() < 1 || x.rank() > 3)
    throw_shape_reason(operation, "the rank of an operand is 1 to 3");
  while (x.rank() < 3)
    x.rebind(expand_dims(x, 0));
  return x.template as<3>();
}
/// Returns an array of rank 3 as one of a run-time rank: without leading axes.
template <class T>
WEFT_FN tensor<T> from_cube(tensor<T, 3> const& x, int rank) {
  dynamic_extents extents(rank);
  for (int k = 0; k < rank; ++k)
    extents.set(k, x.extent(3 - rank + k));
  return tensor<T>(reshape(x, extents));
}
/// Returns the convolution of operands. Where one has a run-time rank, the result has one too.
template <class A, class K>
WEFT_FN auto convolve_operands(char const* operation, A const& a, K const& k, bool correlates,
                               numerics::convolution_mode mode) {
  constexpr int rank = rank_of<A> < 0 ? rank_of<K> : rank_of<A>;
  constexpr bool fits = rank != 0 && rank <= 3 && (rank_of<K> < 0 || rank == rank_of<K>);
  static_assert(fits, "weft: convolve and correlate take two operands of one rank, 1 to 3");
  using T = convolved_t<value_t<A>, value_t<K>>;
  if constexpr (!fits)
    return refused_value{};
  else if constexpr (rank_of<A> == rank_of<K> && rank > 0)
    return convolve_of_rank<T, rank>(operation, a, k, correlates, mode);
  else {
    auto const x = convolution_operand<T, -1>(a);
    auto const y = convolution_operand<T, -1>(k);
    if (x.rank() != y.rank())
      throw_shape_reason(operation, "the operands have different ranks");
    return from_cube(
        convolve_of_rank<T, 3>(operation, as_cube<T>(operation, x), as_cube<T>(operation, y), correlates, mode),
        x.rank());
  }
}

} // namespace detail

namespace numerics {

/// Returns the convolution of `a` with a kernel k of the same rank, 1 to 3, which may be a run-time rank: element n of
/// the full one is the sum of a(m) k(n - m) over all m for which both exist. `mode` says which elements are returned:
/// `full`, `same` in the shape of a, or `valid`. A new tensor; sums are of the type of products, of integers in 64
/// bits.
///
/// Direct sums, which read `a` in place, or a copy of it with zeros around it where elements beyond its ends count:
/// size(result) * size(k) multiplications. A kernel of rank one of 25 elements and more, as a Gaussian of 5 x 5, is
/// applied one axis after the other; results then differ by rounding.
///
/// Long kernels go by Fourier transforms in O(n log n), where the library has the component fft: kernels of float from
/// about 384 elements on, of double from about 256, of complex numbers from about 192. Their errors are of the size of
/// epsilon * norm(a) * norm(k): small beside the largest results, and not beside results that are much smaller.
/// Operands with a NaN or an infinity, and sums near the largest number, stay direct, so that NaN reaches only the sums
/// that it is in. Sums of integers and of long doubles are direct at any size. Transforms take memory for about three
/// times the elements of `a`, along one axis for a block of it.
///
/// Throws shape_error for an operand without elements, and for `valid` where each operand is longer along some axis.
/// NumPy's and SciPy's convolve; SciPy's has method='auto', which chooses between the first and the last way.
template <Tensorial A, Tensorial K>
[[nodiscard]] WEFT_FN auto convolve(A const& a, K const& k, convolution_mode mode = full) {
  return detail::convolve_operands("numerics::convolve", a, k, false, mode);
}
/// Returns the correlation of `a` with v: the sums of a(m + n) conj(v(m)), which are the convolution with v conjugated
/// and reversed along all axes. Arguments, cost and errors are as in convolve; by default the sums where v lies within
/// a, as NumPy's correlate.
template <Tensorial A, Tensorial V>
[[nodiscard]] WEFT_FN auto correlate(A const& a, V const& v, convolution_mode mode = valid) {
  return detail::convolve_operands("numerics::correlate", a, v, true, mode);
}

} // namespace numerics
} // namespace weft
