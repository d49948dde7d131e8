#pragma once
#include "loop/schedule.hpp"
#include "product/route.hpp"

#include <weft/eval/parallel.hpp>
#include <weft/linalg/batch.hpp>
#include <weft/linalg/iterative.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

// Private to src: the operations of iterative methods on vectors. Each loop is one pass over memory. Some do two things
// in a pass, because beyond the first cache the time of a pass is the time of its bytes.
WEFT_KERNELS_BEGIN
namespace weft::detail {
namespace {

/// The least number of elements of a piece of a long loop, and the largest number of pieces. Pieces depend on the
/// length alone, so that threads change no bit.
constexpr index_t least_piece = 8192, most_pieces = 64;

/// Calls f(k) for elements first ... last - 1, in a loop for each instruction set. If f returns numbers, returns their
/// sum. It adds up two sums at a time, because each addition waits for the one before.
struct pass_body {
  template <class V, class R, class F>
  WEFT_INLINE static R run(V, R, F const* f, index_t first, index_t last) {
    F const own = *f; // a local copy, which stores cannot change
    R s0 = 0, s1 = 0;
    if constexpr (std::is_void_v<std::invoke_result_t<F const&, index_t>>) {
      WEFT_SIMD_OWN
      for (index_t k = first; k < last; ++k)
        own(k);
    } else {
      index_t const half = first + (last - first) / 2, other = half - first;
      WEFT_OMP(simd reduction(+ : s0, s1))
      for (index_t k = first; k < half; ++k) {
        s0 += own(k);
        s1 += own(k + other);
      }
      for (index_t k = half + other; k < last; ++k)
        s0 += own(k);
    }
    return s0 + s1;
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
    index_t const count = (n_ + length_ - 1) / length_;
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
    index_t const first = p * me.length_;
    me.sums_[p] = me.loop_(R(), &me.f_, first, std::min(me.n_, first + me.length_));
  }
  index_t n_, length_;
  F f_;
  double bytes_;
  typename variants::function loop_ = variants::of(current_settings().vector_bytes);
  R sums_[most_pieces];
};

/// Operations on vectors of n elements of T. Most loops treat n complex numbers as 2 n real ones. Where the vectors are
/// divided among processes, n elements are in this one, and sums go over all of them.
template <class T>
class vectors {
public:
  using R = real_t<T>;
  static constexpr index_t components = is_complex<T> ? 2 : 1;

  explicit vectors(index_t n, divided_space const& divided = {}) : n_(n), divided_(divided) {}
  index_t size() const { return n_; }
  index_t first() const { return divided_.first; }
  /// Returns the number of elements in all processes.
  index_t whole() const { return divided_.add_up == nullptr ? n_ : divided_.whole; }

