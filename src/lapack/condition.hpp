#pragma once
#include <weft/base/scalar.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace weft::detail {

/// A number that the 1-norm of a linear map of n elements is not below, rarely less than a third of it: the map's and
/// its adjoint's values at few vectors, at most 5 of each (Hager, SIAM J. Sci. Stat. Comput. 5, 1984; Higham, ACM Trans.
/// Math. Softw. 14, 1988, algorithm 4.1, and for complex numbers section 5). `map` and `adjoint` overwrite x; both
/// vectors have n elements, at least 1.
template <class T, class F, class G>
class one_norm_estimate {
  using R = real_t<T>;

public:
  one_norm_estimate(index_t n, T* x, T* signs, F const& map, G const& adjoint)
      : n_(n), x_(x), signs_(signs), map_(map), adjoint_(adjoint) {}

  R value() const {
    std::fill_n(x_, n_, T(1) / static_cast<R>(n_));
    map_(x_);
    R norm = sum();
    if (n_ == 1)
      return norm;
    take_signs();
    adjoint_(x_);
    index_t best = largest();
    for (int k = 0; k < 4; ++k) {
      std::fill_n(x_, n_, T(0));
      x_[best] = 1;
      map_(x_);
      R const before = norm;
      norm = std::max(norm, sum());
      if (!take_signs() || !(norm > before))
        break;
      adjoint_(x_);
      index_t const last = std::exchange(best, largest());
      if (std::abs(x_[best]) == std::abs(x_[last]))
        break;
    }
    for (index_t i = 0; i < n_; ++i) // where the values cancel in all of these
      x_[i] = (i % 2 == 0 ? R(1) : R(-1)) * (1 + static_cast<R>(i) / static_cast<R>(n_ - 1));
    map_(x_);
    return std::max(norm, 2 * sum() / (3 * static_cast<R>(n_)));
  }

private:
  R sum() const {
    R s = 0;
    for (index_t i = 0; i < n_; ++i)
      s += std::abs(x_[i]);
    return s;
  }
  /// x becomes x / |x|. False if the signs are those of the vector before.
  bool take_signs() const {
    bool differ = is_complex<T>;
    for (index_t i = 0; i < n_; ++i) {
      R const size = std::abs(x_[i]);
      x_[i] = size == 0 ? T(1) : x_[i] / size;
      differ = differ || x_[i] != signs_[i];
      signs_[i] = x_[i];
    }
    return differ;
  }
  index_t largest() const {
    return std::max_element(x_, x_ + n_, [](T const& a, T const& b) { return std::abs(a) < std::abs(b); }) - x_;
  }
  index_t n_;
  T *x_, *signs_;
  F const& map_;
  G const& adjoint_;
};
template <class T, class F, class G>
real_t<T> estimate_one_norm(index_t n, T* x, T* signs, F const& map, G const& adjoint) {
  return one_norm_estimate<T, F, G>(n, x, signs, map, adjoint).value();
}

} // namespace weft::detail
