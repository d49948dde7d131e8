#include "linalg/small/batch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace weft::detail {
namespace {
struct machine {
  static constexpr int bytes = 16;
  using reals = double __attribute__((vector_size(bytes)));
  using singles = float __attribute__((vector_size(bytes)));
#if defined(__SSE2__)
  WEFT_INLINE static reals root(reals const& x) { return _mm_sqrt_pd(x); }
  WEFT_INLINE static singles root(singles const& x) { return _mm_sqrt_ps(x); }
#elif defined(__aarch64__)
  WEFT_INLINE static reals root(reals const& x) { return vsqrtq_f64(x); }
  WEFT_INLINE static singles root(singles const& x) { return vsqrtq_f32(x); }
#else
  WEFT_INLINE static reals root(reals const& x) { return reals{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])}; }
  WEFT_INLINE static singles root(singles const& x) {
    return singles{__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]), __builtin_sqrtf(x[3])};
  }
#endif
  template <class M>
  WEFT_INLINE static bool any(M const& x) {
    auto any = x[0];
    for (int l = 1; l < int(sizeof x / sizeof x[0]); ++l)
      any |= x[l];
    return any != 0;
  }
};
} // namespace
} // namespace weft::detail

#include <weft/linalg/small_eigen.hpp>

#include "linalg/small/lanes.hpp"
#include "linalg/small/tasks.hpp"

namespace weft::detail {
constinit small_batch_table const small_baseline = table_of_lanes;
}
