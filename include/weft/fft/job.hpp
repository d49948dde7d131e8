#pragma once
#ifdef WEFT_WITHOUT_FFT
#error "weft: this library was built without the component fft: -DWEFT_COMPONENTS=all, or a list with fft"
#endif
#include <weft/eval/report.hpp>
#include <weft/layout/extents.hpp>

#include <type_traits>

// Norms of transforms, and the descriptions of transforms, and of convolutions by them, that the headers hand to the
// compiled part.
namespace weft {

namespace fft {

/// Says where a transform of n elements is scaled. `backward`: the inverse is divided by n, the default. `ortho`: both
/// directions are divided by the root of n, so that they keep norms. `forward`: the forward direction is divided by n.
enum class norm_mode : unsigned char { backward, ortho, forward };
/// The inverse is divided by n: the default.
inline constexpr norm_mode backward = norm_mode::backward;
/// Both directions are divided by the root of n.
inline constexpr norm_mode ortho = norm_mode::ortho;
/// The forward direction is divided by n.
inline constexpr norm_mode forward = norm_mode::forward;

} // namespace fft

namespace detail {

enum class transform_kind : unsigned char {
  complex,  ///< complex to complex
  whole,    ///< real to complex, all of the spectrum
  halved,   ///< real to complex, the half of the spectrum that determines the other one
  restored, ///< from such a half to real
  cosine    ///< real to real: the second cosine transform, and its inverse
};

/// The real type that a transform computes in.
enum class transform_real : unsigned char { single_precision, double_precision, long_double };
template <class R>
inline constexpr transform_real transform_real_of = std::is_same_v<R, float>    ? transform_real::single_precision
                                                    : std::is_same_v<R, double> ? transform_real::double_precision
                                                                                : transform_real::long_double;

/// A transform of all lines along the axes, one axis after the other. A half spectrum is half along the last axis.
struct transform_job {
  char const* name;
  transform_kind kind;
  bool forward;
  fft::norm_mode norm;
  transform_real real;
  int count = 0;                                ///< of axes
  signed char axes[std::size_t(max_rank)]{};    ///< in the order in which they were named
  dynamic_extents extents{};                    ///< of the result, or, for `halved`, of the operand
  dynamic_extents from_strides{}, to_strides{}; ///< in elements
  void const* from = nullptr; ///< the same memory as `to`, with the same strides, or none that the target has
  void* to = nullptr;
  void* between = nullptr; ///< for `restored` along several axes: row-major memory for the half spectrum
};

/// An operand of a convolution, with strides in elements.
struct convolution_side {
  void const* data;
  dynamic_extents extents, strides;
};
/// The elements of a convolution with a kernel: `count` of them along each axis of the full one, from `first` on.
struct convolution_job {
  transform_real real;
  bool is_complex;
  convolution_side from, kernel;
  dynamic_extents first, count;
  void* to; ///< row-major, without gaps
};
/// Computes the convolution by transforms of float or double, and returns true. Returns false, and writes nothing, if
/// an element is NaN or infinite, which would reach all results, or if a spectrum might overflow.
WEFT_API bool convolve_by_transforms(convolution_job const& job);

/// Throws error where a no_alloc_scope forbids the buffers of the transform.
WEFT_API void check_transform_memory(transform_job const& job);
/// Computes the transform, or adds it to the report of a session that only plans.
WEFT_API void run_transform(transform_job const& job, session& s);

} // namespace detail
} // namespace weft
