#pragma once

#include <weft/eval/loop.hpp>
#include <weft/linalg/vector_loops.hpp>

// Private to src: the loop that takes most of the time of blocks that are factored or solved without products.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Adds `count` columns of a, at most Most, each times its factor, to y, in one pass over y.
template <class T, int Bytes, std::size_t Most>
struct columns_added {
  WEFT_INLINE static void run(index_t count, index_t n, T const* a, index_t pitch, T const* factors, T* y) {
    choose(count, n, a, pitch, factors, y, std::make_index_sequence<Most>());
  }

private:
  template <std::size_t... Less>
  WEFT_INLINE static void choose(index_t count, index_t n, T const* a, index_t pitch, T const* factors, T* y,
                                 std::index_sequence<Less...>) {
    ((index_t(Less) + 1 == count ? add(n, a, pitch, factors, y, std::make_index_sequence<Less + 1>()) : void()), ...);
  }
  template <std::size_t... I>
  WEFT_INLINE static void add(index_t n, T const* a, index_t pitch, T const* factors, T* y,
                              std::index_sequence<I...> all) {
    if constexpr (is_complex<T>) {
      WEFT_SIMD_OWN
      for (index_t i = 0; i < n; ++i)
        y[i] = (y[i] + ... + multiply(factors[I], a[index_t(I) * pitch + i]));
    } else {
      vector_loops<T, Bytes>::add_columns(n, a, pitch, factors, y, all);
    }
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
