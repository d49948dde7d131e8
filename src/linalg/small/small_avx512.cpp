#include "linalg/small/batch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#if WEFT_HAS_CLONES
#include <immintrin.h>

// From here on everything is compiled for this instruction set, whatever the flags say. What is included is inlined.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")
#endif

namespace weft::detail {
namespace {
struct machine {
  static constexpr int bytes = 64;
  using reals = double __attribute__((vector_size(bytes)));
  using longs = decltype(reals{} < reals{});
  using singles = float __attribute__((vector_size(bytes)));
  using ints = decltype(singles{} < singles{});
  WEFT_INLINE static reals root(reals const& x) { return _mm512_maskz_sqrt_pd(0xff, x); }
  WEFT_INLINE static singles root(singles const& x) { return _mm512_maskz_sqrt_ps(0xffff, x); }
  WEFT_INLINE static bool any(longs const& x) { return _mm512_movepi64_mask((__m512i)x) != 0; }
  WEFT_INLINE static bool any(ints const& x) { return _mm512_movepi32_mask((__m512i)x) != 0; }
};
} // namespace
} // namespace weft::detail

#include <weft/linalg/small_eigen.hpp>

#include "linalg/small/lanes.hpp"
#include "linalg/small/tasks.hpp"

namespace weft::detail {
constinit small_batch_table const small_avx512 = table_of_lanes;
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
