// Private to src/machine: the vectors that the compilers offer, and in plain C++ the operations that vectors lack. An
// instruction set derives `machine` from it, with its own functions in place of some; the header of an instruction set
// includes it once, behind its choice of instructions, so no headers in here.
namespace weft::detail {
namespace {

template <class Machine, int Bytes>
struct portable_machine {
  static constexpr int bytes = Bytes;
#if defined(__FP_FAST_FMA)
  static constexpr bool fuses = true; ///< fma rounds once
#else
  static constexpr bool fuses = false; ///< fma rounds once
#endif
  static constexpr bool scales = false;    ///< has scale
  static constexpr bool estimates = false; ///< quick_root and reciprocals are faster than roots and quotients
  static constexpr bool halves = false;    ///< has widen and narrow, of a vector of floats

  using reals = typename machine_vector<double, Bytes>::type;
  using longs = decltype(reals{} < reals{}); ///< -1 where true
  using ulongs = typename machine_vector<std::uint64_t, Bytes>::type;
  using singles = typename machine_vector<float, Bytes>::type;
  using ints = decltype(singles{} < singles{});
  using uints = typename machine_vector<std::uint32_t, Bytes>::type;

  /// The vector of f(0), f(1), ...
  template <class V, class F>
  WEFT_INLINE static V of_lanes(F const& f) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return V{f(K)...};
    }(std::make_integer_sequence<int, int(sizeof(V) / sizeof(V{}[0]))>());
  }
  template <class V>
  WEFT_INLINE static V fma(V const& a, V const& b, V const& c) {
    if constexpr (fuses)
      return of_lanes<V>([&](int k) { return std::fma(a[k], b[k], c[k]); });
    else
      return a * b + c;
  }
  template <class V>
  WEFT_INLINE static V root(V const& x) {
    return of_lanes<V>([&](int k) { return std::sqrt(x[k]); });
  }
  /// The second operand where one is NaN.
  template <class V>
  WEFT_INLINE static V lesser(V const& a, V const& b) {
    return a < b ? a : b;
  }
  template <class V>
  WEFT_INLINE static V greater(V const& a, V const& b) {
    return a > b ? a : b;
  }
  /// True if one lane is, of 0 and -1.
  template <class M>
  WEFT_INLINE static bool any(M const& x) {
    auto any = x[0];
    for (int k = 1; k < int(sizeof x / sizeof x[0]); ++k)
      any |= x[k];
    return any != 0;
  }
  /// Floats as doubles.
  WEFT_INLINE static reals load(float const* p) {
    return of_lanes<reals>([&](int k) { return double(p[k]); });
  }
  WEFT_INLINE static void store(reals const& x, float* p) {
    for (int k = 0; k < Bytes / 8; ++k)
      p[k] = static_cast<float>(x[k]);
  }
  /// The first n of a vector of elements, and ones after them; of floats also of half a vector.
  template <class T, std::size_t Width>
  WEFT_INLINE static void pad(T const* from, int n, T (&to)[Width]) {
    for (int k = 0; k < int(Width); ++k)
      to[k] = k < n ? from[k] : T(1);
  }
  /// The root of numbers from 2^-960 on.
  template <class V>
  WEFT_INLINE static V quick_root(V const& x) {
    return Machine::root(x);
  }
  /// 1 / x: of doubles to 2^-27, of floats to 2^-14.
  template <class V>
  WEFT_INLINE static V rough_reciprocal(V const& x) {
    return 1 / x;
  }
  /// 1 / x to an ULP or two.
  template <class V>
  WEFT_INLINE static V reciprocal(V const& x) {
    return 1 / x;
  }
  /// The products of the low halves.
  WEFT_INLINE static ulongs multiply_words(ulongs const& a, ulongs const& b) {
    return (a & 0xffffffff) * (b & 0xffffffff);
  }
  /// The first n of a vector of floats from and to float16; false: there are no such instructions.
  WEFT_INLINE static bool widen_first(int, std::uint16_t const*, float*) { return false; }
  WEFT_INLINE static bool narrow_first(int, float const*, std::uint16_t*) { return false; }
  /// One vector past the caches, to where vectors are aligned; ordered with other stores by stream_end.
  WEFT_INLINE static void stream(char* to, char const* from) { __builtin_memcpy(to, from, Bytes); }
  WEFT_INLINE static void stream_end() {}
};

} // namespace
} // namespace weft::detail
