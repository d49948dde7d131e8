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
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

namespace weft::detail {
namespace {
struct machine {
  static constexpr int bytes = 32;
  using reals = double __attribute__((vector_size(bytes)));
  using longs = decltype(reals{} < reals{});
  using singles = float __attribute__((vector_size(bytes)));
  using ints = decltype(singles{} < singles{});
  WEFT_INLINE static reals root(reals const& x) { return _mm256_sqrt_pd(x); }
  WEFT_INLINE static singles root(singles const& x) { return _mm256_sqrt_ps(x); }
  WEFT_INLINE static bool any(longs const& x) { return _mm256_movemask_pd((__m256d)x) != 0; }
  WEFT_INLINE static bool any(ints const& x) { return _mm256_movemask_ps((__m256)x) != 0; }
};
} // namespace
} // namespace weft::detail

#include <weft/linalg/small_eigen.hpp>

#include "linalg/small/lanes.hpp"
#include "linalg/small/tasks.hpp"

namespace weft::detail {
constinit small_batch_table const small_avx2 = table_of_lanes;
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
