// Private to src/math.
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
/// The cube root is x y^2 with y = x^(-1/3). The leading bits of x, divided by -3, make a first guess of y with x y^3 =
/// 1 - e, |e| < 0.104. A polynomial (by Remez's exchange) reduces the error to 2^-32. A step of Newton with r^3 - x,
/// where r^2 is rounded, reduces it to 2^-60. The root errs by 0.83 ULP at most if products are fused, else by 1; the
/// roots of cubes are exact. With r^2 in twice the precision it would err by 0.5 and take twice the time.
struct cbrt {
  static constexpr bool guarded = true, repaired = false;
  template <bool Single>
  WEFT_INLINE static reals of(reals x, longs& unusual) {
    reals const size = magnitude(x);
    unusual = outside(size, 0x1p-960, infinity) & (size != all(0)); // the computation below gives 0 for 0
    return flip(root<Single>(size), sign(x));
  }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    reals const size = magnitude(x);
    longs const tiny = size < all(0x1p-960);
    reals const value = root<Single>(tiny ? size * 0x1p300 : size), scaled = tiny ? value * 0x1p-100 : value;
    return ((size > all(0)) & (size < all(infinity))) ? flip(scaled, sign(x)) : x + x;
  }

private:
  template <bool Single>
  WEFT_INLINE static reals root(reals a) {
    reals const top = (reals)((bits(a) >> 32) | 0x4330000000000000) - 0x1p52;
    reals const guess = (reals)(bits(fma(top, -1.0 / 3, all(0x1p52 + 1430186664.0))) << 32);
    reals const e = 1 - a * guess * guess * guess;
    reals const y =
        guess * polynomial(e, 0x1.fffffffff846ap-1, 0x1.55555634dd2c1p-2, 0x1.c71c7398ca04ep-3, 0x1.61f480d780758p-3,
                           0x1.26f65b0fb75cfp-3, 0x1.037a386434318p-3, 0x1.cd08d410bb004p-4);
    reals const square = y * y, r = a * square;
    if constexpr (Single)
      return r;
    return fma(fma(r * r, r, -a) * square, -1.0 / 3, r);
  }
};
/// The root of the sum of squares, if the sum of magnitudes is from 2^-450 to 2^500. The scalar function takes other
/// arguments, two zeros as well.
struct hypot : repairable<hypot> {
  WEFT_INLINE static longs rare(reals x, reals y) {
    reals const sum = magnitude(x) + magnitude(y);
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
