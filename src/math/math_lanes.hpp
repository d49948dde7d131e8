// Private to src/math: vectors of doubles as the compilers offer them (arithmetic, comparisons, ?:), and exact
// arithmetic on them. A unit for each instruction set includes this file once, after its machine, so it includes no
// headers. All names have internal linkage: no function compiled for one instruction set can serve another.
//
// xsimd is not used: measured with version 8.1 and AVX-512 on usual arguments, its pow errs by 400 ULP, erf by 68, tan
// by 2.3, and cbrt takes more than five times as long. Its other functions are about as fast as ours. It also needs
// flags for whole files and leaves weak functions in their objects.
namespace weft::detail {
namespace {

using reals = machine::reals;
using longs = machine::longs;
using ulongs = machine::ulongs;
constexpr int lanes = machine::bytes / 8;
/// Lanes of floats, for math_single.hpp.
using singles = machine::singles;
using uints = machine::uints;

constexpr double infinity = __builtin_huge_val(), no_number = __builtin_nan("");

WEFT_INLINE reals all(double x) {
  return x - reals{}; // x + 0 would lose the sign of a zero
}
template <class V>
WEFT_INLINE V fma(V a, V b, V c) {
  return machine::fma(a, b, c);
}
WEFT_INLINE reals fma(reals a, double b, reals c) {
  return machine::fma(a, b - reals{}, c);
}
WEFT_INLINE singles fma(singles a, float b, singles c) {
  return machine::fma(a, b - singles{}, c);
}

/// c0 + c1 z + .... Two terms make one term of a polynomial in w = z^2, which halves the latency of Horner's rule.
template <class V, class S, class... C>
WEFT_INLINE V by_pairs(V z, V w, S c0, S c1, C... c) {
  V const two = fma(z, c1, c0 - V{});
  if constexpr (sizeof...(c) == 0)
    return two;
  else if constexpr (sizeof...(c) == 1)
    return fma(w, c..., two);
  else
    return fma(w, by_pairs(z, w, c...), two);
}
template <class V, class... C>
WEFT_INLINE V polynomial(V z, C... c) {
  return by_pairs(z, z * z, c...);
}

WEFT_INLINE ulongs bits(reals x) {
  return (ulongs)x;
}
WEFT_INLINE uints bits(singles x) {
  return (uints)x;
}
WEFT_INLINE std::uint64_t sign_bit(reals) {
  return std::uint64_t(1) << 63;
}
WEFT_INLINE std::uint32_t sign_bit(singles) {
  return std::uint32_t(1) << 31;
}
template <class V>
WEFT_INLINE V magnitude(V x) {
  return (V)(bits(x) & ~sign_bit(x));
}
template <class V>
WEFT_INLINE auto sign(V x) {
  return bits(x) & sign_bit(x);
}
template <class V>
WEFT_INLINE V flip(V x, decltype(bits(V{})) signs) {
  return (V)(bits(x) ^ signs);
}
/// Returns the lesser of x and the bound, or NaN if x is NaN.
WEFT_INLINE reals at_most(reals x, double bound) {
  return machine::lesser(all(bound), x);
}
WEFT_INLINE reals at_least(reals x, double bound) {
  return machine::greater(all(bound), x);
}

/// Is true in lanes below `low`, in lanes from `high` on, and for NaN.
WEFT_INLINE longs outside(reals x, double low, double high) {
  return ~((x >= all(low)) & (x < all(high)));
}

/// Added to a number of magnitude up to 2^51, it leaves the nearest whole number in the low bits of the sum.
constexpr double rounder = 0x1.8p52;
WEFT_INLINE reals nearest(reals x) {
  return (x + rounder) - rounder;
}
/// Returns 2 to the power n, for whole n from -1022 to 1023.
WEFT_INLINE reals power_of_2(reals n) {
  return (reals)(bits(n + (rounder + 1023)) << 52);
}
/// Returns x 2^n for x near 1 and whole n from -1080 to 1026: only the second product can round.
template <class M = machine>
WEFT_INLINE reals scale(reals x, reals n) {
  if constexpr (M::scales) {
    return M::scale(x, n);
  } else {
    reals const half = nearest(0.5 * n);
    return x * power_of_2(half) * power_of_2(n - half);
  }
}

/// The number hi + lo, where lo is at most about an ULP of hi.
struct pair {
  reals hi, lo;
};
/// Returns the exact sum of a and b, where |a| >= |b|, or a is 0.
WEFT_INLINE pair add_smaller(reals a, reals b) {
  reals const sum = a + b;
  return {sum, b - (sum - a)};
}
WEFT_INLINE pair add(reals a, reals b) {
  reals const sum = a + b, from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}
/// Returns the exact product, unless it leaves the range; without fused operations by Dekker's halves of 26 bits.
WEFT_INLINE pair multiply(reals a, reals b) {
  reals const product = a * b;
  if constexpr (machine::fuses) {
    return {product, fma(a, b, -product)};
  } else {
    reals const wide_a = a * 0x1.0000002p27, wide_b = b * 0x1.0000002p27;
    reals const a1 = wide_a - (wide_a - a), b1 = wide_b - (wide_b - b), a2 = a - a1, b2 = b - b1;
    return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
  }
}
/// Returns the same sum, with a low part below an ULP of the high one; for Single x as it is.
template <bool Single>
WEFT_INLINE pair rounded(pair x) {
  if constexpr (Single)
    return x;
  else
    return add_smaller(x.hi, x.lo);
}
/// Returns 1 / x to an ULP or two; for Single as exactly as a float needs.
template <bool Single>
WEFT_INLINE reals inverse(reals x) {
  return Single ? machine::rough_reciprocal(x) : machine::reciprocal(x);
}
/// Returns n - q d to an ULP or two, where q is nearly n / d.
WEFT_INLINE reals remainder(reals n, reals q, reals d) {
  if constexpr (machine::fuses) {
    return fma(-q, d, n);
  } else {
    pair const back = multiply(q, d);
    return (n - back.hi) - back.lo;
  }
}
/// Returns (n.hi + n.lo) / (d.hi + d.lo) to little more than half an ULP; Single leaves the low parts out.
template <bool Single>
WEFT_INLINE pair divide(pair n, pair d) {
  reals const factor = inverse<Single>(d.hi), q = n.hi * factor;
  if constexpr (Single)
    return {q, reals{}};
  else
    return {q, fma(-q, d.lo, remainder(n.hi, q, d.hi) + n.lo) * factor};
}

/// The base of a function that has one form for all arguments. A `guarded` function has a short form for usual
/// arguments beside a thorough one; for these arguments both give the same bits. If the function is also `repaired`, a
/// scalar function computes the lanes that the thorough form does not serve.
struct everywhere {
  static constexpr bool guarded = false;
};
/// The base of a guarded function whose two forms are the same. A scalar function computes the lanes that F::rare
/// finds.
template <class F>
struct repairable {
  static constexpr bool guarded = true, repaired = true;
  template <bool Single>
  WEFT_INLINE static reals of(reals x, longs& unusual) {
    unusual = F::rare(x);
    return F::template thorough<Single>(x);
  }
  template <bool Single>
  WEFT_INLINE static reals of(reals x, reals y, longs& unusual) {
    unusual = F::rare(x, y);
    return F::template thorough<Single>(x, y);
  }
};

} // namespace
} // namespace weft::detail
