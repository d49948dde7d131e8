#include <arm_neon.h>

#include "machine/portable.hpp"

namespace weft::detail {
namespace {

struct machine : portable_machine<machine, 16> {
  static constexpr bool fuses = true;
  WEFT_INLINE static reals fma(reals const& a, reals const& b, reals const& c) {
    return (reals)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
  }
  WEFT_INLINE static singles fma(singles const& a, singles const& b, singles const& c) {
    return (singles)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
  }
  WEFT_INLINE static reals root(reals const& x) { return (reals)vsqrtq_f64((float64x2_t)x); }
  WEFT_INLINE static singles root(singles const& x) { return (singles)vsqrtq_f32((float32x4_t)x); }
};

} // namespace
} // namespace weft::detail
