// Private to src/math.
namespace weft::detail {
namespace {

/// pi/2 as a sum of three numbers; whole multiples of the first one, up to 4, are exact.
constexpr double half_pi = 0x1.921fb54442d18p+0, half_pi_lo = 0x1.1a62633145c07p-54,
                 half_pi_rest = -0x1.f1976b7ed8fbcp-110;
constexpr double two_by_pi = 0x1.45f306dc9c883p-1;

/// x = n pi/2 + r + rest with |r| < 0.7858, for |x| < 10^6. If products are fused, x - n half_pi is exact: x and n
/// half_pi are multiples of one small number, and nearly equal. Else n times each high part of pi/2, of 33 bits, is
/// exact.
struct angle {
  reals r, rest;
  ulongs quadrant;
};
template <bool Single>
WEFT_INLINE angle split_angle(reals x) {
  if constexpr (machine::fuses && !Single) {
    reals const rounded = fma(x, two_by_pi, all(rounder)), n = rounded - rounder;
    reals const near = fma(n, -half_pi, x), step = n * -half_pi_lo, r = near + step;
    return {r, ((near - r) + step) + fma(n, -half_pi_rest, fma(n, -half_pi_lo, -step)), bits(rounded)};
  }
  constexpr double p1 = 0x1.921fb544p+0, p2 = 0x1.0b4611a6p-34, p3 = 0x1.3198a2ep-69, p4 = 0x1.b839a252049c1p-104;
  reals const rounded = x * 0x1.45f306dc9c882p-1 + rounder, n = rounded - rounder, high = x - n * p1;
  if constexpr (Single)
    return {high - n * (p2 + p3), reals{}, bits(rounded)};
  pair const a = add(high, -(n * p2)), b = add(a.hi, -(n * p3));
  reals const rest = b.lo + (a.lo - n * p4);
  pair const sum = add_smaller(b.hi, rest);
  return {sum.hi, sum.lo, bits(rounded)};
}
/// Return (sin(r) - r) / r^3 and (cos(r) - 1 + r^2 / 2) / r^4 for z = r^2.
template <bool Single>
WEFT_INLINE reals sin_tail(reals z) {
  if constexpr (Single)
    return polynomial(z, -0x1.555552a65fd1ep-3, 0x1.110c2800baa62p-7, -0x1.9ac8ebbd1d868p-13);
  else
    return polynomial(z, -0x1.5555555555555p-3, 0x1.1111111110bacp-7, -0x1.a01a019e82393p-13, 0x1.71de3794a93ccp-19,
                      -0x1.ae60090716cbap-26, 0x1.5e0a613e7eeaep-33);
}
template <bool Single>
WEFT_INLINE reals cos_tail(reals z) {
  if constexpr (Single)
    return polynomial(z, 0x1.555554420bc06p-5, -0x1.6c12d238064ccp-10, 0x1.9bd7ea2ba19dfp-16);
  else
    return polynomial(z, 0x1.5555555555555p-5, -0x1.6c16c16c16963p-10, 0x1.a01a019f4df42p-16, -0x1.27e4fa16e6245p-22,
                      0x1.1eeb67e82a77bp-29, -0x1.907ce88c6d3aep-37);
}
/// The sine and the cosine of r + rest.
struct circle {
  pair sin, cos;
};
template <bool Single>
WEFT_INLINE circle sin_cos(angle a) {
  reals const r = a.r, z = r * r, s = sin_tail<Single>(z), c = cos_tail<Single>(z);
  if constexpr (Single)
    return {{fma(r * z, s, r), reals{}}, {fma(z * z, c, 1 - 0.5 * z), reals{}}};
  reals const half = 0.5 * z, high = 1 - half;
  return {{r, fma(r * z, s, a.rest * high)}, {high, ((1 - high) - half) + fma(z * z, c, -(r * a.rest))}};
}

/// Angles beyond 2^20 need more digits of pi. They are rare, and go to the scalar function, as infinities and NaN do.
template <class F>
struct of_angle : repairable<F> {
  WEFT_INLINE static longs rare(reals x) { return ~(magnitude(x) < all(0x1p20)); }
};
/// Returns sin(x + quarter pi/2), for x that is not negative. Where products are fused, n pi/2 is subtracted in three
/// parts: the first leaves r exact, the others round. It errs by 1.56 ULP in place of 0.5, in half the time of pairs.
template <bool Single>
WEFT_INLINE reals sine(reals x, std::uint64_t quarter) {
  if constexpr (machine::fuses && !Single) {
    reals const rounded = fma(x, two_by_pi, all(rounder)), n = rounded - rounder;
    reals const near = fma(n, -half_pi_lo, fma(n, -half_pi, x));
    reals const r = fma(n, -half_pi_rest, near), z = r * r;
    reals const s = fma(r * z, sin_tail<false>(z), r), c = fma(z * z, cos_tail<false>(z), fma(z, -0.5, all(1)));
    ulongs const quadrant = bits(rounded) + quarter;
    return flip((quadrant & 1) != 0 ? c : s, (quadrant & 2) << 62);
  } else {
    angle const a = split_angle<Single>(x);
    circle const c = sin_cos<Single>(a);
    ulongs const quadrant = a.quadrant + quarter;
    return flip((quadrant & 1) != 0 ? c.cos.hi + c.cos.lo : c.sin.hi + c.sin.lo, (quadrant & 2) << 62);
  }
}
struct sin : of_angle<sin> {
  static double scalar(double x) { return scalar_sin(x); }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    return flip(sine<Single>(magnitude(x), 0), sign(x));
  }
};
struct cos : of_angle<cos> {
  static double scalar(double x) { return scalar_cos(x); }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    return sine<Single>(magnitude(x), 1);
  }
};
/// Returns (tan(r) - r) / r^3 for z = r^2, |r| < 0.7858.
template <bool Single>
WEFT_INLINE reals tan_tail(reals z) {
  if constexpr (Single)
    return polynomial(z, 0x1.5555608a108afp-2, 0x1.110d809541653p-3, 0x1.bade48d26a56ep-5, 0x1.5c9625737c321p-6,
                      0x1.639b3b29fba47p-7, 0x1.1db8c145ff47dp-14, 0x1.1f839ada5a565p-8);
  else
    return polynomial(z, 0x1.555555555555ep-2, 0x1.11111111105d2p-3, 0x1.ba1ba1babf325p-5, 0x1.664f485d2597ap-6,
                      0x1.226e3a815c95cp-7, 0x1.d6d2e7b1290b6p-9, 0x1.7db18ecb3d760p-10, 0x1.34bc1c576a98bp-11,
                      0x1.ff2e75776ac36p-13, 0x1.5e7926bf7bfc9p-14, 0x1.19f55e8b29e76p-14, -0x1.ae2ce4bf20a12p-16,
                      0x1.980fa96de9531p-15, -0x1.9759106a5b693p-16, 0x1.48db65d736d9ap-17);
}
/// tan(r), or -1 / tan(r) in every second quadrant; `rest` adds about (1 + 1.5 z) rest to its tail.
struct tan : of_angle<tan> {
  static double scalar(double x) { return __builtin_tan(x); }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    angle const a = split_angle<Single>(magnitude(x));
    reals const z = a.r * a.r, tail = fma(a.r * z, tan_tail<Single>(z), fma(z, 1.5, all(1)) * a.rest);
    reals const t = a.r + tail;
    return flip((a.quadrant & 1) != 0 ? -1 / t : t, sign(x));
  }
};

