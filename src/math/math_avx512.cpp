#include "math/math_table.hpp"

#include <cstdint>
#include <utility>

#if WEFT_HAS_CLONES
#include <immintrin.h>

// From here on everything is compiled for this instruction set, whatever the flags say, and nothing is included but
// what has internal linkage.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")
#endif

namespace weft::detail {
namespace {

struct machine {
  static constexpr int bytes = 64;
  static constexpr bool fuses = true, scales = true, estimates = true;
  using reals = double __attribute__((vector_size(bytes)));
  using longs = decltype(reals{} < reals{});
  using ulongs = std::uint64_t __attribute__((vector_size(bytes)));
  WEFT_INLINE static reals fma(reals a, reals b, reals c) { return _mm512_fmadd_pd(a, b, c); }
  WEFT_INLINE static reals root(reals x) { return _mm512_maskz_sqrt_pd(0xff, x); }
  using singles = float __attribute__((vector_size(bytes)));
  using ints = decltype(singles{} < singles{});
  WEFT_INLINE static singles root(singles x) { return _mm512_maskz_sqrt_ps(0xffff, x); }
  WEFT_INLINE static singles fma(singles a, singles b, singles c) { return _mm512_fmadd_ps(a, b, c); }
  /// The second operand where one is NaN.
  WEFT_INLINE static reals lesser(reals a, reals b) { return _mm512_maskz_min_pd(0xff, a, b); }
  WEFT_INLINE static reals greater(reals a, reals b) { return _mm512_maskz_max_pd(0xff, a, b); }
  WEFT_INLINE static bool any(longs x) { return _mm512_movepi64_mask((__m512i)x) != 0; }
  WEFT_INLINE static bool any(ints x) { return _mm512_movepi32_mask((__m512i)x) != 0; }
  WEFT_INLINE static reals load(float const* p) { return _mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(p)); }
  WEFT_INLINE static void store(reals x, float* p) { _mm256_storeu_ps(p, _mm512_maskz_cvtpd_ps(0xff, x)); }
  /// The first n of a vector of elements, and ones after them; of floats also of half a vector.
  WEFT_INLINE static void pad(double const* from, int n, double (&to)[8]) {
    _mm512_storeu_pd(to, _mm512_mask_loadu_pd(_mm512_set1_pd(1), static_cast<__mmask8>((1u << n) - 1), from));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[8]) {
    _mm256_storeu_ps(to, _mm256_mask_loadu_ps(_mm256_set1_ps(1), static_cast<__mmask8>((1u << n) - 1), from));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[16]) {
    _mm512_storeu_ps(to, _mm512_mask_loadu_ps(_mm512_set1_ps(1), static_cast<__mmask16>((1u << n) - 1), from));
  }
  /// 1 / x to 2^-27. Steps of Newton from 14 bits take a third of the time of a division.
  WEFT_INLINE static reals rough_reciprocal(reals x) {
    const reals y = _mm512_maskz_rcp14_pd(0xff, x);
    return fma(y, _mm512_fnmadd_pd(x, y, reals{} + 1), y);
  }
  /// To an ULP or two.
  WEFT_INLINE static reals reciprocal(reals x) {
    const reals y = rough_reciprocal(x);
    return fma(y, _mm512_fnmadd_pd(x, y, reals{} + 1), y);
  }
  /// The root of numbers from 2^-960 on, in half the time: two steps of Newton from 14 bits for the root and for half
  /// its reciprocal, and one with the exact remainder, which rounds correctly (Markstein). 49 million numbers agreed,
  /// most of them squares and their neighbours or next to powers of 2.
  WEFT_INLINE static reals quick_root(reals x) {
    const reals y = _mm512_maskz_rsqrt14_pd(0xff, x), half = reals{} + 0.5;
    reals root = x * y, inverse = y * half;
    for (int k = 0; k < 2; ++k) {
      const reals rest = _mm512_fnmadd_pd(root, inverse, half);
      root = fma(root, rest, root);
      inverse = fma(inverse, rest, inverse);
    }
    return fma(_mm512_fnmadd_pd(root, root, x), inverse, root);
  }
  /// x 2^n, rounded once.
  WEFT_INLINE static reals scale(reals x, reals n) { return _mm512_maskz_scalef_pd(0xff, x, n); }
  /// 1 / x to 2^-14.
  WEFT_INLINE static singles rough_reciprocal(singles x) { return _mm512_maskz_rcp14_ps(0xffff, x); }
  WEFT_INLINE static singles lesser(singles a, singles b) { return _mm512_maskz_min_ps(0xffff, a, b); }
  /// The products of the low halves.
  WEFT_INLINE static ulongs multiply_words(ulongs a, ulongs b) {
    return (ulongs)_mm512_maskz_mul_epu32(0xff, (__m512i)a, (__m512i)b);
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
constinit math_tables const math_avx512 = {table_of<double>, table_of<float>};
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
