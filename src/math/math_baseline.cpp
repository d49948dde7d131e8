#include "math/math_table.hpp"

#include <cstdint>
#include <utility>

#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// For what the compiler takes for granted: SSE2, NEON, or nothing, where it makes scalar code of vectors.
namespace weft::detail {
namespace {

struct machine {
  static constexpr int bytes = 16;
  static constexpr bool scales = false, estimates = false;
  using reals = double __attribute__((vector_size(bytes)));
  using longs = decltype(reals{} < reals{});
  using ulongs = std::uint64_t __attribute__((vector_size(bytes)));
  using singles = float __attribute__((vector_size(bytes)));
  using ints = decltype(singles{} < singles{});
#if defined(__FMA__)
  static constexpr bool fuses = true;
  WEFT_INLINE static reals fma(reals a, reals b, reals c) { return _mm_fmadd_pd(a, b, c); }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) { return _mm_fmadd_ps(a, b, c); }
#elif defined(__aarch64__)
  static constexpr bool fuses = true;
  WEFT_INLINE static reals fma(reals a, reals b, reals c) {
    return (reals)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
  }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) {
    return (singles)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
  }
#elif defined(__FP_FAST_FMA)
  static constexpr bool fuses = true;
  WEFT_INLINE static reals fma(reals a, reals b, reals c) {
    return reals{__builtin_fma(a[0], b[0], c[0]), __builtin_fma(a[1], b[1], c[1])};
  }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) {
    return singles{__builtin_fmaf(a[0], b[0], c[0]), __builtin_fmaf(a[1], b[1], c[1]), __builtin_fmaf(a[2], b[2], c[2]),
                   __builtin_fmaf(a[3], b[3], c[3])};
  }
#else
  static constexpr bool fuses = false;
  WEFT_INLINE static reals fma(reals a, reals b, reals c) { return a * b + c; }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) { return a * b + c; }
#endif
#if defined(__SSE2__)
  WEFT_INLINE static reals root(reals x) { return _mm_sqrt_pd(x); }
  WEFT_INLINE static singles root(singles x) { return _mm_sqrt_ps(x); }
  WEFT_INLINE static reals lesser(reals a, reals b) { return _mm_min_pd(a, b); }
  WEFT_INLINE static reals greater(reals a, reals b) { return _mm_max_pd(a, b); }
  WEFT_INLINE static singles lesser(singles a, singles b) { return _mm_min_ps(a, b); }
  WEFT_INLINE static bool any(longs x) { return _mm_movemask_pd((__m128d)x) != 0; }
  WEFT_INLINE static bool any(ints x) { return _mm_movemask_ps((__m128)x) != 0; }
#else
  WEFT_INLINE static reals root(reals x) { return reals{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])}; }
  WEFT_INLINE static singles root(singles x) {
    return singles{__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]), __builtin_sqrtf(x[3])};
  }
  WEFT_INLINE static reals lesser(reals a, reals b) { return a < b ? a : b; }
  WEFT_INLINE static reals greater(reals a, reals b) { return a > b ? a : b; }
  WEFT_INLINE static singles lesser(singles a, singles b) { return a < b ? a : b; }
  WEFT_INLINE static bool any(longs x) { return (x[0] | x[1]) != 0; }
  WEFT_INLINE static bool any(ints x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }
#endif
  WEFT_INLINE static reals quick_root(reals x) { return root(x); }
  WEFT_INLINE static reals load(float const* p) { return reals{p[0], p[1]}; }
  WEFT_INLINE static void store(reals x, float* p) {
    p[0] = static_cast<float>(x[0]);
    p[1] = static_cast<float>(x[1]);
  }
  /// The first n of a vector of elements, and ones after them.
  template <class T, std::size_t Width>
  WEFT_INLINE static void pad(T const* from, int n, T (&to)[Width]) {
    for (int k = 0; k < int(Width); ++k)
      to[k] = k < n ? from[k] : T(1);
  }
  WEFT_INLINE static reals rough_reciprocal(reals x) { return 1 / x; }
  WEFT_INLINE static reals reciprocal(reals x) { return 1 / x; }
  WEFT_INLINE static singles rough_reciprocal(singles x) { return 1 / x; }
  /// The products of the low halves.
#if defined(__SSE2__)
  WEFT_INLINE static ulongs multiply_words(ulongs a, ulongs b) { return (ulongs)_mm_mul_epu32((__m128i)a, (__m128i)b); }
#else
  WEFT_INLINE static ulongs multiply_words(ulongs a, ulongs b) { return (a & 0xffffffff) * (b & 0xffffffff); }
#endif
};

} // namespace
} // namespace weft::detail

#include "math/math_lanes.hpp"

#include "math/math_exponential.hpp"
#include "math/math_logarithm.hpp"

#include "math/math_angle.hpp"
#include "math/math_quantile.hpp"
#include "math/math_root.hpp"
#include "math/math_single.hpp"

#include "math/math_loops.hpp"
#include "math/math_random.hpp"

#include "math/math_entries.hpp"

namespace weft::detail {
constinit math_tables const math_baseline = {table_of<double>, table_of<float>};
}
