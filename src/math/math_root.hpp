// Private to src/math/math_*.cpp.
namespace weft::detail {
namespace {

struct sqrt {
  static constexpr bool guarded = machine::estimates, repaired = false;
  template <bool Single>
  WEFT_INLINE static reals of(reals x, longs& unusual) {
    unusual = outside(x, 0x1p-960, infinity);
    return machine::quick_root(x);
  }
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    return machine::root(x);
  }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    return machine::root(x);
  }
};
/// From y = x^(-1/3), whose first bits are those of x divided by -3, with an error of x y^3 up to 0.103; two steps
/// leave 2^-58. Then x y^2 is the root, and a step of Newton with r^3 - x in twice the precision leaves half an ULP.
struct cbrt : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    const reals size = magnitude(x);
    const longs tiny = size < all(0x1p-900);
    const reals a = size * (Single ? all(1) : tiny ? all(0x1p300) : all(0x1p-3));
    const reals top = (reals)((bits(a) >> 32) | 0x4330000000000000) - 0x1p52;
    const reals start = (reals)(bits((0x1p52 + 1430186664.0) - top * (1.0 / 3)) << 32);
    const reals e = 1 - a * start * start * start;
    const reals y = fma(start * e, polynomial(e, 1.0 / 3, 2.0 / 9, 14.0 / 81), start);
    const reals d = 1 - a * (y * y * y);
    const reals inverse = fma(y * d, Single ? all(1.0 / 3) : fma(d, 2.0 / 9, all(1.0 / 3)), y),
                square = inverse * inverse;
    reals root = a * square;
    if constexpr (!Single) {
      const pair r2 = multiply(root, root), r3 = multiply(r2.hi, root);
      root -= ((r3.hi - a) + (r3.lo + r2.lo * root)) * square * (1.0 / 3);
      root *= tiny ? all(0x1p-100) : all(2);
    }
    return ((size > all(0)) & (size < all(infinity))) ? flip(root, sign(x)) : x + x;
  }
};
/// By squares where they stay in range; of two zeros the scalar function makes one.
struct hypot : repairable<hypot> {
  WEFT_INLINE static longs rare(reals x, reals y) {
    const reals sum = magnitude(x) + magnitude(y);
    return outside(sum, 0x1p-450, 0x1p500);
  }
  static double scalar(double x, double y) { return __builtin_hypot(x, y); }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x, reals y) {
    return machine::quick_root(fma(x, x, y * y));
  }
};

} // namespace
} // namespace weft::detail
