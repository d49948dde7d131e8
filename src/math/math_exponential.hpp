// Private to src/math. Here and in its neighbours `Single` means that the elements are floats. If math_single.hpp has
// no form for a function, if products are not fused, or if an argument is unusual, the function of a float is computed
// in double with shorter polynomials and rounded once. So it errs by half an ULP.
namespace weft::detail {
namespace {

constexpr double log2_e = 0x1.71547652b82fep+0;
/// ln 2; times a whole number below 2^12 the high part is exact.
constexpr double ln2_hi = 0x1.62e42fefa3p-1, ln2_lo = 0x1.3de6af278ece6p-42;

/// x = n ln 2 + r + rest, where |r| < 0.3467, and n is in the low bits of `rounded`.
struct exponent {
  reals rounded, n, r, rest;
};
WEFT_INLINE exponent split_exponent(reals x) {
  reals const rounded = fma(x, log2_e, all(rounder)), n = rounded - rounder;
  reals const high = fma(n, -ln2_hi, x), low = n * ln2_lo, r = high - low;
  return {rounded, n, r, (high - r) - low};
}

/// Returns (e^r - 1 - r) / r^2 to 2^-53; for Single to 2^-24.
template <bool Single>
WEFT_INLINE reals exp_tail(reals r) {
  if constexpr (Single)
    return polynomial(r, 0x1.00000015b5eebp-1, 0x1.5554dd144cbe7p-3, 0x1.5554bf7079f9ep-5, 0x1.120b691a52dccp-7,
                      0x1.6d6e24d449e3cp-10);
  else
    return polynomial(r, 0x1.0000000000001p-1, 0x1.5555555555558p-3, 0x1.5555555553d4fp-5, 0x1.111111110f96fp-7,
                      0x1.6c16c17893662p-10, 0x1.a01a01af5f6a1p-13, 0x1.a019b8ef1a531p-16, 0x1.71ddf894f4bd1p-19,
                      0x1.2891a9936d855p-22, 0x1.af5fafed06bebp-26);
}
/// Return e^r and e^(r + rest).
template <bool Single>
WEFT_INLINE reals exp_of(reals r) {
  return 1 + fma(r * r, exp_tail<Single>(r), r);
}
WEFT_INLINE reals exp_of(reals r, reals rest) {
  return 1 + (r + fma(r * r, exp_tail<false>(r), rest));
}
/// Returns y 2^n, with n in the low bits of `rounded`, for y near 1 and a result in the normal range.
WEFT_INLINE reals shift_exponent(reals y, reals rounded) {
  return (reals)(bits(y) + (bits(rounded) << 52));
}

/// The base of exponential functions, whose results may leave the range of doubles. They are guarded if the processor
/// has no instruction that scales by a power of 2. F::split(x) reduces an x from -limit to limit. Results are normal
/// for |x| up to `safe`.
template <class F>
struct exponential {
  static constexpr bool guarded = !machine::scales, repaired = false;
  template <bool Single>
  WEFT_INLINE static reals value(exponent e) {
    return exp_of<Single>(e.r);
  }
  template <bool Single>
  WEFT_INLINE static reals of(reals x, longs& unusual) {
    unusual = ~(magnitude(x) < all(Single ? F::limit_single : F::safe));
    exponent const e = F::template split<Single>(x);
    return shift_exponent(F::template value<Single>(e), e.rounded);
  }
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    return thorough<Single>(x);
  }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals x) {
    constexpr double limit = Single ? F::limit_single : F::limit;
    exponent const e = F::template split<Single>(at_least(at_most(x, limit), -limit));
    if constexpr (Single)
      return shift_exponent(F::template value<true>(e), e.rounded);
    else
      return scale(F::template value<false>(e), e.n);
  }
};
struct exp : exponential<exp> {
  static constexpr double safe = 708, limit = 746, limit_single = 110;
  template <bool Single>
  WEFT_INLINE static exponent split(reals x) {
    reals const rounded = fma(x, log2_e, all(rounder)), n = rounded - rounder;
    if constexpr (Single)
      return {rounded, n, fma(n, -(ln2_hi + ln2_lo), x), reals{}};
    else
      return {rounded, n, fma(n, -ln2_lo, fma(n, -ln2_hi, x)), reals{}};
  }
};
struct exp2 : exponential<exp2> {
  static constexpr double safe = 1021, limit = 1080, limit_single = 160;
  template <bool Single>
  WEFT_INLINE static exponent split(reals x) {
    reals const rounded = x + rounder, n = rounded - rounder;
    return {rounded, n, (x - n) * (ln2_hi + ln2_lo), reals{}};
  }
};
/// If 10^x is a double, the result is exact: it errs by less than half an ULP before the last rounding.
struct exp10 : exponential<exp10> {
  static constexpr double safe = 307, limit = 325, limit_single = 50;
  template <bool Single>
  WEFT_INLINE static exponent split(reals x) {
    constexpr double two = 0x1.34413509f7p-2, two_lo = 0x1.3fde623e2566bp-43;    // log10(2)
    constexpr double ten = 0x1.26bb1bbb55515p+1, ten_lo = 0x1.05ba95b58ae0bp-52; // ln(10)
    reals const rounded = fma(x, 0x1.a934f0979a371p+1, all(rounder)), n = rounded - rounder;
    reals const high = fma(n, -two, x), low = n * two_lo, t = high - low;
    if constexpr (Single)
      return {rounded, n, t * ten, reals{}};
    pair const r = multiply(t, all(ten));
    return {rounded, n, r.hi, r.lo + fma(t, ten_lo, ((high - t) - low) * ten)};
  }
  template <bool Single>
  WEFT_INLINE static reals value(exponent e) {
    if constexpr (Single)
      return exp_of<true>(e.r);
    else
      return exp_of(e.r, e.rest);
  }
};

