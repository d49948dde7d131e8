#include "linalg/factor/rank_one.hpp"
#include "product/types.hpp"

#include <weft/base/clones.hpp>
#include <weft/eval/loop.hpp>
#include <weft/linalg/gemm.hpp>

#include <algorithm>
#include <cmath>

WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

/// Rotates two vectors of n elements: a, b = c a + conj(s) b, c b - s a.
template <class T>
struct rotate_body {
  template <int Bytes>
  WEFT_INLINE static void run(vector_of<Bytes>, index_t n, T* a, T* b, real_t<T> c, T s) {
    T const back = conjugate_if(true, s);
    WEFT_SIMD_OWN
    for (index_t i = 0; i < n; ++i) {
      T const first = a[i], second = b[i];
      a[i] = c * first + multiply(back, second);
      b[i] = c * second - multiply(s, first);
    }
  }
};

template <class T>
void rotate(index_t n, T* a, T* b, real_t<T> c, T s) {
  using rotation = clones<rotate_body<T>, void(index_t, T*, T*, real_t<T>, T)>;
  static constexpr auto all = rotation::all();
  all[chosen_isa](n, a, b, c, s);
}

} // namespace

template <class T>
void update_cholesky(T* l, index_t n, T* x) {
  for (index_t k = 0; k < n; ++k) {
    T* const column = l + k * n;
    real_t<T> const root = std::real(column[k]), length = std::hypot(root, std::abs(x[k]));
    rotate(n - k - 1, column + k + 1, x + k + 1, root / length, x[k] / length);
    column[k] = T(length);
  }
}

template <class T>
index_t first_indefinite(T const* p, index_t n) {
  real_t<T> sum = 0;
  for (index_t k = 0; k < n; ++k) {
    sum += std::norm(p[k]);
    if (!(sum < 1))
      return k;
  }
  return -1;
}

template <class T>
void downdate_cholesky(T* l, index_t n, T* p, T* z) {
  using R = real_t<T>;
  R sum = 0;
  for (index_t k = 0; k < n; ++k)
    sum += std::norm(p[k]);
  R rest = std::sqrt(1 - sum);
  std::fill_n(z, n, T(0));
  for (index_t k = n; k-- > 0;) {
    R const length = std::hypot(rest, std::abs(p[k]));
    T* const column = l + k * n;
    rotate(n - k, z + k, column + k, rest / length, conjugate_if(true, p[k] / length));
    rest = length;
  }
}

#define WEFT_RANK_ONE(T)                                                                                               \
  template void update_cholesky(T*, index_t, T*);                                                                      \
  template void downdate_cholesky(T*, index_t, T*, T*);                                                                \
  template index_t first_indefinite(T const*, index_t);
WEFT_EACH_PRODUCT(WEFT_RANK_ONE)
#undef WEFT_RANK_ONE

} // namespace weft::detail
WEFT_KERNELS_END
