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

/// The lanes that are not usual, as doubles.
template <class D>
[[gnu::noinline]] void store_rare(float* out, single::singles value, single::ints usual, single::singles x) {
  float from[single::lanes], doubles[single::lanes];
  __builtin_memcpy(from, &x, sizeof x);
  run_unary<D>(from, doubles, index_t(single::lanes));
  for (int k = 0; k < single::lanes; ++k)
    out[k] = usual[k] != 0 ? value[k] : doubles[k];
}
/// One vector of floats by the form F, but for the lanes that it does not serve.
template <class D, class F>
WEFT_INLINE void single_step(float* out, float const* from) {
  single::singles x;
  __builtin_memcpy(&x, from, sizeof x);
  const single::singles value = F::of(x);
  const single::ints usual = F::usual(x);
  if (__builtin_expect(single::every(usual), 1))
    __builtin_memcpy(out, &value, sizeof value);
  else
    store_rare<D>(out, value, usual, x);
}
template <class D, class F>
void run_singles(float const* x, float* out, index_t n) {
  constexpr index_t width = single::lanes;
  index_t i = 0;
  for (; i + width <= n; i += width)
    single_step<D, F>(out + i, x + i);
  if (i < n) {
    float rest[width];
    for (index_t k = 0; k < width; ++k)
      rest[k] = i + k < n ? x[i + k] : 1;
    single_step<D, F>(rest, rest);
    for (index_t k = i; k < n; ++k)
      out[k] = rest[k - i];
  }
}

/// A function D of doubles that has a form F for vectors of floats.
template <class D, class F>
struct by_type {
  static void run(double const* x, double* out, index_t n) { run_unary<D>(x, out, n); }
  static void run(float const* x, float* out, index_t n) {
    if constexpr (machine::fuses || !F::needs_fusion)
      run_singles<D, F>(x, out, n);
    else
      run_unary<D>(x, out, n);
  }
};

template <class T>
constexpr math_table<T> table_of = {{by_type<sqrt, single::sqrt>::run,
                                     run_unary<cbrt, T>,
                                     by_type<exp, single::exp>::run,
                                     run_unary<exp2, T>,
                                     run_unary<exp10, T>,
                                     run_unary<expm1, T>,
                                     by_type<log, single::log>::run,
                                     run_unary<log2, T>,
                                     run_unary<log10, T>,
                                     run_unary<log1p, T>,
                                     by_type<sin, single::sin>::run,
                                     by_type<cos, single::cos>::run,
                                     run_unary<tan, T>,
                                     run_unary<asin, T>,
                                     run_unary<acos, T>,
                                     by_type<atan, single::atan>::run,
                                     run_unary<sinh, T>,
                                     run_unary<cosh, T>,
                                     by_type<tanh, single::tanh>::run,
                                     run_unary<atanh, T>,
                                     by_type<erf, single::erf>::run},
                                    {run_binary<pow, T>, run_binary<atan2, T>, run_binary<hypot, T>}};

} // namespace
} // namespace weft::detail
