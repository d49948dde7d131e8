#pragma once
#include <weft/base/clones.hpp>
#include <weft/base/machine_vector.hpp>
#include <weft/fft/job.hpp>

// The headers of std that PocketFFT includes: its own text is compiled for each instruction set.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

// Private to src/fft: transforms of lines, as compiled for each instruction set. Plans are kept by plans.cpp and lines
// are found by line_pass.cpp: both use std::shared_ptr or templates of weft, of which a unit for AVX2 would define
// copies that the linker may choose for all processors.
namespace weft::detail {

/// Most bytes of the lines in one group of machine vectors, and of the buffer of their transform, unless the vectors
/// have 16 bytes. Beyond that wider groups leave the second cache: 16 lines of 16384 complex doubles took 1.28 of the
/// time in vectors of 32 bytes, of 32768 doubles 1.37; of 10000 complex doubles, which take 1.3 MB, 0.97 (Xeon with
/// 2 MiB for each core).
inline constexpr std::size_t bytes_of_group = std::size_t(3) << 19;

/// Returns memory for a buffer or a plan of PocketFFT, at the start of a cache line. Large buffers are kept for the
/// next transform, in huge pages: with malloc the pages of each buffer were new ones of the system, and a line of 2^20
/// complex doubles took 1.8 of the time.
void* allocate_transform_memory(std::size_t bytes);
void free_transform_memory(void* data) noexcept;

/// Lines of one length, whose elements lie alike.
struct line_group {
  transform_kind kind;
  bool forward;
  bool orthogonal; ///< of cosine transforms
  long double factor;
  void const* plan;
  index_t length;          ///< of the longer of both sides
  index_t from_step, step; ///< between elements of a line, in bytes: of the operand, of the result
  index_t lines;
  char const* const* from;
  char* const* to;
};

/// Transforms of lines in one precision.
struct transform_kernels {
  void const* (*new_plan)(transform_kind kind, std::size_t length);
  void (*delete_plan)(transform_kind kind, void const* plan) noexcept;
  /// Transforms as many lines side by side as fit, one in each lane of a machine vector; the others one after another.
  void (*run)(line_group const& group);
  int lanes;
};
struct transform_precisions {
  transform_kernels single_precision, double_precision;
};

extern transform_precisions const transform_baseline;
#if WEFT_HAS_CLONES
extern transform_precisions const transform_avx2, transform_avx512;
inline constexpr by_level<transform_precisions const*> transform_levels = {
    {&transform_baseline, &transform_avx2, &transform_avx512}};
#else
inline constexpr by_level<transform_precisions const*> transform_levels = {
    {&transform_baseline, &transform_baseline, &transform_baseline}};
#endif
/// In long double, which no vector instruction computes with.
extern transform_kernels const transform_extended;

} // namespace weft::detail
