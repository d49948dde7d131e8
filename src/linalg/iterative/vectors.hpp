#pragma once
#include "loop/schedule.hpp"
#include "product/route.hpp"

#include <weft/eval/parallel.hpp>
#include <weft/linalg/batch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

// Private to src: what iterative methods do with vectors. Each loop is one pass over memory; some do two things in it,
// because from beyond the first cache a pass takes what its bytes take.
WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

/// Elements of a piece of a long loop, and how many of these there are: their number depends on the length alone, so
/// that threads change no bit.
constexpr index_t least_piece = 8192, most_pieces = 64;

/// A loop over elements first ... last - 1, F::operator(), for each instruction set; it returns a number, which is
/// summed.
struct pass_body {
  template <class V, class R, class F>
  WEFT_INLINE static R run(V, R, F const* f, index_t first, index_t last) {
    const F own = *f; // of the loop alone, so that stores cannot change it
    return own(first, last);
  }
};
template <class R, class F>
class pass {
public:
  pass(index_t n, F const& f, double bytes)
      : n_(n), length_(std::max(least_piece, length_of_pieces(n, most_pieces, 64))), f_(f), bytes_(bytes) {}
  R run() {
    if (n_ <= length_)
      return loop_(R(), &f_, index_t(0), n_);
    const index_t count = (n_ + length_ - 1) / length_;
    parallel_for(threads_for(element_time(1, bytes_) * static_cast<double>(n_)), count, &run_piece, this);
    for (index_t left = count; left > 1; left = (left + 1) / 2)
      for (index_t p = 0; p < left / 2; ++p)
        sums_[p] += sums_[p + (left + 1) / 2];
    return sums_[0];
  }

private:
  using variants = clones<pass_body, R(R, F const*, index_t, index_t)>;
  static void run_piece(void* self, index_t p) {
    auto& me = *static_cast<pass*>(self);
    const index_t first = p * me.length_;
    me.sums_[p] = me.loop_(R(), &me.f_, first, std::min(me.n_, first + me.length_));
  }
  index_t n_, length_;
  F f_;
  double bytes_;
  typename variants::function loop_ = variants::of(known().vector_bytes);
  R sums_[most_pieces];
};

namespace passes { // apart from the functions of these names

template <class R>
struct sum_of_products {
  R const *x, *y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    R s0 = 0, s1 = 0;
    const index_t half = i + (last - i) / 2, other = half - i;
    WEFT_OMP(simd reduction(+ : s0, s1))
    for (index_t k = i; k < half; ++k) {
      s0 += x[k] * y[k];
      s1 += x[k + other] * y[k + other];
    }
    for (index_t k = half + other; k < last; ++k)
      s0 += x[k] * y[k];
    return s0 + s1;
  }
};
/// The imaginary part of conj(x) y, of complex numbers as pairs.
template <class R>
struct imaginary_products {
  R const *x, *y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    R s = 0;
    WEFT_OMP(simd reduction(+ : s))
    for (index_t k = i; k < last; ++k)
      s += x[2 * k] * y[2 * k + 1] - x[2 * k + 1] * y[2 * k];
    return s;
  }
};
/// y += a x.
template <class R>
struct scaled_sum {
  R a;
  R const* x;
  R* y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    WEFT_SIMD_OWN
    for (index_t k = i; k < last; ++k)
      y[k] += a * x[k];
    return 0;
  }
};
/// y = x + a y.
template <class R>
struct sum_of_scaled {
  R a;
  R const* x;
  R* y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    WEFT_SIMD_OWN
    for (index_t k = i; k < last; ++k)
      y[k] = x[k] + a * y[k];
    return 0;
  }
};
/// y += (a + b i) x, of complex numbers as pairs.
template <class R>
struct turned_sum {
  R a, b;
  R const* x;
  R* y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    WEFT_SIMD_OWN
    for (index_t k = i; k < last; ++k) {
      const R re = x[2 * k], im = x[2 * k + 1];
      y[2 * k] += a * re - b * im;
      y[2 * k + 1] += a * im + b * re;
    }
    return 0;
  }
};
/// y = a x.
template <class R>
struct scaled {
  R a;
  R const* x;
  R* y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    WEFT_SIMD_OWN
    for (index_t k = i; k < last; ++k)
      y[k] = a * x[k];
    return 0;
  }
};
/// y = b - y; the sum of the squares of the differences.
template <class R>
struct left_over {
  R const* b;
  R* y;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    R s = 0;
    WEFT_OMP(simd reduction(+ : s))
    for (index_t k = i; k < last; ++k) {
      const R v = b[k] - y[k];
      y[k] = v;
      s += v * v;
    }
    return s;
  }
};
/// x += a p, and then p = r + b p: the search direction of the next step.
template <class R>
struct direction_step {
  R a, b;
  R const* r;
  R *x, *p;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    WEFT_SIMD_OWN
    for (index_t k = i; k < last; ++k) {
      const R v = p[k];
      x[k] += a * v;
      p[k] = r[k] + b * v;
    }
    return 0;
  }
};
/// r -= a q; the sum of the squares of r.
template <class R>
struct residual_step {
  R a;
  R const* q;
  R* r;
  WEFT_INLINE R operator()(index_t i, index_t last) const {
    R s = 0;
    WEFT_OMP(simd reduction(+ : s))
    for (index_t k = i; k < last; ++k) {
      const R v = r[k] - a * q[k];
      r[k] = v;
      s += v * v;
    }
    return s;
  }
};

} // namespace passes