  /// Returns |x|^2, which may leave the range of R; norm() does not.
  R square(T const* x) const {
    return of_all(over<1>([=](index_t k) { return real(x)[k] * real(x)[k]; }), x, x);
  }
  R norm(T const* x) const { return safe_root(square(x), x); }
  /// Returns the root of `sum`, the sum of the squares of x. If `sum` has left the range of R, it is computed anew with
  /// scaled elements.
  R safe_root(R sum, T const* x) const {
    constexpr R tiny = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
    if (sum >= tiny && sum <= std::numeric_limits<R>::max())
      return std::sqrt(sum);
    R most = 0;
    for (index_t k = 0; k < components * n_; ++k) {
      R const v = std::abs(real(x)[k]);
      most = v > most || v != v ? v : most;
    }
    if (divided_.largest != nullptr)
      most = static_cast<R>(divided_.largest(divided_.self, static_cast<double>(most)));
    if (most == 0 || !(most <= std::numeric_limits<R>::max()))
      return most;
    R whole = 0;
    for (index_t k = 0; k < components * n_; ++k)
      whole += (real(x)[k] / most) * (real(x)[k] / most);
    return most * std::sqrt(of_all(whole, x, x, most));
  }
  /// Returns the real part of the sum of conj(x) y.
  R real_dot(T const* x, T const* y) const { return of_all(dot_of_numbers(x, y), x, y); }
  T dot(T const* x, T const* y) const {
    if constexpr (is_complex<T>)
      return of_all(T(dot_of_numbers(x, y), of_pairs<2>([=](index_t k) {
                        return real(x)[2 * k] * real(y)[2 * k + 1] - real(x)[2 * k + 1] * real(y)[2 * k];
                      })),
                    x, y);
    else
      return real_dot(x, y);
  }
  /// Sets y = a x + b y.
  void combine(T a, T const* x, T b, T* y) const {
    if constexpr (is_complex<T>)
      if (a.imag() != 0 || b.imag() != 0) {
        of_pairs<3>([=](index_t k) { y[k] = multiply(a, x[k]) + multiply(b, y[k]); });
        return;
      }
    over<3>([c = std::real(a), from = real(x), d = std::real(b), to = real(y)](index_t k) {
      to[k] = c * from[k] + d * to[k];
    });
  }
  /// Adds a x to y.
  void add(T a, T const* x, T* y) const { combine(a, x, T(1), y); }
  /// Sets y = x + a y.
  void follow(T const* x, T a, T* y) const { combine(T(1), x, a, y); }
  /// Sets y = a x; both may be the same vector.
  void scale(R a, T const* x, T* y) const {
    over<2>([=, from = real(x), to = real(y)](index_t k) { to[k] = a * from[k]; });
  }
  /// Sets y = b - y and returns |y|^2.
  R leave(T const* b, T* y) const {
    R const here = over<3>([from = real(b), to = real(y)](index_t k) {
      R const v = from[k] - to[k];
      to[k] = v;
      return v * v;
    });
    return of_all(here, y, y);
  }
  /// Subtracts a q from r and returns |r|^2.
  R step_residual(R a, T const* q, T* r) const {
    R const here = over<3>([=, from = real(q), to = real(r)](index_t k) {
      R const v = to[k] - a * from[k];
      to[k] = v;
      return v * v;
    });
    return of_all(here, r, r);
  }
  /// Adds a p to x, and then sets p = r + b p, the search direction of the next step.
  void step_direction(R a, R b, T const* r, T* x, T* p) const {
    over<5>([=, left = real(r), at = real(x), way = real(p)](index_t k) {
      R const v = way[k];
      at[k] += a * v;
      way[k] = left[k] + b * v;
    });
  }
  void copy(T const* x, T* y) const { std::copy(x, x + n_, y); }
  void clear(T* x) const { std::fill(x, x + n_, T()); }

private:
  static R const* real(T const* x) { return reinterpret_cast<R const*>(x); }
  static R* real(T* x) { return reinterpret_cast<R*>(x); }
  R dot_of_numbers(T const* x, T const* y) const {
    return over<2>([=](index_t k) { return real(x)[k] * real(y)[k]; });
  }
  /// Returns the sum of all processes. `here` is that of the elements in this one, of x y / unit^2 for a real sum, and
  /// of conj(x) y for a complex one.
  template <class S>
  S of_all(S here, T const* x, T const* y, R unit = R(1)) const {
    if (divided_.add_up == nullptr)
      return here;
    divided_sum sum{dtype_of<R>, components * n_, x, y, static_cast<double>(unit), is_complex<S> ? 2 : 1, {}};
    sum.sums[0] = static_cast<double>(std::real(here));
    sum.sums[1] = static_cast<double>(std::imag(here));
    divided_.add_up(divided_.self, sum);
    if constexpr (is_complex<S>)
      return {static_cast<R>(sum.sums[0]), static_cast<R>(sum.sums[1])};
    else
      return static_cast<S>(sum.sums[0]);
  }
  /// Calls f(k) for each real number and returns the sum of the results. Streams: how many vectors pass through memory.
  template <int Streams, class F>
  R over(F const& f) const {
    return pass<R, F>(components * n_, f, Streams * sizeof(R)).run();
  }
  /// Calls f(k) for each complex number and returns the sum of the results.
  template <int Streams, class F>
  R of_pairs(F const& f) const {
    return pass<R, F>(n_, f, Streams * sizeof(T)).run();
  }
  index_t n_;
  divided_space divided_;
};

} // namespace
} // namespace weft::detail
WEFT_KERNELS_END