/// sinh(r) = r + s, cosh(r) = 1 + c.
struct half_sums {
  reals s, c;
};
template <bool Single>
WEFT_INLINE half_sums hyperbolic(reals r) {
  reals const z = r * r;
  if constexpr (Single)
    return {r * z * polynomial(z, 0x1.5555555a78dfap-3, 0x1.1110e0dfc039ep-7, 0x1.a1252e1b78f26p-13),
            z * polynomial(z, 0x1.0000000b915f8p-1, 0x1.5554e8db40a66p-5, 0x1.6d4369ef15842p-10)};
  else
    return {r * z *
                polynomial(z, 0x1.5555555555556p-3, 0x1.11111111109a9p-7, 0x1.a01a01a7ca30fp-13, 0x1.71de0d99c9a33p-19,
                           0x1.af38d6a9b7831p-26),
            z * polynomial(z, 0x1p-1, 0x1.5555555555557p-5, 0x1.6c16c16c15a59p-10, 0x1.a01a01a9efc92p-16,
                           0x1.27e4d408d49c4p-22, 0x1.1f7f4606a122fp-29)};
}
/// Returns a + b (r + rest) + smaller terms; |a| is at least |b r|, or 0.
template <bool Single>
WEFT_INLINE pair linear(reals a, reals b, exponent x, reals terms) {
  if constexpr (Single)
    return {fma(b, x.r, a) + terms, reals{}};
  pair const product = multiply(b, x.r), sum = add_smaller(a, product.hi);
  return {sum.hi, sum.lo + (product.lo + fma(b, x.rest, terms))};
}

/// e^x - 1 = 2^n (1 + r + s + c) - 1.
struct expm1 : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    exponent const e = split_exponent(at_least(at_most(x, 711), -40));
    half_sums const h = hyperbolic<Single>(e.r);
    reals const n = at_most(e.n, 900), scale = power_of_2(n);
    pair const result = linear<Single>(scale - 1, scale, e, scale * (h.s + h.c));
    return x == all(0) ? x : (result.hi + result.lo) * power_of_2(e.n - n);
  }
};