/// Vectors of n elements of T. Those of complex numbers are, to most loops, reals of twice the number.
template <class T>
class vectors {
public:
  using R = real_t<T>;
  static constexpr index_t parts = is_complex<T> ? 2 : 1;

  explicit vectors(index_t n) : n_(n) {}
  index_t size() const { return n_; }

  /// |x|^2, which may leave the range: see norm.
  R square(T const* x) const { return over(passes::sum_of_products<R>{real(x), real(x)}, 1); }
  R norm(T const* x) const { return safe_root(square(x), x); }
  /// The root of a sum of squares of x, computed anew where the sum left the range.
  R safe_root(R sum, T const* x) const {
    constexpr R tiny = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
    if (sum >= tiny && sum <= std::numeric_limits<R>::max())
      return std::sqrt(sum);
    R most = 0;
    for (index_t k = 0; k < parts * n_; ++k) {
      const R v = std::abs(real(x)[k]);
      most = v > most || v != v ? v : most;
    }
    if (most == 0 || !(most <= std::numeric_limits<R>::max()))
      return most;
    R whole = 0;
    for (index_t k = 0; k < parts * n_; ++k)
      whole += (real(x)[k] / most) * (real(x)[k] / most);
    return most * std::sqrt(whole);
  }
  /// The real part of the sum of conj(x) y.
  R real_dot(T const* x, T const* y) const { return over(passes::sum_of_products<R>{real(x), real(y)}, 2); }
  T dot(T const* x, T const* y) const {
    if constexpr (is_complex<T>)
      return {real_dot(x, y), pass<R, passes::imaginary_products<R>>(n_, {real(x), real(y)}, 2 * sizeof(T)).run()};
    else
      return real_dot(x, y);
  }
  /// y += a x
  void add(T a, T const* x, T* y) const {
    if constexpr (is_complex<T>) {
      if (a.imag() != 0) {
        pass<R, passes::turned_sum<R>>(n_, {a.real(), a.imag(), real(x), real(y)}, 3 * sizeof(T)).run();
        return;
      }
      over(passes::scaled_sum<R>{a.real(), real(x), real(y)}, 3);
    } else {
      over(passes::scaled_sum<R>{a, x, y}, 3);
    }
  }
  /// y = x + a y
  void follow(T const* x, R a, T* y) const { over(passes::sum_of_scaled<R>{a, real(x), real(y)}, 3); }
  /// y = a x; they may be the same.
  void scale(R a, T const* x, T* y) const { over(passes::scaled<R>{a, real(x), real(y)}, 2); }
  /// y = b - y; returns |y|^2.
  R leave(T const* b, T* y) const { return over(passes::left_over<R>{real(b), real(y)}, 3); }
  R step_residual(R a, T const* q, T* r) const { return over(passes::residual_step<R>{a, real(q), real(r)}, 3); }
  void step_direction(R a, R b, T const* r, T* x, T* p) const {
    over(passes::direction_step<R>{a, b, real(r), real(x), real(p)}, 5);
  }
  void copy(T const* x, T* y) const { std::copy(x, x + n_, y); }
  void clear(T* x) const { std::fill(x, x + n_, T()); }

private:
  static R const* real(T const* x) { return reinterpret_cast<R const*>(x); }
  static R* real(T* x) { return reinterpret_cast<R*>(x); }
  template <class F>
  R over(F const& f, int streams) const {
    return pass<R, F>(parts * n_, f, static_cast<double>(streams) * sizeof(R)).run();
  }
  index_t n_;
};

} // namespace
} // namespace weft::detail
WEFT_KERNELS_END
