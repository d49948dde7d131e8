// Private to src/math: the functions over arrays.
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

/// Computes a vector with arguments that the short form does not serve. The arguments are copies, because `out` may be
/// the memory that they came from.
template <class F, class T, class... V>
[[gnu::noinline]] void store_unusual(T* out, V... x) {
  store(F::template thorough < sizeof(T) == 4 > (x...), out);
  if constexpr (F::repaired) {
    longs const rare = F::rare(x...);
    for (int k = 0; k < lanes; ++k)
      if (rare[k] != 0)
        out[k] = static_cast<T>(F::scalar(x[k]...));
  }
}
template <class F, class T, class... V>
WEFT_INLINE void step(T* out, V... x) {
  if constexpr (F::guarded) {
    longs unusual;
    reals const value = F::template of < sizeof(T) == 4 > (x..., unusual);
    if (__builtin_expect(machine::any(unusual), 0))
      store_unusual<F>(out, x...);
    else
      store(value, out);
  } else {
    store(F::template of < sizeof(T) == 4 > (x...), out);
  }
}
template <class F>
struct vector_step {
  static constexpr int width = lanes;
  template <class T, class... P>
  WEFT_INLINE static void run(T* out, P const*... x) {
    step<F>(out, load(x)...);
  }
};

/// n elements as a full vector. A single element is repeated; more are followed by ones.
template <class T, int Width>
struct padded {
  T element[Width];
  WEFT_INLINE padded(T const* from, int n) {
    if (n == 1) // a vector load would wait for the store of a single number
      for (T& e : element)
        e = *from;
    else
      machine::pad(from, n, element);
  }
};
/// Computes the last elements with a full vector, so that they have the same bits as elsewhere. Arguments are loaded as
/// a vector. When they were stored one by one, which no processor forwards to the load of a vector, the sum of exp of
/// 10 doubles took 30 ns instead of 12.
template <class Step, class T, class... P>
[[gnu::noinline]] void last_step(int n, T* out, P const*... x) {
  T results[Step::width];
  Step::run(results, padded<P, Step::width>(x, n).element...);
  for (int k = 0; k < n; ++k)
    out[k] = results[k];
}
template <class Step, class T, class... P>
WEFT_INLINE void run_steps(index_t n, T* out, P const*... x) {
  index_t i = 0;
  for (; i + Step::width <= n; i += Step::width)
    Step::run(out + i, (x + i)...);
  if (i < n)
    last_step<Step>(static_cast<int>(n - i), out + i, (x + i)...);
}
template <class F, class T>
void run_unary(T const* x, T* out, index_t n) {
  run_steps<vector_step<F>>(n, out, x);
}
template <class F, class T>
void run_binary(T const* x, T const* y, T* out, index_t n) {
  run_steps<vector_step<F>>(n, out, x, y);
}

/// Stores `value` in the usual lanes, and in the others the results of D, computed in double.
template <class D>
[[gnu::noinline]] void store_rare(float* out, singles value, single::ints usual, singles x) {
  float from[single::lanes], doubles[single::lanes];
  __builtin_memcpy(from, &x, sizeof x);
  run_unary<D>(from, doubles, index_t(single::lanes));
  for (int k = 0; k < single::lanes; ++k)
    out[k] = usual[k] != 0 ? value[k] : doubles[k];
}
/// Computes a vector of floats by the form F, and the lanes that F does not serve by D.
template <class D, class F>
struct single_step {
  static constexpr int width = single::lanes;
  WEFT_INLINE static void run(float* out, float const* from) {
    singles x;
    __builtin_memcpy(&x, from, sizeof x);
    singles const value = F::of(x);
    single::ints const usual = F::usual(x);
    if (__builtin_expect(single::every(usual), 1))
      __builtin_memcpy(out, &value, sizeof value);
    else
      store_rare<D>(out, value, usual, x);
  }
};

/// A function D of doubles that has a form F for vectors of floats.
template <class D, class F>
struct by_type {
  static void run(double const* x, double* out, index_t n) { run_unary<D>(x, out, n); }
  static void run(float const* x, float* out, index_t n) {
    if constexpr (machine::fuses || !F::needs_fusion)
      run_steps<single_step<D, F>>(n, out, x);
    else
      run_unary<D>(x, out, n);
  }
};

} // namespace
} // namespace weft::detail