/// sinh(x) = C sinh(r) + S cosh(r), cosh(x) = C cosh(r) + S sinh(r), where C and S are the hyperbolic cosine and sine
/// of n ln 2. For n = 0 these are 1 and 0, so nothing cancels. x is not negative.
struct hyperbolic_pair {
  pair sinh, cosh;
  reals factor;
};
template <bool Single>
WEFT_INLINE hyperbolic_pair sinh_cosh(reals x) {
  exponent const e = split_exponent(x);
  half_sums const h = hyperbolic<Single>(e.r);
  reals const n = at_most(e.n, 900), up = power_of_2(n - 1), down = power_of_2(-1 - n), c = up + down, s = up - down;
  reals const c_lo = down - (c - up), s_lo = (up - s) - down; // not 0 from n = 27 on
  return {linear<Single>(s, c, e, fma(c, h.s, fma(s, h.c, s_lo))),
          linear<Single>(c, s, e, fma(s, h.s, fma(c, h.c, c_lo))), power_of_2(e.n - n)};
}
struct sinh : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    hyperbolic_pair const p = sinh_cosh<Single>(at_most(magnitude(x), 711));
    return flip((p.sinh.hi + p.sinh.lo) * p.factor, sign(x));
  }
};
struct cosh : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    hyperbolic_pair const p = sinh_cosh<Single>(at_most(magnitude(x), 711));
    return (p.cosh.hi + p.cosh.lo) * p.factor;
  }
};
/// tanh(x) = E / (E + 2) with E = e^2x - 1 = 2^n (e^r - 1) + (2^n - 1), where nothing cancels: for n = 0 the second
/// term is 0, and beyond it E > 0.4. The sum with 2 is exact up to 2^53, beyond which it is E. The result is 1 from
/// 19.1 on.
struct tanh : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    exponent const e = exp::split<Single>(2 * at_most(magnitude(x), 22));
    reals const scale = shift_exponent(all(1), e.rounded);
    reals const rest = e.r * e.r * exp_tail<Single>(e.r), high = fma(e.r, scale, scale - 1);
    reals const grown = fma(rest, scale, high), low = fma(rest, scale, high - grown), sum = grown + 2;
    pair const q = divide<Single>({grown, low}, {sum, (grown - (sum - 2)) + low});
    return flip(q.hi + q.lo, sign(x));
  }
};

/// erf(x) is x + x E(x^2) up to 1; beyond it 1 - e^G(x), where G approximates log(erfc(x)) as well as the result needs
/// it.
struct erf : everywhere {
  template <bool Single>
  WEFT_INLINE static reals of(reals x) {
    reals const size = at_most(magnitude(x), Single ? 4 : 6), z = size * size;
    reals const near = fma(size, of_square<Single>(z), size);
    exponent const e = exp::split<Single>(log_complement<Single>(size));
    return flip(size >= all(1) ? 1 - shift_exponent(exp_of<Single>(e.r), e.rounded) : near, sign(x));
  }
  template <bool Single>
  WEFT_INLINE static reals of_square(reals z) {
    if constexpr (Single)
      return polynomial(z, 0x1.06eba8202ea9ap-3, -0x1.81274667f41b6p-2, 0x1.ce2f099e0f6e3p-4, -0x1.b829d77f29532p-6,
                        0x1.562b0aedee23ap-8, -0x1.bcd72f1480f6cp-11, 0x1.d8b48e001245ap-14, -0x1.44c697a30caf1p-17);
    else
      return polynomial(z, 0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b33p-4, -0x1.b82ce31284f1ap-6,
                        0x1.565bcd0dbd4c7p-8, -0x1.c02db3db3d4cbp-11, 0x1.f9a321e35e4cap-14, -0x1.f4d1e41b5fa93p-17,
                        0x1.b9df2f1eccdfdp-20, -0x1.5f1f36b05d9aep-23, 0x1.f7b93134b4431p-27, -0x1.38aadb124baa2p-30,
                        0x1.0623f67c97b5ep-34);
  }
  template <bool Single>
  WEFT_INLINE static reals log_complement(reals x) {
    if constexpr (Single)
      return polynomial(x, 0x1.ada698acf300ap-13, -0x1.2131a61cc1c7fp+0, -0x1.441cfb82a0231p-1, -0x1.bd042841f840fp-4,
                        0x1.9fd0de508af54p-6, -0x1.18d5ff79f6195p-8, 0x1.e733e0d26d2bcp-12, -0x1.ab148373c2ff3p-16,
                        0x1.18b995af673cap-22);
    else
      return polynomial(x, -0x1.8c75f3fce93e5p-23, -0x1.20dd555c0b2dep+0, -0x1.45f432df10ddep-1, -0x1.a4d9a2ddef249p-4,
                        0x1.388e589f49205p-6, 0x1.2801f679710e6p-12, -0x1.d0415e78f81a7p-10, 0x1.510eef0b9b9d3p-11,
                        -0x1.81c953edc976cp-15, -0x1.247ca99731a4fp-14, 0x1.7781a1b0eebe7p-15, -0x1.137a247c261f8p-16,
                        0x1.20a9543d48776p-18, -0x1.c5b9d5594f1fep-21, 0x1.0c0ec7c83d55ap-23, -0x1.d09b68cbc45d6p-27,
                        0x1.1790a91376956p-30, -0x1.a1fbd0ba27f40p-35, 0x1.247e9c2c25d40p-40);
  }
};

} // namespace
} // namespace weft::detail
