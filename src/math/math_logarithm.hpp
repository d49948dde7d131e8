// Private to src/math.
namespace weft::detail {
namespace {

/// x = 2^k (1 + f), where 1 + f is from sqrt(1/2) to sqrt(2); x is positive, finite and normal.
struct scaled_number {
  reals k, f;
};
WEFT_INLINE scaled_number split_number(reals x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd, bias = std::uint64_t(1024) << 52,
                          one = std::uint64_t(1) << 52;
  ulongs const from_root = bits(x) + (bias - root_half);
  return {(reals)((from_root >> 52) | 0x4330000000000000) - (0x1p52 + 1024),
          (reals)((from_root & (one - 1)) + root_half) - 1};
}
/// Splits a number as split_number does, but subnormal numbers too.
WEFT_INLINE scaled_number split_any_number(reals x) {
  longs const tiny = x < all(0x1p-1022);
  scaled_number p = split_number(tiny ? x * 0x1p54 : x);
  p.k -= tiny ? all(54) : reals{};
  return p;
}
/// Returns (2 atanh(s) / s - 2) / s^2 for z = s^2 up to 0.0295.
template <bool Single>
WEFT_INLINE reals atanh_tail(reals z) {
  if constexpr (Single)
    return polynomial(z, 0x1.55555b8d9e982p-1, 0x1.997c09a43ca37p-2, 0x1.2eebac016a7d2p-2);
  else
    return polynomial(z, 0x1.5555555555558p-1, 0x1.9999999995221p-2, 0x1.2492492e03efap-2, 0x1.c71c62d027195p-3,
                      0x1.7462ba31e5868p-3, 0x1.39fdb77b47efap-3, 0x1.2b5fdbdcdbf50p-3);
}
/// Returns log(1 + f) = 2 s + s^3 R, s = f / (2 + f), computed as f - f^2/2 + s (f^2/2 + s^2 R): the errors of s affect
/// only small terms.
template <bool Single>
WEFT_INLINE pair log_of_mantissa(reals f) {
  reals const s = f * inverse<Single>(f + 2), z = s * s;
  if constexpr (Single)
    return {fma(s * z, atanh_tail<true>(z), s + s), reals{}}; // shorter, and enough
  reals const half_square = 0.5 * f * f, rest = s * fma(z, atanh_tail<false>(z), half_square);
  pair const high = add_smaller(f, -half_square);
  return {high.hi, high.lo + rest};
}
/// Returns `value` where x is positive and finite, elsewhere the results that all logarithms share.
WEFT_INLINE reals with_limits(reals x, reals value) {
  reals const upper = x < all(infinity) ? value : x;
  return x > all(0) ? upper : x == all(0) ? all(-infinity) : all(no_number);
}
/// Returns k (hi + lo) + m.
WEFT_INLINE reals times_and(reals k, double hi, double lo, pair m) {
  pair const sum = add_smaller(k * hi, m.hi);
  return sum.hi + (sum.lo + fma(k, lo, m.lo));
}

/// The base of a logarithm, which F::value computes from the parts of x.
template <class F>
struct logarithm {
  static constexpr bool guarded = true, repaired = false;
  template <bool Single>
  WEFT_INLINE static reals of(reals x, longs& unusual) {
    unusual = outside(x, Single ? 0x1p-149 : 0x1p-1022, infinity);
    return F::template value<Single>(split_number(x));
  }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    return with_limits(x, F::template value<Single>(split_any_number(x)));
  }
};
struct log : logarithm<log> {
  template <bool Single>
  WEFT_INLINE static reals value(scaled_number p) {
    pair const m = log_of_mantissa<Single>(p.f);
    if constexpr (Single)
      return fma(p.k, ln2_hi + ln2_lo, m.hi);
    else
      return fma(p.k, ln2_hi, m.hi + fma(p.k, ln2_lo, m.lo)); // the first product is exact
  }
};
WEFT_INLINE pair times(pair a, double hi, double lo) {
  pair const product = multiply(a.hi, all(hi));
  return {product.hi, product.lo + fma(a.hi, lo, a.lo * hi)};
}
/// Exact for powers of 2: f is 0 there.
struct log2 : logarithm<log2> {
  template <bool Single>
  WEFT_INLINE static reals value(scaled_number p) {
    pair const m = log_of_mantissa<Single>(p.f);
    if constexpr (Single)
      return fma(m.hi, log2_e, p.k);
    else
      return times_and(p.k, 1, 0, times(m, log2_e, 0x1.777d0ffda0d24p-56));
  }
};
struct log10 : logarithm<log10> {
  template <bool Single>
  WEFT_INLINE static reals value(scaled_number p) {
    constexpr double e = 0x1.bcb7b1526e50ep-2, two = 0x1.34413509f7p-2, two_lo = 0x1.3fde623e2566bp-43;
    pair const m = log_of_mantissa<Single>(p.f);
    if constexpr (Single)
      return fma(p.k, two + two_lo, m.hi * e);
    else
      return times_and(p.k, two, two_lo, times(m, e, 0x1.95355baaafad3p-57));
  }
};
/// log(u + rest), where u + rest = 1 + x. If u is near 1, it is computed from x.
struct log1p : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    pair const u = add(all(1), x);
    scaled_number const p = split_number(u.hi);
    longs const near = p.k == all(0);
    reals const f = near ? x : p.f;
    pair m = log_of_mantissa<Single>(f);
    if constexpr (!Single)
      m.lo += near ? reals{} : u.lo * power_of_2(-at_most(p.k, 1000)) * (1 - f + f * f);
    return x == all(0) ? x : with_limits(u.hi, times_and(p.k, ln2_hi, ln2_lo, m));
  }
};
/// atanh(x) is half of log((1 + x) / (1 - x)); for small x it is computed by a series in x itself.
struct atanh : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    reals const size = magnitude(x);
    reals const z = size * size, small = fma(size * z, 0.5 * atanh_tail<Single>(z), size);
    pair const n = add(all(1), size), d = add(all(1), -size), q = divide<Single>(n, d);
    scaled_number const p = split_number(q.hi);
    pair m = log_of_mantissa<Single>(p.f);
    if constexpr (!Single)
      m.lo += q.lo * power_of_2(-p.k) * (1 - p.f + p.f * p.f);
    reals const large = 0.5 * times_and(p.k, ln2_hi, ln2_lo, m);
    reals const inside = size < all(0x1.5f619980c4336p-3) ? small : large; // the largest s of a mantissa
    reals const outside = size == all(1) ? all(infinity) : all(no_number);
    return flip(size < all(1) ? inside : outside, sign(x));
  }
};