constexpr double quarter_pi = 0.5 * half_pi, quarter_pi_lo = 0.5 * half_pi_lo;

/// Returns atan(t) - t, for |t| <= 1/2.
template <bool Single>
WEFT_INLINE reals atan_tail(reals t) {
  reals const z = t * t;
  if constexpr (Single)
    return t * z *
           polynomial(z, -0x1.555555110a8bdp-2, 0x1.9998fbc4a5af9p-3, -0x1.24747b5c6ae1ep-3, 0x1.c2f237de8de25p-4,
                      -0x1.51cd24c55208dp-4, 0x1.5baf15e2b1c81p-5);
  else
    return t * z *
           polynomial(z, -0x1.5555555555555p-2, 0x1.99999999998efp-3, -0x1.2492492488cd5p-3, 0x1.c71c71c07aa81p-4,
                      -0x1.745d1610c9db0p-4, 0x1.3b138fa94851bp-4, -0x1.110eb7536a811p-4, 0x1.e1a90d6e3eb94p-5,
                      -0x1.ad4d6c2b46671p-5, 0x1.7b4481f4c9e2dp-5, -0x1.38361c1fc5228p-5, 0x1.9ad5609b4885dp-6,
                      -0x1.2f7bd77b2cd6ep-7);
}
/// Returns the angle of the point (x, y), or of (-x, y) in lanes of `left`; x and y are not negative. The quotient t of
/// the lesser and the greater gives atan(t), or beyond t = 1/2, where t - 1 is exact, pi/4 + atan((t - 1) / (t + 1)).
/// The quotient rounds, so that atan errs by 1.4 ULP and atan2 by 1.5, not by 1, in three quarters of the time.
template <bool Single>
WEFT_INLINE reals angle_of(reals y, reals x, longs left) {
  longs const steep = y > x;
  reals const n = machine::lesser(x, y), d = machine::greater(x, y);
  longs const middle = n > 0.5 * d;
  reals const top = middle ? n - d : n, bottom = middle ? d + n : d;
  reals const t = top / bottom;
  // `base` is the angle in quarters of pi to which the arctangent of the quotient is added; `back` makes that a
  // subtraction.
  reals base = middle ? all(1) : reals{};
  base = steep ? 2 - base : base;
  base = left ? 4 - base : base;
  ulongs const back = (ulongs)(steep ^ left) << 63;
  if constexpr (Single)
    return fma(base, quarter_pi, flip(t + atan_tail<true>(t), back));
  return fma(base, quarter_pi, flip(t, back) + fma(base, quarter_pi_lo, flip(atan_tail<false>(t), back)));
}
struct atan : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    return flip(angle_of<Single>(at_most(magnitude(x), 0x1p60), all(1), longs{}), sign(x));
  }
};
/// The scalar function takes zeros, infinities, NaN and numbers that are far from 1.
struct atan2 : repairable<atan2> {
  WEFT_INLINE static longs rare(reals y, reals x) {
    reals const a = magnitude(y), b = magnitude(x);
    return ~((a > all(0x1p-400)) & (b > all(0x1p-400)) & (a < all(0x1p400)) & (b < all(0x1p400)));
  }
  static double scalar(double y, double x) { return __builtin_atan2(y, x); }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals y, reals x) {
    return flip(angle_of<Single>(magnitude(y), magnitude(x), x < all(0)), sign(y));
  }
};

