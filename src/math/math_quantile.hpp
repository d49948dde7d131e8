// Private to src/math.
namespace weft::detail {
namespace {

/// The x >= 0 that a standard normal number exceeds with probability v, 2^-64 <= v <= 1/2. With d = 1/2 - v, x is d
/// times a function of w = -log(1 - 4 d^2) without a pole or a branch near the real line. So one rational function of w
/// serves all numbers but the tail, one in 2048, which has a rational function of -log(v). Neither takes a root. Both
/// are minimax fits of ours by Remez's exchange, within 1e-16; with rounding the relative error is below 8e-16.
struct normal_quantile {
  static constexpr bool guarded = true, repaired = false;
  static constexpr double tail = 0x1p-12;
  template <bool Single>
  WEFT_INLINE static reals of(reals v, longs& unusual) {
    unusual = v < all(tail);
    return middle(v);
  }
  template <bool Single>
  WEFT_INLINE static reals thorough(reals v) {
    return v < all(tail) ? beyond(v) : middle(v);
  }

private:
  WEFT_INLINE static reals middle(reals v) {
    reals const w = minus_log(4 * v * (1 - v));
    reals const n = polynomial(w, 0x1.40d931ff62705p+1, 0x1.c22a7b7f406ccp-1, 0x1.cfad1e4955006p-3,
                               0x1.52ac188b683c6p-5, 0x1.6eae9bbcef817p-8, 0x1.2ddea78e7b0e3p-11, 0x1.6e021a1184f04p-15,
                               0x1.2be25653aae47p-19, 0x1.1181a9bd34a2ep-24, 0x1.1d8a78bf8c73fp-31);
    reals const d =
        polynomial(w, 0x1p0, 0x1.6c643c289d0c2p-4, 0x1.ba5de7dceb6b7p-5, 0x1.f63007ed50d8ap-9, 0x1.da14892da8bbep-11,
                   0x1.7e5d0d1f9da08p-15, 0x1.36975f4032b43p-18, 0x1.04c6b012bdf1ep-23, 0x1.b5310c1a4d8a0p-29);
    return (0.5 - v) * n * machine::reciprocal(d);
  }
  WEFT_INLINE static reals beyond(reals v) {
    reals const y = minus_log(v) - 8;
    reals const n = polynomial(y, 0x1.b35a47ecc4b69p+1, 0x1.8384468bfe5d6p+0, 0x1.0f14dd06cce72p-2,
                               0x1.7c420ca75bc51p-6, 0x1.1b5db7a75a799p-10, 0x1.b7e96677749e0p-16,
                               0x1.464dae1219666p-22, 0x1.7f5bb48682227p-30, 0x1.c4d2a661f6baap-40);
    reals const d =
        polynomial(y, 0x1p0, 0x1.7571d7fb0b9fap-2, 0x1.a4a5aeb551fccp-5, 0x1.cf623482c0da5p-9, 0x1.05ae368d1adbdp-13,
                   0x1.23d56f94b5a2bp-19, 0x1.1cbef2698057ep-26, 0x1.70abb8c9ccfadp-35, 0x1.0a35c6a616b87p-46);
    return n * machine::reciprocal(d);
  }
  /// Returns -log(x) of a normal number. The error is some units of the last place of the greater of it and 1.
  WEFT_INLINE static reals minus_log(reals x) {
    scaled_number const p = split_number(x);
    reals const s = p.f * inverse<false>(p.f + 2), z = s * s;
    return fma(p.k, -(ln2_hi + ln2_lo), -fma(s * z, atanh_tail<false>(z), s + s));
  }
};

} // namespace
} // namespace weft::detail
