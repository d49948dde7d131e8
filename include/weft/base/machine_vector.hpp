#pragma once
#include <weft/base/index.hpp>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace weft::detail {

/// A machine vector: `width` numbers of type R in a register of `Bytes` bytes. It has arithmetic, comparisons and lanes
/// by index; without GCC's vector types, products and += only. A loop over machine vectors is compiled for the
/// instruction set of the function that it is inlined into (base/clones.hpp).
template <class R, int Bytes>
struct machine_vector {
  static constexpr index_t width = Bytes / index_t(sizeof(R));
#if WEFT_GNU
  typedef R type __attribute__((vector_size(Bytes)));
#else
  struct type {
    R lane[std::size_t(width)];

    WEFT_INLINE R& operator[](index_t k) { return lane[k]; }
    WEFT_INLINE R operator[](index_t k) const { return lane[k]; }
    WEFT_INLINE friend type operator*(R x, type const& a) {
      type out;
      for (index_t k = 0; k < width; ++k)
        out.lane[k] = x * a.lane[k];
      return out;
    }
    WEFT_INLINE friend type operator*(type const& a, type const& b) {
      type out;
      for (index_t k = 0; k < width; ++k)
        out.lane[k] = a.lane[k] * b.lane[k];
      return out;
    }
    WEFT_INLINE type& operator+=(type const& a) {
      for (index_t k = 0; k < width; ++k)
        lane[k] += a.lane[k];
      return *this;
    }
  };
#endif

  WEFT_INLINE static void load(type& v, R const* from) { std::memcpy(&v, from, sizeof v); }
  WEFT_INLINE static void store(type const& v, R* to) { std::memcpy(to, &v, sizeof v); }

  /// Returns the sum of all lanes. It adds the two halves of a vector: three additions for eight numbers.
  WEFT_INLINE static R sum(type const& v) {
    if constexpr (Bytes > 16) {
      using half = machine_vector<R, Bytes / 2>;
      typename half::type low, high;
      split_halves(v, low, high, std::make_integer_sequence<int, int(half::width)>());
      low += high;
      return half::sum(low);
    } else if constexpr (width == 2) {
      return v[0] + v[1];
    } else {
      return (v[0] + v[1]) + (v[2] + v[3]);
    }
  }
  /// Sets all but the last `count` lanes to 0.
  WEFT_INLINE static void keep_last(type& v, index_t count) {
    keep_last(v, count, std::make_integer_sequence<int, int(width)>());
  }

private:
  /// Splits v into its lower and upper half. GCC 12 copies halves of 8 doubles through memory, and a dot product of 64
  /// doubles took 1.3 times as long; these are shuffled instead. For other vectors it compiles the copy to an
  /// extraction, and a shuffle to slower code.
  template <class Half, int... K>
  WEFT_INLINE static void split_halves(type const& v, Half& low, Half& high, std::integer_sequence<int, K...>) {
#if WEFT_GNU
    if constexpr (Bytes == 64 && sizeof(R) == 8) {
      low = __builtin_shufflevector(v, v, K...);
      high = __builtin_shufflevector(v, v, (K + int(sizeof...(K)))...);
      return;
    }
#endif
    std::memcpy(&low, &v, sizeof low);
    std::memcpy(&high, reinterpret_cast<char const*>(&v) + sizeof low, sizeof high);
  }
#if WEFT_GNU
  template <int... K>
  WEFT_INLINE static void keep_last(type& v, index_t count, std::integer_sequence<int, K...>) {
    using bits = std::conditional_t<sizeof(R) == 4, std::int32_t, std::int64_t>;
    typename machine_vector<bits, Bytes>::type const place = {bits(K)...};
    typename machine_vector<bits, Bytes>::type kept;
    std::memcpy(&kept, &v, sizeof v);
    kept &= place >= bits(width - count);
    std::memcpy(&v, &kept, sizeof v);
  }
#else
  template <int... K>
  WEFT_INLINE static void keep_last(type& v, index_t count, std::integer_sequence<int, K...>) {
    ((v[K] = K < width - count ? R{} : v[K]), ...);
  }
#endif
};

} // namespace weft::detail
