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
  int axis;
  index_t lines;
  dynamic_extents extents;                  ///< of the longer of both sides
  dynamic_extents from_strides, to_strides; ///< in bytes
  void const* from;
  void* to;
  long double factor;
};

struct transform_kernels {
  void (*single_precision)(line_pass const& pass);
  void (*double_precision)(line_pass const& pass);
  int vector_bytes; ///< of a machine vector, whose lanes hold lines side by side
};

extern transform_kernels const transform_baseline;
#if WEFT_HAS_CLONES
extern transform_kernels const transform_avx2;
// Vectors of 64 bytes gain nothing: the lines in one, and the buffer beside them, leave the first cache. 64 lines of
// 1024 floats took 2.7 of the time, of 1000 doubles 1.35, of 4000 real doubles 0.87 (Zen 5).
inline constexpr by_level<transform_kernels const*> transform_levels = {
    {&transform_baseline, &transform_avx2, &transform_avx2}};
#else
inline constexpr by_level<transform_kernels const*> transform_levels = {
    {&transform_baseline, &transform_baseline, &transform_baseline}};
#endif

/// In long double, which no vector instruction computes with.
void run_extended_pass(line_pass const& pass);

} // namespace weft::detail
