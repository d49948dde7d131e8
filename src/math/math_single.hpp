// Private to src/math. Functions for which vectors of floats pay: a vector has twice as many floats as doubles, and
// takes about the same steps. They err by less than 2 ULP, which was tried for all floats. These short forms take usual
// arguments. Lanes with other arguments get the results of the functions on doubles.
namespace weft::detail {
namespace {

namespace single {

using ints = machine::ints; ///< -1 where true
constexpr int lanes = machine::bytes / 4;

WEFT_INLINE singles all(float x) {
  return x - singles{};
}
/// Returns the lesser of x and the bound, or NaN if x is NaN.
WEFT_INLINE singles at_most(singles x, float bound) {
  return machine::lesser(all(bound), x);
}
/// Returns true if all lanes are true.
WEFT_INLINE bool every(ints lane) {
  return !machine::any(~lane);
}

/// The base of a form that needs fused products: added without being rounded before.
struct fused {
  static constexpr bool needs_fusion = true;
};
struct sqrt {
  static constexpr bool needs_fusion = false;
  WEFT_INLINE static ints usual(singles) { return ~ints{}; }
  WEFT_INLINE static singles of(singles x) { return machine::root(x); }
};

/// Computed as for doubles: a guess with x y^3 = 1 - e, |e| < 0.106, whose error a polynomial reduces to 2^-18, and a
/// step of Newton for the root.
struct cbrt : fused {
  WEFT_INLINE static ints usual(singles x) {
    return (ints)(bits(magnitude(x)) - 0x800000u < 0x7f000000u) | (x == 0); // normal and finite, or 0
  }
  WEFT_INLINE static singles of(singles x) {
    singles const a = magnitude(x);
    singles const top = __builtin_convertvector((ints)bits(a), singles);
    singles const guess = (singles) __builtin_convertvector(fma(top, -1 / 3.0f, all(0x1.5287f4p+30f)), ints);
    singles const e = 1 - a * guess * guess * guess;
    singles const y = guess * polynomial(e, 0x1.ffffbcp-1f, 0x1.5555dep-2f, 0x1.ca3e34p-3f, 0x1.62cdcap-3f);
    singles const square = y * y, r = a * square;
    return flip(fma(fma(r * r, r, -a) * square, -1 / 3.0f, r), sign(x));
  }
};

/// Added to a number of magnitude up to 2^22, it leaves the nearest whole number in the low bits of the sum.
constexpr float rounder = 0x1.8p23f;
constexpr float ln2_hi = 0x1.62e43p-1f, ln2_lo = -0x1.05c61p-29f;

/// x = n ln 2 + r with n in the low bits of `rounded`, |r| < 0.35. The first product leaves r exact: it is a multiple
/// of 2^-24, as n ln2_hi and x are.
struct exponent {
  singles rounded, r;
};
WEFT_INLINE exponent split_exponent(singles x) {
  singles const rounded = fma(x, 0x1.715476p+0f, all(rounder)), n = rounded - rounder;
  return {rounded, fma(n, -ln2_lo, fma(n, -ln2_hi, x))};
}
/// Returns (e^r - 1 - r) / r^2.
WEFT_INLINE singles exp_tail(singles r) {
  return polynomial(r, 0x1p-1f, 0x1.555492p-3f, 0x1.5554bep-5f, 0x1.123996p-7f, 0x1.6d7c8ep-10f);
}
WEFT_INLINE singles shift_exponent(singles y, singles rounded) {
  return (singles)(bits(y) + (bits(rounded) << 23));
}
/// Returns e^x if that is a normal number.
WEFT_INLINE singles exp_of(singles x) {
  exponent const e = split_exponent(x);
  return shift_exponent(1 + fma(e.r * e.r, exp_tail(e.r), e.r), e.rounded);
}

struct exp : fused {
  WEFT_INLINE static ints usual(singles x) { return magnitude(x) < all(86); }
  WEFT_INLINE static singles of(singles x) { return exp_of(x); }
};

/// x = 2^n m with m from 2/3 to 4/3, f = m - 1, and log(1 + f) = f + f^2 P(f).
struct log : fused {
  WEFT_INLINE static ints usual(singles x) { return (x >= all(0x1p-126f)) & (x < all(__builtin_huge_valf())); }
  WEFT_INLINE static singles of(singles x) {
    uints const from = bits(x) - 0x3f2aaaabu, power = from & 0xff800000u;
    singles const f = (singles)(bits(x) - power) - 1;
    singles const n = __builtin_convertvector((ints)power, singles) * 0x1p-23f;
    singles const tail = polynomial(f, -0x1p-1f, 0x1.55550cp-2f, -0x1.fffe5ep-3f, 0x1.99ce34p-3f, -0x1.55b7fp-3f,
                                    0x1.1ef264p-3f, -0x1.f03b2ap-4f, 0x1.1defc4p-3f, -0x1.0e2cbp-3f);
    return fma(n, ln2_hi, fma(f * f, tail, fma(n, ln2_lo, f)));
  }
};

/// pi/2 as a sum of three numbers. For x up to 2^15, the difference of x and the nearest multiple of the first one is
/// exact.
constexpr float half_pi = 0x1.921fb6p+0f, half_pi_lo = -0x1.777a5cp-25f, half_pi_rest = -0x1.ee59dap-50f;
constexpr float two_by_pi = 0x1.45f306p-1f;

/// Returns sin(x + quarter pi/2): x = n pi/2 + r with |r| < 0.79, by three parts of pi/2. The first product leaves r
/// exact, the others round twice.
WEFT_INLINE singles sine(singles x, std::uint32_t quarter) {
  singles const rounded = fma(x, two_by_pi, all(rounder)), n = rounded - rounder;
  singles const near = fma(n, -half_pi_lo, fma(n, -half_pi, x));
  singles const r = fma(n, -half_pi_rest, near), z = r * r;
  singles const s = fma(r * z, polynomial(z, -0x1.555546p-3f, 0x1.110776p-7f, -0x1.99527p-13f), r);
  singles const c = fma(z * z, polynomial(z, 0x1.55554ap-5f, -0x1.6c0c1ap-10f, 0x1.99e0e4p-16f), fma(z, -0.5f, all(1)));
  uints const quadrant = bits(rounded) + quarter;
  return flip((quadrant & 1) != 0 ? c : s, (quadrant & 2) << 30);
}
struct of_angle : fused {
  WEFT_INLINE static ints usual(singles x) { return magnitude(x) < all(0x1p15f); }
};
struct sin : of_angle {
  WEFT_INLINE static singles of(singles x) { return flip(sine(magnitude(x), 0), sign(x)); }
};
struct cos : of_angle {
  WEFT_INLINE static singles of(singles x) { return sine(magnitude(x), 1); }
};

/// tan(r) = r + r^3 P(r^2) for |r| < 0.79, or -1 / tan(r) in every second quadrant. r is exact but for `rest`, which
/// adds about (1 + 1.5 r^2) rest to the tail.
struct tan : of_angle {
  WEFT_INLINE static singles of(singles x) {
    singles const size = magnitude(x), rounded = fma(size, two_by_pi, all(rounder)), n = rounded - rounder;
    singles const near = fma(n, -half_pi, size), step = n * -half_pi_lo, r = near + step, z = r * r;
    singles const rest = ((near - r) + step) + fma(n, -half_pi_rest, fma(n, -half_pi_lo, -step));
    singles const series = polynomial(z, 0x1.55556p-2f, 0x1.110d9ap-3f, 0x1.badadep-5f, 0x1.5cb296p-6f, 0x1.631fa2p-7f,
                                      0x1.6154fcp-14f, 0x1.1f0ddap-8f);
    singles const tail = fma(r * z, series, fma(z, 1.5f, all(1)) * rest);
    singles const t = r + tail;
    return flip((bits(rounded) & 1) != 0 ? -1 / t : t, sign(x));
  }
};

/// Computed as for doubles; the result is 1 from 9.1 on.
struct tanh : fused {
  WEFT_INLINE static ints usual(singles) { return ~ints{}; }
  WEFT_INLINE static singles of(singles x) {
    singles const size = at_most(magnitude(x), 10);
    exponent const e = split_exponent(size + size);
    singles const scale = shift_exponent(all(1), e.rounded);
    singles const grown = fma(e.r * e.r * exp_tail(e.r), scale, fma(e.r, scale, scale - 1)), sum = grown + 2;
    singles const factor = machine::rough_reciprocal(sum), q = grown * factor;
    singles const rest = fma(-q, grown - (sum - 2), fma(-q, sum, grown));
    return flip(fma(rest, factor, q), sign(x));
  }
};

/// Computed as t + t^3 P(t^2) up to 1, beyond it as pi/2 - atan(1 / x).
struct atan : fused {
  WEFT_INLINE static ints usual(singles) { return ~ints{}; }
  WEFT_INLINE static singles of(singles x) {
    singles const size = magnitude(x);
    ints const steep = size > all(1);
    singles const t = steep ? -1 / size : size, z = t * t;
    singles const tail = t * z *
                         polynomial(z, -0x1.55554p-2f, 0x1.99926ap-3f, -0x1.24267ap-3f, 0x1.c0cd8cp-4f, -0x1.58ce66p-4f,
                                    0x1.dce018p-5f, -0x1.01822cp-5f, 0x1.6a3072p-7f, -0x1.de582ep-10f);
    singles const steep_value = half_pi + (t + (tail + half_pi_lo));
    return flip(steep ? steep_value : t + tail, sign(x));
  }
};

/// Computed as for doubles: x + x E(x^2) up to 1, beyond it 1 - e^G(x).
struct erf : fused {
  WEFT_INLINE static ints usual(singles) { return ~ints{}; }
  WEFT_INLINE static singles of(singles x) {
    singles const size = at_most(magnitude(x), 4), z = size * size;
    singles const near = fma(size,
                             polynomial(z, 0x1.06eba8p-3f, -0x1.812746p-2f, 0x1.ce2f0ap-4f, -0x1.b829d8p-6f,
                                        0x1.562b0ap-8f, -0x1.bcd73p-11f, 0x1.d8b48ep-14f, -0x1.44c698p-17f),
                             size);
    singles const log_rest =
        polynomial(size, 0x1.ada698p-13f, -0x1.2131a6p+0f, -0x1.441cfcp-1f, -0x1.bd0428p-4f, 0x1.9fd0dep-6f,
                   -0x1.18d5fep-8f, 0x1.e733e0p-12f, -0x1.ab1484p-16f, 0x1.18b996p-22f);
    return flip(size >= all(1) ? 1 - exp_of(log_rest) : near, sign(x)); // NaN stays
  }
};

} // namespace single

} // namespace
} // namespace weft::detail
