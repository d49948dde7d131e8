#pragma once
#include <weft/base/clones.hpp>
#include <weft/base/machine_vector.hpp>
#include <weft/fft/job.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

// Private to src/fft: passes over lines, compiled for each instruction set.
namespace weft::detail {

/// The transforms of all lines along one axis.
struct line_pass {
  transform_kind kind;
  bool forward;
  bool orthogonal; ///< of cosine transforms
  std::size_t axis;
  std::vector<std::size_t> extents;                     ///< of the longer of both sides
  std::vector<std::ptrdiff_t> from_strides, to_strides; ///< in bytes
  void const* from;
  void* to;
  long double factor;
};

struct transform_kernels {
  void (*single)(line_pass const& pass);
  void (*twofold)(line_pass const& pass);
};

extern transform_kernels const transform_baseline;
#if WEFT_HAS_CLONES
extern transform_kernels const transform_avx2, transform_avx512;
inline constexpr by_level<transform_kernels const*> transform_levels = {
    {&transform_baseline, &transform_avx2, &transform_avx512}};
#else
inline constexpr by_level<transform_kernels const*> transform_levels = {
    {&transform_baseline, &transform_baseline, &transform_baseline}};
#endif

/// In long double, which no vector instruction computes with.
void run_extended_pass(line_pass const& pass);

} // namespace weft::detail
