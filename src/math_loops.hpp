// Private to src/math_*.cpp: the functions over arrays, and a table of them.
namespace weft::detail {
namespace {

WEFT_INLINE reals load(double const* p) {
  reals v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
WEFT_INLINE reals load(float const* p) {
  return machine::load(p);
}
WEFT_INLINE void store(reals v, double* p) {
  __builtin_memcpy(p, &v, sizeof v);
}
WEFT_INLINE void store(reals v, float* p) {
  machine::store(v, p);
}

/// A vector with arguments that the short form cannot serve. It takes copies: out may be where they came from.
template <class F, class T, class... V>
[[gnu::noinline]] void store_unusual(T* out, V... x) {
  store(F::template thorough < sizeof(T) == 4 > (x...), out);
  if constexpr (F::repaired) {
    const longs rare = F::rare(x...);
    for (int k = 0; k < lanes; ++k)
      if (rare[k] != 0)
        out[k] = static_cast<T>(F::scalar(x[k]...));
  }
}
template <class F, class T, class... V>
WEFT_INLINE void step(T* out, V... x) {
  if constexpr (F::guarded) {
    longs unusual;
    const reals value = F::template of < sizeof(T) == 4 > (x..., unusual);
    if (__builtin_expect(machine::any(unusual), 0))
      store_unusual<F>(out, x...);
    else
      store(value, out);
  } else {
    store(F::template of < sizeof(T) == 4 > (x...), out);
  }
}
/// The last ones by a full vector too, so that they have the bits that they would have elsewhere.
template <class F, class T, class... P>
[[gnu::noinline]] void last_step(index_t n, T* out, P const*... x) {
  const auto padded = [n](T const* from) {
    T buffer[lanes];
    for (int k = 0; k < lanes; ++k)
      buffer[k] = k < n ? from[k] : T(1);
    return load(buffer);
  };
  T results[lanes];
  step<F>(results, padded(x)...);
  for (int k = 0; k < n; ++k)
    out[k] = results[k];
}

template <class F, class T>
void run_unary(T const* x, T* out, index_t n) {
  index_t i = 0;
  for (; i + lanes <= n; i += lanes)
    step<F>(out + i, load(x + i));
  if (i < n)
    last_step<F>(n - i, out + i, x + i);
}
template <class F, class T>
void run_binary(T const* x, T const* y, T* out, index_t n) {
  index_t i = 0;
  for (; i + lanes <= n; i += lanes)
    step<F>(out + i, load(x + i), load(y + i));
  if (i < n)
    last_step<F>(n - i, out + i, x + i, y + i);
}

/// Floats have a root of their own; the other functions compute them as doubles.
void run_roots(float const* x, float* out, index_t n) {
  using singles = machine::singles;
  constexpr index_t width = 2 * lanes;
  const auto step = [](float* to, float const* from) {
    singles v;
    __builtin_memcpy(&v, from, sizeof v);
    v = machine::root(v);
    __builtin_memcpy(to, &v, sizeof v);
  };
  index_t i = 0;
  for (; i + width <= n; i += width)
    step(out + i, x + i);
  if (i < n) {
    float rest[width]{};
    for (index_t k = i; k < n; ++k)
      rest[k - i] = x[k];
    step(rest, rest);
    for (index_t k = i; k < n; ++k)
      out[k] = rest[k - i];
  }
}
void run_roots(double const* x, double* out, index_t n) {
  run_unary<sqrt>(x, out, n);
}

template <class T>
constexpr math_table<T> table_of = {{run_roots,           run_unary<cbrt, T>,  run_unary<exp, T>,  run_unary<exp2, T>,
                                     run_unary<exp10, T>, run_unary<expm1, T>, run_unary<log, T>,  run_unary<log2, T>,
                                     run_unary<log10, T>, run_unary<log1p, T>, run_unary<sin, T>,  run_unary<cos, T>,
                                     run_unary<tan, T>,   run_unary<asin, T>,  run_unary<acos, T>, run_unary<atan, T>,
                                     run_unary<sinh, T>,  run_unary<cosh, T>,  run_unary<tanh, T>, run_unary<atanh, T>,
                                     run_unary<erf, T>},
                                    {run_binary<pow, T>, run_binary<atan2, T>, run_binary<hypot, T>}};

} // namespace
} // namespace weft::detail
