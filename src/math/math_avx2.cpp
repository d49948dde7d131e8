#include "math/math_table.hpp"

#include <cstdint>
#include <utility>

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
  using ulongs = std::uint64_t __attribute__((vector_size(bytes)));
  WEFT_INLINE static reals fma(reals a, reals b, reals c) { return _mm256_fmadd_pd(a, b, c); }
  WEFT_INLINE static reals root(reals x) { return _mm256_sqrt_pd(x); }
  using singles = float __attribute__((vector_size(bytes)));
  using ints = decltype(singles{} < singles{});
  WEFT_INLINE static singles root(singles x) { return _mm256_sqrt_ps(x); }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) { return _mm256_fmadd_ps(a, b, c); }
  WEFT_INLINE static reals quick_root(reals x) { return root(x); }
  WEFT_INLINE static reals lesser(reals a, reals b) { return _mm256_min_pd(a, b); }
  WEFT_INLINE static reals greater(reals a, reals b) { return _mm256_max_pd(a, b); }
  WEFT_INLINE static bool any(longs x) { return _mm256_movemask_pd((__m256d)x) != 0; }
  WEFT_INLINE static bool any(ints x) { return _mm256_movemask_ps((__m256)x) != 0; }
  WEFT_INLINE static reals load(float const* p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
  WEFT_INLINE static void store(reals x, float* p) { _mm_storeu_ps(p, _mm256_cvtpd_ps(x)); }
  /// The first n of a vector of elements, and ones after them; of floats also of half a vector.
  WEFT_INLINE static void pad(double const* from, int n, double (&to)[4]) {
    const __m256i mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
    const __m256d some = _mm256_maskload_pd(from, mask);
    _mm256_storeu_pd(to, _mm256_blendv_pd(_mm256_set1_pd(1), some, _mm256_castsi256_pd(mask)));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[4]) {
    const __m128i mask = _mm_cmpgt_epi32(_mm_set1_epi32(n), _mm_setr_epi32(0, 1, 2, 3));
    _mm_storeu_ps(to, _mm_blendv_ps(_mm_set1_ps(1), _mm_maskload_ps(from, mask), _mm_castsi128_ps(mask)));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[8]) {
    const __m256i mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const __m256 some = _mm256_maskload_ps(from, mask);
    _mm256_storeu_ps(to, _mm256_blendv_ps(_mm256_set1_ps(1), some, _mm256_castsi256_ps(mask)));
  }
  WEFT_INLINE static reals rough_reciprocal(reals x) { return 1 / x; }
  WEFT_INLINE static reals reciprocal(reals x) { return 1 / x; }
  WEFT_INLINE static singles rough_reciprocal(singles x) { return 1 / x; }
  WEFT_INLINE static singles lesser(singles a, singles b) { return _mm256_min_ps(a, b); }
  /// The products of the low halves.
  WEFT_INLINE static ulongs multiply_words(ulongs a, ulongs b) {
    return (ulongs)_mm256_mul_epu32((__m256i)a, (__m256i)b);
  }
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
constinit math_tables const math_avx2 = {table_of<double>, table_of<float>};
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