/// Returns the logarithm of the parts to about 2^-65: pow multiplies it by up to 745.
WEFT_INLINE pair precise_log(scaled_number p) {
  pair const s = divide<false>({p.f, reals{}}, add_smaller(all(2), p.f));
  pair const square = multiply(s.hi, s.hi);
  reals const z = square.hi, twice = 2 * s.hi, z_lo = fma(twice, s.lo, square.lo);
  reals const tail =
      z * polynomial(z, 0x1.999999999999ap-2, 0x1.2492492492523p-2, 0x1.c71c71c6ea3acp-3, 0x1.745d177ae826dp-3,
                     0x1.3b1395b2afb41p-3, 0x1.1118ce0f2d702p-3, 0x1.df7b95a668430p-4, 0x1.e03a2ef8b120bp-4);
  pair const w = add_smaller(all(0x1.5555555555555p-1), tail);
  pair const r = multiply(z, w.hi);
  reals const r_lo = fma(z, w.lo + 0x1.5555555555555p-55, fma(z_lo, w.hi, r.lo));
  pair const t = multiply(s.hi, r.hi);
  reals const t_lo = fma(s.hi, r_lo, fma(s.lo, r.hi, t.lo));
  pair const m = add_smaller(twice, t.hi), sum = add_smaller(p.k * ln2_hi, m.hi);
  return {sum.hi, sum.lo + (m.lo + (fma(p.k, ln2_lo, fma(s.lo, 2, t_lo))))};
}
/// Returns the logarithm of the parts to 2^-36 or so, for floats.
WEFT_INLINE reals rough_log(scaled_number p) {
  reals const s = p.f * inverse<false>(p.f + 2), z = s * s, twice = s + s;
  reals const tail =
      polynomial(z, 0x1.5555554b9535fp-1, 0x1.9999ebede662dp-2, 0x1.245c0f3d2b8cbp-2, 0x1.ddd84b47da1cap-3);
  return fma(p.k, ln2_hi + ln2_lo, fma(s * z, tail, twice));
}
/// e^(y log|x|), with the sign of a negative x where y is odd. The scalar function takes zeros, infinities and NaN. The
/// short form takes positive normal x whose results neither overflow nor are subnormal.
struct pow {
  static constexpr bool guarded = true, repaired = true;
  WEFT_INLINE static longs rare(reals x, reals y) {
    reals const size = magnitude(x), power = magnitude(y);
    return ~((size > all(0)) & (size < all(infinity)) & (power < all(infinity)) &
             ((x > all(0)) | (power < all(0x1p51))));
  }
  static double scalar(double x, double y) { return __builtin_pow(x, y); }
  template <bool Single>
  WEFT_INLINE static reals of(reals x, reals y, longs& unusual) {
    pair const exponent = product<Single>(split_number(x), y);
    unusual = outside(x, 0x1p-1022, infinity) | ~(magnitude(exponent.hi) < all(Single ? 110 : 707));
    if constexpr (!machine::fuses)
      unusual |= ~(magnitude(y) < all(0x1p900)); // from 2^900 on multiply() overflows
    reals const rounded = fma(exponent.hi, log2_e, all(rounder));
    return shift_exponent(reduced<Single>(exponent, rounded - rounder), rounded);
  }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x, reals y) {
    reals const factor = at_least(at_most(y, 0x1p900), -0x1p900); // this factor gives the same result, in range
    pair const p = product<Single>(split_any_number(magnitude(x)), factor);
    longs const inside = magnitude(p.hi) < all(746);
    pair const exponent = {at_least(at_most(p.hi, 746), -746), inside ? p.lo : reals{}};
    reals const n = nearest_of(exponent.hi), value = scale(reduced<Single>(exponent, n), n);
    reals const size = magnitude(y), half = 0.5 * size;
    longs const whole = ((size + 0x1p52) - 0x1p52) == size, odd = ((half + 0x1p52) - 0x1p52) != half;
    ulongs const signs = sign(x) & (ulongs)(whole & odd);
    return ((x < all(0)) & ~whole) ? all(no_number) : flip(value, signs);
  }
  WEFT_INLINE static reals nearest_of(reals x) { return fma(x, log2_e, all(rounder)) - rounder; }
  /// Returns y log(x).
  template <bool Single>
  WEFT_INLINE static pair product(scaled_number x, reals y) {
    if constexpr (Single)
      return {y * rough_log(x), reals{}};
    pair const l = precise_log(x), p = multiply(y, l.hi);
    return {p.hi, fma(y, l.lo, p.lo)};
  }
  /// Returns e^x / 2^n; the low part of x may be as large as 2^-43.
  template <bool Single>
  WEFT_INLINE static reals reduced(pair x, reals n) {
    if constexpr (Single)
      return exp_of<true>(fma(n, -(ln2_hi + ln2_lo), x.hi));
    reals const high = fma(n, -ln2_hi, x.hi), low = n * ln2_lo, first = high - low;
    pair const r = add_smaller(first, ((high - first) - low) + x.lo);
    return exp_of(r.hi, r.lo);
  }
};

} // namespace
} // namespace weft::detail
