// Private to src/math: functions of complex numbers, whose real and imaginary parts lie in arrays of their own. Each
// part errs by less than 2 ULP. Floats are computed as doubles. The scalar function takes zeros, infinities, NaN, and
// numbers of unusual size.
namespace weft::detail {
namespace {

struct complex_vector {
  reals re, im;
};

/// e^x cos(y) and e^x sin(y), as 2^n (1 + t) times a sum of two numbers: products and sums of the small terms round
/// once.
struct complex_exp {
  static constexpr complex_function function = complex_function::exp;
  WEFT_INLINE static longs rare(reals x, reals y) {
    reals const size = magnitude(y);
    return ~((magnitude(x) < all(600)) & (size < all(0x1p20)) & ((size > all(0x1p-100)) | (size == all(0))));
  }
  WEFT_INLINE static complex_vector of(reals x, reals y) {
    exponent const e = exp::split<false>(x);
    angle const a = split_angle<false>(magnitude(y));
    circle const c = sin_cos<false>(a);
    longs const odd = (a.quadrant & 1) != 0;
    reals const t = fma(e.r * e.r, exp_tail<false>(e.r), e.r), power = power_of_2(e.n);
    reals const re = grown(t, odd ? c.sin.hi : c.cos.hi, odd ? c.sin.lo : c.cos.lo);
    reals const im = grown(t, odd ? c.cos.hi : c.sin.hi, odd ? c.cos.lo : c.sin.lo);
    return {flip(re * power, ((a.quadrant + 1) & 2) << 62), flip(im * power, (a.quadrant & 2) << 62 ^ sign(y))};
  }

private:
  /// Returns (1 + t) (hi + lo).
  WEFT_INLINE static reals grown(reals t, reals hi, reals lo) { return hi + fma(t, hi + lo, lo); }
};

/// True in lanes whose numbers are not both from 2^-400 to 2^400.
WEFT_INLINE longs out_of_range(reals a, reals b) {
  return ~((a > all(0x1p-400)) & (b > all(0x1p-400)) & (a < all(0x1p400)) & (b < all(0x1p400)));
}

/// The real part is half of log(x^2 + y^2). The sum has more than 106 bits, because the logarithm of a number near 1
/// has the precision of its distance from 1. The scalar function takes numbers of less than 2^-80 from the unit
/// circle.
struct complex_log {
  static constexpr complex_function function = complex_function::log;
  WEFT_INLINE static longs rare(reals x, reals y) {
    return out_of_range(magnitude(x), magnitude(y)) | (magnitude(real(x, y)) < all(0x1p-80));
  }
  WEFT_INLINE static complex_vector of(reals x, reals y) { return {real(x, y), atan2::thorough<false>(y, x)}; }

private:
  WEFT_INLINE static reals real(reals x, reals y) {
    reals const a = magnitude(x), b = magnitude(y), great = machine::greater(a, b), little = machine::lesser(a, b);
    pair const squares[] = {multiply(great, great), multiply(little, little)};
    pair const sum = add_smaller(squares[0].hi, squares[1].hi), low = add(squares[0].lo, squares[1].lo);
    pair const rest = add(sum.lo, low.hi);
    scaled_number const p = split_number(sum.hi);
    reals const scale = power_of_2(-p.k);
    pair const f = add(p.f, rest.hi * scale);
    pair m = log_of_mantissa<false>(f.hi);
    m.lo += (f.lo + (rest.lo + low.lo) * scale) / (1 + f.hi);
    return 0.5 * times_and(p.k, ln2_hi, ln2_lo, m);
  }
};

/// Returns the root of x.hi + x.lo as a sum.
WEFT_INLINE pair root_of(pair x) {
  reals const r = machine::quick_root(x.hi);
  return {r, (remainder(x.hi, r, r) + x.lo) * (0.5 * inverse<true>(r))};
}
/// The greater part of the root is t = sqrt((|x| + |z|) / 2), and the other one |y| / 2t. Each root and sum keeps a low
/// part: without them the lesser part erred by 2.2 ULP.
struct complex_sqrt {
  static constexpr complex_function function = complex_function::sqrt;
  WEFT_INLINE static longs rare(reals x, reals y) { return out_of_range(magnitude(x), magnitude(y)); }
  WEFT_INLINE static complex_vector of(reals x, reals y) {
    pair const square = multiply(x, x), other_square = multiply(y, y);
    pair const size = root_of(joined(square, other_square)), sum = joined({magnitude(x), reals{}}, size);
    pair const root = root_of({0.5 * sum.hi, 0.5 * sum.lo});
    reals const t = root.hi + root.lo, other = 0.5 * magnitude(y) / t;
    longs const right = x > all(0);
    return {right ? t : other, flip(right ? other : t, sign(y))};
  }

private:
  WEFT_INLINE static pair joined(pair a, pair b) {
    pair const sum = add(a.hi, b.hi);
    return {sum.hi, sum.lo + (a.lo + b.lo)};
  }
};

template <class F>
struct complex_step {
  static constexpr int width = lanes;
  template <class T>
  WEFT_INLINE static void run(T* re, T* im) {
    reals const x = load(re), y = load(im);
    longs const rare = F::rare(x, y);
    complex_vector const value = F::of(x, y);
    store(value.re, re);
    store(value.im, im);
    if (__builtin_expect(machine::any(rare), 0))
      repair(rare, x, y, re, im);
  }

private:
  template <class T>
  [[gnu::noinline]] static void repair(longs rare, reals x, reals y, T* re, T* im) {
    for (int k = 0; k < lanes; ++k)
      if (rare[k] != 0) {
        double real = x[k], imag = y[k];
        scalar_complex(F::function, real, imag);
        re[k] = static_cast<T>(real);
        im[k] = static_cast<T>(imag);
      }
  }
};
/// Calls f(re, im) for whole vectors of components; the last ones are copied together with others.
template <class T, class F>
WEFT_INLINE void for_components(T* re, T* im, index_t n, F const& f) {
  index_t i = 0;
  for (; i + lanes <= n; i += lanes)
    f(re + i, im + i);
  if (i == n)
    return;
  int const rest = static_cast<int>(n - i);
  padded<T, lanes> x(re + i, rest), y(im + i, rest);
  f(x.element, y.element);
  for (int k = 0; k < rest; ++k) {
    re[i + k] = x.element[k];
    im[i + k] = y.element[k];
  }
}
template <class F, class T>
void run_complex(T* re, T* im, index_t n) {
  for_components(re, im, n, [](T* x, T* y) { complex_step<F>::run(x, y); });
}

/// Compares squares if they differ by more than 2^-20 of each other: that is more than the roundings of floats. For
/// other numbers, and for NaN, the magnitude is computed.
template <class T>
void run_beside(T limit, T* re, T* im, index_t n) {
  if (!(limit > T(0x1p-100) && limit < T(0x1p100)))
    return run_binary<hypot>(re, im, re, n);
  double const c = limit, square = c * c;
  for_components(re, im, n, [=](T* to, T const* imag) {
    reals const x = load(to), y = load(imag), over = fma(x, x, y * y) - square;
    if (__builtin_expect(machine::any(~(magnitude(over) > all(square * 0x1p-20))), 0))
      step<hypot>(to, x, y);
    else
      store(over > all(0) ? all(2 * c) : all(0.5 * c), to);
  });
}

} // namespace
} // namespace weft::detail
