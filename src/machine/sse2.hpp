#include <immintrin.h>

#include "machine/portable.hpp"

namespace weft::detail {
namespace {

struct machine : portable_machine<machine, 16> {
#if defined(__FMA__)
  WEFT_INLINE static reals fma(reals const& a, reals const& b, reals const& c) { return _mm_fmadd_pd(a, b, c); }
  WEFT_INLINE static singles fma(singles const& a, singles const& b, singles const& c) { return _mm_fmadd_ps(a, b, c); }
#endif
  WEFT_INLINE static reals root(reals const& x) { return _mm_sqrt_pd(x); }
  WEFT_INLINE static singles root(singles const& x) { return _mm_sqrt_ps(x); }
  WEFT_INLINE static reals lesser(reals const& a, reals const& b) { return _mm_min_pd(a, b); }
  WEFT_INLINE static reals greater(reals const& a, reals const& b) { return _mm_max_pd(a, b); }
  WEFT_INLINE static singles lesser(singles const& a, singles const& b) { return _mm_min_ps(a, b); }
  WEFT_INLINE static bool any(longs const& x) { return _mm_movemask_pd((__m128d)x) != 0; }
  WEFT_INLINE static bool any(ints const& x) { return _mm_movemask_ps((__m128)x) != 0; }
  WEFT_INLINE static ulongs multiply_words(ulongs const& a, ulongs const& b) {
    return (ulongs)_mm_mul_epu32((__m128i)a, (__m128i)b);
  }
  WEFT_INLINE static void stream(char* to, char const* from) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), _mm_loadu_si128(reinterpret_cast<__m128i const*>(from)));
  }
  WEFT_INLINE static void stream_end() { _mm_sfence(); }
};

} // namespace
} // namespace weft::detail
