#include <immintrin.h>

// All processors that have AVX2 and FMA have F16C.
#if defined(__clang__)
#pragma clang attribute(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#else
#pragma GCC target("avx2,fma,f16c")
#endif

#include "machine/portable.hpp"

namespace weft::detail {
namespace {

/// For each number the places of its ones in ascending order, a byte each.
constexpr auto set_bits = [] {
  struct {
    std::uint64_t of[256];
  } out{};
  for (int bits = 0; bits < 256; ++bits)
    for (int k = 0, count = 0; k < 8; ++k)
      if ((bits >> k & 1) != 0)
        out.of[bits] |= std::uint64_t(k) << 8 * count++;
  return out;
}();

struct machine : portable_machine<machine, 32> {
  static constexpr bool fuses = true, halves = true;
  WEFT_INLINE static reals fma(reals const& a, reals const& b, reals const& c) { return _mm256_fmadd_pd(a, b, c); }
  WEFT_INLINE static singles fma(singles const& a, singles const& b, singles const& c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  WEFT_INLINE static reals root(reals const& x) { return _mm256_sqrt_pd(x); }
  WEFT_INLINE static singles root(singles const& x) { return _mm256_sqrt_ps(x); }
  WEFT_INLINE static reals lesser(reals const& a, reals const& b) { return _mm256_min_pd(a, b); }
  WEFT_INLINE static reals greater(reals const& a, reals const& b) { return _mm256_max_pd(a, b); }
  WEFT_INLINE static singles lesser(singles const& a, singles const& b) { return _mm256_min_ps(a, b); }
  WEFT_INLINE static bool any(longs const& x) { return _mm256_movemask_pd((__m256d)x) != 0; }
  WEFT_INLINE static bool any(ints const& x) { return _mm256_movemask_ps((__m256)x) != 0; }
  WEFT_INLINE static reals load(float const* p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }
  WEFT_INLINE static void store(reals const& x, float* p) { _mm_storeu_ps(p, _mm256_cvtpd_ps(x)); }
  WEFT_INLINE static void pad(double const* from, int n, double (&to)[4]) {
    __m256i const mask = _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
    __m256d const some = _mm256_maskload_pd(from, mask);
    _mm256_storeu_pd(to, _mm256_blendv_pd(_mm256_set1_pd(1), some, _mm256_castsi256_pd(mask)));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[4]) {
    __m128i const mask = _mm_cmpgt_epi32(_mm_set1_epi32(n), _mm_setr_epi32(0, 1, 2, 3));
    _mm_storeu_ps(to, _mm_blendv_ps(_mm_set1_ps(1), _mm_maskload_ps(from, mask), _mm_castsi128_ps(mask)));
  }
  WEFT_INLINE static void pad(float const* from, int n, float (&to)[8]) {
    __m256i const mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256 const some = _mm256_maskload_ps(from, mask);
    _mm256_storeu_ps(to, _mm256_blendv_ps(_mm256_set1_ps(1), some, _mm256_castsi256_ps(mask)));
  }
  WEFT_INLINE static ulongs multiply_words(ulongs const& a, ulongs const& b) {
    return (ulongs)_mm256_mul_epu32((__m256i)a, (__m256i)b);
  }
  WEFT_INLINE static void widen(std::uint16_t const* from, float* to) {
    _mm256_storeu_ps(to, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<__m128i const*>(from))));
  }
  WEFT_INLINE static void narrow(float const* from, std::uint16_t* to) {
    constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_cvtps_ph(_mm256_loadu_ps(from), nearest));
  }
  WEFT_INLINE static char* compress(uints const& x, unsigned bits, char* to) {
    __m256i const lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(set_bits.of[bits])));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32((__m256i)x, lanes));
    return to + 4 * __builtin_popcount(bits);
  }
  WEFT_INLINE static char* compress(ulongs const& x, unsigned bits, char* to) {
    unsigned const pairs = ((bits & 3) | (bits & 12) << 2) & 0x33, words = (pairs | pairs << 1) & 0x55;
    return compress((uints)x, 3 * words, to); // both halves of a lane
  }
  WEFT_INLINE static void stream(char* to, char const* from) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from)));
  }
  WEFT_INLINE static void stream_end() { _mm_sfence(); }
};

} // namespace
} // namespace weft::detail