/// Returns asin(t) - t, where z = t^2 is at most 1/4.
template <bool Single>
WEFT_INLINE reals asin_tail(reals t, reals z) {
  if constexpr (Single)
    return t * z *
           polynomial(z, 0x1.555554d63da77p-3, 0x1.3334464a5ad38p-4, 0x1.6d56669df9fd0p-5, 0x1.fe055800b9522p-6,
                      0x1.16d39caf86ff4p-6, 0x1.15b7f9b0c0acap-5);
  else
    return t * z *
           polynomial(z, 0x1.5555555555556p-3, 0x1.3333333332e4cp-4, 0x1.6db6db6e3dbb0p-5, 0x1.f1c71c16c8f27p-6,
                      0x1.6e8bb2d37464dp-6, 0x1.1c4d1df78d8dcp-6, 0x1.c9d1b959827cdp-7, 0x1.780ca962f1f51p-7,
                      0x1.52e4efbce103ep-7, 0x1.605405ed895f1p-8, 0x1.20a413648502fp-6, -0x1.f17d584ac9b71p-7,
                      0x1.dac84081d817cp-6);
}
/// The parts of asin(x): t = x up to 1/2; beyond 1/2, asin(x) is pi/2 - 2 asin(t) with t^2 = (1 - x)/2. Beyond 1, t is
/// NaN. `tail` is asin(t) - t.
struct arc {
  longs large;
  reals t, tail;
};
template <bool Single>
WEFT_INLINE arc split_arc(reals size) {
  longs const large = size > all(0.5);
  reals const z = large ? 0.5 * (1 - size) : size * size, t = large ? machine::root(z) : size;
  return {large, t, asin_tail<Single>(t, z)};
}
struct asin : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    arc const a = split_arc<Single>(magnitude(x));
    pair const large = add_smaller(all(half_pi), -2 * a.t);
    return flip(a.large ? large.hi + (large.lo + (half_pi_lo - 2 * a.tail)) : a.t + a.tail, sign(x));
  }
};
struct acos : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    arc const a = split_arc<Single>(magnitude(x));
    ulongs const s = sign(x);
    reals const t = flip(a.t, s), tail = flip(a.tail, s);
    reals const right = 2 * (a.t + a.tail), left = 2 * (half_pi - (a.t + (a.tail - half_pi_lo)));
    reals const large = s != 0 ? left : right;
    return a.large ? large : half_pi - (t + (tail - half_pi_lo));
  }
};

} // namespace
} // namespace weft::detail
