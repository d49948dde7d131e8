#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")
#endif

#include "machine/portable.hpp"

namespace weft::detail {
namespace {

// The functions use masked instructions: GCC 12 warns of the unmasked ones, which begin with an uninitialised vector.
struct machine : portable_machine<machine, 64> {
  static constexpr bool fuses = true, scales = true, estimates = true, halves = true;
  WEFT_INLINE static reals fma(reals const& a, reals const& b, reals const& c) { return _mm512_fmadd_pd(a, b, c); }
  WEFT_INLINE static singles fma(singles const& a, singles const& b, singles const& c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  WEFT_INLINE static reals root(reals const& x) { return _mm512_maskz_sqrt_pd(0xff, x); }
  WEFT_INLINE static singles root(singles const& x) { return _mm512_maskz_sqrt_ps(0xffff, x); }
  WEFT_INLINE static reals lesser(reals const& a, reals const& b) { return _mm512_maskz_min_pd(0xff, a, b); }
  WEFT_INLINE static reals greater(reals const& a, reals const& b) { return _mm512_maskz_max_pd(0xff, a, b); }
  WEFT_INLINE static singles lesser(singles const& a, singles const& b) { return _mm512_maskz_min_ps(0xffff, a, b); }
  WEFT_INLINE static bool any(longs const& x) { return _mm512_movepi64_mask((__m512i)x) != 0; }
  WEFT_INLINE static bool any(ints const& x) { return _mm512_movepi32_mask((__m512i)x) != 0; }
  WEFT_INLINE static reals load(float const* p) { return _mm512_maskz_cvtps_pd(0xff, _mm256_loadu_ps(p)); }
  WEFT_INLINE static void store(reals const& x, float* p) { _mm256_storeu_ps(p, _mm512_maskz_cvtpd_ps(0xff, x)); }
  WEFT_INLINE static void pad(double const* from, int n, double (&to)[8]) {
    _mm512_storeu_pd(to, _mm512_mask_loadu_pd(_mm512_set1_pd(1), static_cast<__mmask8>((1u << n) - 1), from));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[8]) {
    _mm256_storeu_ps(to, _mm256_mask_loadu_ps(_mm256_set1_ps(1), static_cast<__mmask8>((1u << n) - 1), from));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[16]) {
    _mm512_storeu_ps(to, _mm512_mask_loadu_ps(_mm512_set1_ps(1), static_cast<__mmask16>((1u << n) - 1), from));
  }
  /// Returns 1 / x to 2^-27 by a step of Newton from 14 bits; reciprocal() takes two steps, in a third of the time of a
  /// division.
  WEFT_INLINE static reals rough_reciprocal(reals const& x) {
    reals const y = _mm512_maskz_rcp14_pd(0xff, x);
    return fma(y, _mm512_fnmadd_pd(x, y, reals{} + 1), y);
  }
  WEFT_INLINE static reals reciprocal(reals const& x) {
    reals const y = rough_reciprocal(x);
    return fma(y, _mm512_fnmadd_pd(x, y, reals{} + 1), y);
  }
  WEFT_INLINE static singles rough_reciprocal(singles const& x) { return _mm512_maskz_rcp14_ps(0xffff, x); }
  /// Returns the root in half the time of a root instruction: two steps of Newton from 14 bits for the root and for
  /// half its reciprocal, and one with the exact remainder, which rounds correctly (Markstein). 49 million numbers
  /// agreed, most of them squares and their neighbours or next to powers of 2.
  WEFT_INLINE static reals quick_root(reals const& x) {
    reals const y = _mm512_maskz_rsqrt14_pd(0xff, x), half = reals{} + 0.5;
    reals root = x * y, inverse = y * half;
    for (int k = 0; k < 2; ++k) {
      reals const rest = _mm512_fnmadd_pd(root, inverse, half);
      root = fma(root, rest, root);
      inverse = fma(inverse, rest, inverse);
    }
    return fma(_mm512_fnmadd_pd(root, root, x), inverse, root);
  }
  /// Returns x 2^n, rounded once.
  WEFT_INLINE static reals scale(reals const& x, reals const& n) { return _mm512_maskz_scalef_pd(0xff, x, n); }
  WEFT_INLINE static ulongs multiply_words(ulongs const& a, ulongs const& b) {
    return (ulongs)_mm512_maskz_mul_epu32(0xff, (__m512i)a, (__m512i)b);
  }
  WEFT_INLINE static void widen(std::uint16_t const* from, float* to) {
    _mm512_storeu_ps(to, _mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from))));
  }
  WEFT_INLINE static void narrow(float const* from, std::uint16_t* to) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_maskz_cvtps_ph(0xffff, _mm512_loadu_ps(from), nearest));
  }
  WEFT_INLINE static bool widen_first(int n, std::uint16_t const* from, float* to) {
    auto const first = static_cast<__mmask16>((1u << n) - 1);
    _mm512_mask_storeu_ps(to, first, _mm512_maskz_cvtph_ps(first, _mm256_maskz_loadu_epi16(first, from)));
    return true;
  }
  WEFT_INLINE static bool narrow_first(int n, float const* from, std::uint16_t* to) {
    auto const first = static_cast<__mmask16>((1u << n) - 1);
    _mm256_mask_storeu_epi16(to, first, _mm512_maskz_cvtps_ph(first, _mm512_maskz_loadu_ps(first, from), nearest));
    return true;
  }
  // A compressing store to memory takes many times as long on Zen 4.
  WEFT_INLINE static char* compress(ulongs const& x, unsigned bits, char* to) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(bits), (__m512i)x));
    return to + 8 * __builtin_popcount(bits);
  }
  WEFT_INLINE static char* compress(uints const& x, unsigned bits, char* to) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), (__m512i)x));
    return to + 4 * __builtin_popcount(bits);
  }
  WEFT_INLINE static void stream(char* to, char const* from) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
  }
  WEFT_INLINE static void stream_end() { _mm_sfence(); }

private:
  static constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
};

} // namespace
} // namespace weft::detail
