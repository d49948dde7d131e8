#include "math_table.hpp"

#include <cstdint>

#if WEFT_HAS_CLONES
#include <immintrin.h>

// From here on everything is compiled for this instruction set, whatever the flags say, and nothing is included but what
// has internal linkage.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")
#endif

namespace weft::detail {
namespace {

struct machine {
  static constexpr int bytes = 64;
  static constexpr bool fuses = true, scales = true;
  using reals = double __attribute__((vector_size(bytes)));
  using longs = decltype(reals{} < reals{});
  WEFT_INLINE static reals fma(reals a, reals b, reals c) { return _mm512_fmadd_pd(a, b, c); }
  WEFT_INLINE static reals root(reals x) { return _mm512_maskz_sqrt_pd(0xff, x); }
  WEFT_INLINE static bool any(longs x) { return _mm512_movepi64_mask((__m512i)x) != 0; }
  /// To an ULP or two; two steps of Newton from 14 bits take a third of the time of a division.
  WEFT_INLINE static reals reciprocal(reals x) {
    const reals y = _mm512_maskz_rcp14_pd(0xff, x), e = fma(-x, y, reals{} + 1), z = fma(y, e, y);
    return fma(z, fma(-x, z, reals{} + 1), z);
  }
  /// x 2^n, rounded once.
  WEFT_INLINE static reals scale(reals x, reals n) { return _mm512_maskz_scalef_pd(0xff, x, n); }
};

} // namespace
} // namespace weft::detail

#include "math_lanes.hpp"

#include "math_exponential.hpp"
#include "math_logarithm.hpp"

#include "math_angle.hpp"
#include "math_root.hpp"

#include "math_loops.hpp"

namespace weft::detail {
math_tables const math_avx512 = {table_of<double>, table_of<float>};
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
