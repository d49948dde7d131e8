// Private to src/machine: the vectors that the compilers offer, and in plain C++ the operations that they lack for
// vectors. The header of an instruction set derives `machine` from portable_machine and replaces some functions. It
// includes this file once, after it has chosen its instructions, so this file includes no headers.
namespace weft::detail {
namespace {

template <class Machine, int Bytes>
struct portable_machine {
  static constexpr int bytes = Bytes;
#if defined(__FP_FAST_FMA)
  static constexpr bool fuses = true; ///< fma rounds once: the machine has such an instruction
#else
  static constexpr bool fuses = false; ///< fma rounds twice: a product, then a sum
#endif
  static constexpr bool scales = false;    ///< true if the backend has a function scale
  static constexpr bool estimates = false; ///< quick_root and the reciprocals are faster than roots and quotients
  static constexpr bool halves = false;    ///< has widen and narrow: vectors of floats from and to float16

  using reals = typename machine_vector<double, Bytes>::type;
  using longs = decltype(reals{} < reals{}); ///< integers, such as the result of a comparison: -1 where it is true
  using ulongs = typename machine_vector<std::uint64_t, Bytes>::type;
  using singles = typename machine_vector<float, Bytes>::type;
  using ints = decltype(singles{} < singles{});
  using uints = typename machine_vector<std::uint32_t, Bytes>::type;

  /// Returns the vector of f(0), f(1), ...
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
  /// Returns the lesser in each lane, and b where a or b is NaN.
  template <class V>
  WEFT_INLINE static V lesser(V const& a, V const& b) {
    return a < b ? a : b;
  }
  template <class V>
  WEFT_INLINE static V greater(V const& a, V const& b) {
    return a > b ? a : b;
  }
  /// Returns true if a lane is not 0. Lanes are 0 or -1.
  template <class M>
  WEFT_INLINE static bool any(M const& x) {
    auto any = x[0];
    for (int k = 1; k < int(sizeof x / sizeof x[0]); ++k)
      any |= x[k];
    return any != 0;
  }
  /// Loads floats as doubles.
  WEFT_INLINE static reals load(float const* p) {
    return of_lanes<reals>([&](int k) { return double(p[k]); });
  }
  WEFT_INLINE static void store(reals const& x, float* p) {
    for (int k = 0; k < Bytes / 8; ++k)
      p[k] = static_cast<float>(x[k]);
  }
  /// Writes the first n elements and ones after them, a vector in all; for floats also half a vector.
  template <class T, std::size_t Width>
  WEFT_INLINE static void pad(T const* from, int n, T (&to)[Width]) {
    for (int k = 0; k < int(Width); ++k)
      to[k] = k < n ? from[k] : T(1);
  }
  /// Returns the root of numbers from 2^-960 on.
  template <class V>
  WEFT_INLINE static V quick_root(V const& x) {
    return Machine::root(x);
  }
  /// Returns 1 / x, of doubles at least to 2^-27, of floats to 2^-14.
  template <class V>
  WEFT_INLINE static V rough_reciprocal(V const& x) {
    return 1 / x;
  }
  /// Returns 1 / x to an ULP or two.
  template <class V>
  WEFT_INLINE static V reciprocal(V const& x) {
    return 1 / x;
  }
  /// Returns the products of the low 32 bits of each lane.
  WEFT_INLINE static ulongs multiply_words(ulongs const& a, ulongs const& b) {
    return (a & 0xffffffff) * (b & 0xffffffff);
  }
  /// Convert the first n of a vector of floats from and to float16. Return false if there are no such instructions.
  WEFT_INLINE static bool widen_first(int, std::uint16_t const*, float*) { return false; }
  WEFT_INLINE static bool narrow_first(int, float const*, std::uint16_t*) { return false; }
  /// Writes the lanes whose bits are set, one after the other, and returns the end of these. It may write up to a
  /// vector. There are no bits behind the lanes.
  template <class V>
  WEFT_INLINE static char* compress(V const& x, unsigned bits, char* to) {
    for (int k = 0; k < int(sizeof x / sizeof x[0]); ++k) {
      auto const lane = x[k];
      __builtin_memcpy(to, &lane, sizeof lane);
      to += (bits >> k & 1) * sizeof lane;
    }
    return to;
  }
  /// Stores one vector past the caches, at an address aligned to a vector. stream_end() orders it before later stores.
  WEFT_INLINE static void stream(char* to, char const* from) { __builtin_memcpy(to, from, Bytes); }
  WEFT_INLINE static void stream_end() {}
};

} // namespace
} // namespace weft::detail
