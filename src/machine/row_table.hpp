#pragma once

#include <weft/base/clones.hpp>
#include <weft/base/half.hpp>
#include <weft/base/machine_vector.hpp>
#include <weft/eval/loop.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

// Private to src: functions on rows whose instructions compilers do not offer for vectors, compiled for each
// instruction set.
namespace weft::detail {

using half_word = std::uint16_t; ///< the only member of float16 and bfloat16, their bits

struct row_kernels {
  void (*widen_float16)(half_word const* from, float* to, index_t n);
  void (*narrow_float16)(float const* from, half_word* to, index_t n);
  void (*widen_bfloat16)(half_word const* from, float* to, index_t n);
  void (*narrow_bfloat16)(float const* from, half_word* to, index_t n);
  /// Writes the elements where a mask is true, one after the other, and returns their number. There is room for n.
  index_t (*compress[4])(bool const* mask, index_t n, void const* from, void* to); ///< elements of 1, 2, 4, 8 bytes
  /// Writes first + i for each i where a mask is true, and returns the number of these. There is room for n.
  index_t (*list_true)(bool const* mask, index_t n, index_t first, index_t* to);
  /// Copies whole cache lines past the caches.
  void (*stream)(char* to, char const* from, index_t bytes);
  void (*stream_end)();
};

extern row_kernels const row_baseline;
#if WEFT_HAS_CLONES
extern row_kernels const row_avx2, row_avx512;
inline constexpr by_level<row_kernels const*> row_levels = {{&row_baseline, &row_avx2, &row_avx512}};
#else
inline constexpr by_level<row_kernels const*> row_levels = {{&row_baseline, &row_baseline, &row_baseline}};
#endif

} // namespace weft::detail
