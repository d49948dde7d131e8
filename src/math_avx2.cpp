#include "math_table.hpp"

#include <cstdint>

#if WEFT_HAS_CLONES
#include <immintrin.h>

// From here on everything is compiled for this instruction set, whatever the flags say, and nothing is included but
// what has internal linkage.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

namespace weft::detail {
namespace {

struct machine {
  static constexpr int bytes = 32;
  static constexpr bool fuses = true, scales = false, estimates = false;
  using reals = double __attribute__((vector_size(bytes)));
  using longs = decltype(reals{} < reals{});
  WEFT_INLINE static reals fma(reals a, reals b, reals c) { return _mm256_fmadd_pd(a, b, c); }
  WEFT_INLINE static reals root(reals x) { return _mm256_sqrt_pd(x); }
  using singles = float __attribute__((vector_size(bytes)));
  WEFT_INLINE static singles root(singles x) { return _mm256_sqrt_ps(x); }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) { return _mm256_fmadd_ps(a, b, c); }
  WEFT_INLINE static reals quick_root(reals x) { return root(x); }
  WEFT_INLINE static reals lesser(reals a, reals b) { return _mm256_min_pd(a, b); }
  WEFT_INLINE static reals greater(reals a, reals b) { return _mm256_max_pd(a, b); }
  WEFT_INLINE static bool any(longs x) { return _mm256_movemask_pd((__m256d)x) != 0; }
  WEFT_INLINE static reals load(float const* p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
  WEFT_INLINE static void store(reals x, float* p) { _mm_storeu_ps(p, _mm256_cvtpd_ps(x)); }
  WEFT_INLINE static reals rough_reciprocal(reals x) { return 1 / x; }
  WEFT_INLINE static reals reciprocal(reals x) { return 1 / x; }
};

} // namespace
} // namespace weft::detail

#include "math_lanes.hpp"

#include "math_exponential.hpp"
#include "math_logarithm.hpp"

#include "math_angle.hpp"
#include "math_root.hpp"
#include "math_single.hpp"

#include "math_loops.hpp"

namespace weft::detail {
constinit math_tables const math_avx2 = {table_of<double>, table_of<float>};
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
