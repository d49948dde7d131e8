#pragma once
#include <weft/base/scalar.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weft::detail {

/// Estimates the 1-norm of a linear operator of n elements by a lower bound, which is rarely less than a third of the
/// norm. The operator and its adjoint are applied to at most 10 vectors each (Hager, SIAM J. Sci. Stat. Comput. 5,
/// 1984; Higham, ACM Trans. Math. Softw. 14, 1988, algorithm 4.1, and for complex numbers section 5). `apply` and
/// `adjoint` overwrite x; x and signs have n elements, at least 1.
template <class T, class F, class G>
class one_norm_estimate {
  using R = real_t<T>;

public:
  one_norm_estimate(index_t n, T* x, T* signs, F const& apply, G const& adjoint)
      : n_(n), x_(x), signs_(signs), apply_(apply), adjoint_(adjoint) {}

  R value() const {
    R norm = ascent([](R) { return R(1); }, R(n_), 0);
    if (n_ == 1)
      return norm;
    // The operator may cancel a vector of ones, so a vector of alternating signs is tried too.
    index_t place = 0;
    auto const alternating = [&place](R last) {
      R const size = 1 + static_cast<R>(place) / last;
      return place++ % 2 == 0 ? size : -size;
    };
    return ascent(alternating, R(n_) * R(1.5), norm);
  }

private:
  /// Applies the operator to a vector of 1-norm 1, then to unit vectors that give larger norms. Returns the largest
  /// norm, at least `norm`.
  template <class Element>
  R ascent(Element const& element, R length, R norm) const {
    for (index_t i = 0; i < n_; ++i)
      x_[i] = T(element(static_cast<R>(n_ - 1)) / length);
    apply_(x_);
    norm = std::max(norm, sum());
    if (norm > std::numeric_limits<R>::max())
      return norm;
    store_signs();
    index_t best = -1;
    for (int k = 0; k < 4; ++k) {
      adjoint_(x_);
      index_t const last = std::exchange(best, largest());
      if (last >= 0 && std::abs(x_[best]) == std::abs(x_[last]))
        break;
      std::fill_n(x_, n_, T(0));
      x_[best] = 1;
      apply_(x_);
      R const value = sum();
      bool const better = value > norm;
      norm = std::max(norm, value);
      if (!store_signs() || !better)
        break;
    }
    return norm;
  }
  R sum() const {
    R s = 0;
    for (index_t i = 0; i < n_; ++i)
      s += std::abs(x_[i]);
    return s <= std::numeric_limits<R>::max() ? s : std::numeric_limits<R>::infinity(); // NaN becomes infinity
  }
  /// Replaces each element of x by x / |x|. Returns false if no sign has changed since the last vector.
  bool store_signs() const {
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
  F const& apply_;
  G const& adjoint_;
};
template <class T, class F, class G>
real_t<T> estimate_one_norm(index_t n, T* x, T* signs, F const& apply, G const& adjoint) {
  return one_norm_estimate<T, F, G>(n, x, signs, apply, adjoint).value();
}

} // namespace weft::detail
