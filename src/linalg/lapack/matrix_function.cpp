#include "linalg/factor/update.hpp"
#include "linalg/lapack/decompose.hpp"

#include <weft/linalg/matrix_function.hpp>
#include <weft/linalg/solve.hpp>

#include <cstdint>

// Functions of matrices and of their transposed ones are alike, so it does not matter whether matrices lie row by row.
namespace weft::detail {
namespace {

/// Sets a to the identity.
template <class T>
void to_identity(T* a, index_t n) {
  std::fill(a, a + n * n, T(0));
  for (index_t i = 0; i < n; ++i)
    a[i * n + i] = T(1);
}

/// Multiplies n x n matrices.
template <class T>
class square_products {
public:
  explicit square_products(index_t n) : shape_{n, n, 1, n}, run_(memory_) {}
  /// Computes c = a b + beta c.
  void operator()(T* a, T* b, T* c, T beta = T(0)) {
    update_product<T>(T(1), {a, shape_}, {b, shape_}, beta, {c, shape_}, run_);
  }

private:
  decltype(matrix_operand<T>::shape) shape_;
  update_memory memory_;
  factor_run run_;
};

/// Returns the binary logarithm of the largest sum of moduli in a column; infinite if an element is not finite. Sums of
/// scaled moduli cannot overflow.
template <class T>
double log_of_norm(T const* a, index_t n) {
  using R = real_t<T>;
  int const scale = std::ilogb(double(n)) + 2;
  R const factor = std::ldexp(R(1), -scale);
  R largest = 0;
  for (index_t j = 0; j < n; ++j) {
    R sum = 0;
    for (index_t i = 0; i < n; ++i)
      sum += std::abs(a[j * n + i] * factor);
    if (!(sum <= std::numeric_limits<R>::max()))
      return std::numeric_limits<double>::infinity();
    largest = std::max(largest, sum);
  }
  return std::log2(double(largest)) + scale;
}

/// A rational approximant of the exponential, of degree m. Its backward error is below a rounding if the norms of
/// powers are at most theta (Higham, The scaling and squaring method for the matrix exponential revisited, SIAM J.
/// Matrix Anal. Appl. 26, 2005, tables 2.3 and 2.4; the last one for double as in section 5 of the paper of 2009, where
/// denominators are better conditioned).
struct approximant {
  int degree;
  double theta;
};
template <class R>
inline constexpr approximant approximants[] = {{3, 1.495585217958292e-2},
                                               {5, 2.539398330063230e-1},
                                               {7, 9.504178996162932e-1},
                                               {9, 2.097847961257068},
                                               {13, 4.25}};
template <>
inline constexpr approximant approximants<float>[] = {
    {3, 4.258730016922831e-1}, {5, 1.880152677804762}, {7, 3.925724783138660}};

/// Coefficients of the numerator of degree m. The first one is 1, so that nothing is rounded if a^2 is 0.
struct coefficients {
  double of[14];

  explicit coefficients(int m) {
    std::int64_t c = 1; // as whole numbers; the largest product, of m = 13, is 26 c[1] < 2^63
    of[m] = 1;
    for (int j = m; j > 0; --j) {
      c = c * (2 * m - j + 1) * j / (m - j + 1);
      of[j - 1] = static_cast<double>(c);
    }
    for (int j = m; j >= 0; --j)
      of[j] /= of[0];
  }
};

template <class T>
class exponential {
  using R = real_t<T>;

public:
  explicit exponential(index_t n) : n_(n), memory_(9 * n * n), moduli_(n * n), sums_(2 * n), pivots_(n), multiply_(n) {}

  /// Replaces a by its exponential.
  void run(T* a) {
    if (is_diagonal(a)) {
      for (index_t i = 0; i < n_; ++i)
        a[i * (n_ + 1)] = std::exp(a[i * (n_ + 1)]);
      return;
    }
    T* const kept = buffer_at(8);
    std::copy(a, a + n_ * n_, kept);
    if (attempt(a, 0))
      return;
    // If the norm is at most 2^(max_exponent / 8), no sixth power overflows. A large norm alone is no reason to halve:
    // the norms of the powers may be small.
    std::copy(kept, kept + n_ * n_, a);
    constexpr int most = std::numeric_limits<R>::max_exponent / 8;
    attempt(a, halvings(log_of_norm(a, n_) - most));
  }

private:
  struct plan {
    int degree, halved;
  };

  /// Computes the exponential of a, which is halved `before` times first. Returns false if something overflows on the
  /// way.
  bool attempt(T* a, int before) {
    scale(a, before);
    plan const chosen = choose(a);
    if (chosen.degree == 0)
      return false;
    scale(a, chosen.halved);
    for (int k = 0; k < powers_; ++k)
      scale(power(k), 2 * (k + 1) * chosen.halved);
    if (!approximate(a, chosen.degree))
      return false;
    T *x = buffer_at(5), *next = buffer_at(6);
    for (int k = 0; k < before + chosen.halved; ++k) {
      multiply_(x, x, next);
      std::swap(x, next);
    }
    std::copy(x, x + n_ * n_, a);
    return true;
  }

  T* buffer_at(int k) const { return memory_.data() + k * n_ * n_; }
  /// Returns the memory of a^2, a^4, a^6 or a^8, for k = 0 ... 3.
  T* power(int k) const { return buffer_at(k); }
  void next_power(T* a, T* b) { multiply_(a, b, power(powers_++)); }

  bool is_diagonal(T const* a) const {
    for (index_t j = 0; j < n_; ++j)
      for (index_t i = 0; i < n_; ++i)
        if (i != j && a[j * n_ + i] != T(0))
          return false;
    return true;
  }
  static int halvings(double logarithm) { return logarithm > 0 ? static_cast<int>(std::ceil(logarithm)) : 0; }
  /// Divides a by 2^times, in steps, because 2^-times may be below the smallest number of the type.
  void scale(T* a, int times) const {
    constexpr int most = std::numeric_limits<R>::max_exponent / 2;
    for (; times > 0; times -= most) {
      R const factor = std::ldexp(R(1), -std::min(times, most));
      for (index_t k = 0; k < n_ * n_; ++k)
        a[k] *= factor;
    }
  }

  /// Chooses the degree of the approximant, 0 if powers overflow, and how often a is halved. Computes powers of a until
  /// they decide. The norm of a power that is not computed is bounded by the norms of its factors, whereas the paper
  /// estimates it. So a is never halved too seldom. Sixth and eighth powers may decide from degree 6 on, eighth and
  /// tenth ones from degree 12 on.
  plan choose(T* a) {
    for (index_t k = 0; k < n_ * n_; ++k)
      moduli_[k] = std::abs(a[k]);
    powers_ = 0;
    next_power(a, a);
    double const n2 = log_of_norm(power(0), n_);
    if (serves(a, 0, n2 / 2))
      return {approximants<R>[0].degree, 0};
    next_power(power(0), power(0));
    double const n4 = log_of_norm(power(1), n_);
    if (serves(a, 1, std::max(n4 / 4, (n2 + n4) / 6)))
      return {approximants<R>[1].degree, 0};
    next_power(power(0), power(1));
    double const n6 = log_of_norm(power(2), n_);
    double const root8 = std::min(n4 / 4, (n2 + n6) / 8), root10 = (n4 + n6) / 10;
    double const size = std::max(n6 / 6, root8);
    if (!(std::max({n2, n4, n6}) < std::numeric_limits<R>::max_exponent))
      return {0, 0};
    constexpr int last = int(std::size(approximants<R>)) - 1;
    for (int k = 2; k < last; ++k)
      if (serves(a, k, size)) {
        if (approximants<R>[k].degree == 9)
          next_power(power(0), power(2));
        return {approximants<R>[k].degree, 0};
      }
    approximant const top = approximants<R>[last];
    double const least = top.degree < 12 ? size : std::min(size, std::max(root8, root10));
    int const halved = halvings(least - std::log2(top.theta));
    return {top.degree, halved + missing(a, top.degree, halved)};
  }
  bool serves(T const* a, int k, double size) {
    return size <= std::log2(approximants<R>[k].theta) && missing(a, approximants<R>[k].degree, 0) == 0;
  }
  /// Returns how often a must be halved beyond `halved` times, so that the first term of the backward error is below a
  /// rounding of a in spite of cancellation. This is the paper's function l, with the norm of a power of moduli, which
  /// products with vectors give.
  int missing(T const* a, int m, int halved) {
    double log_factor = 0; // binary logarithm of (2m choose m) (2m + 1)!
    for (int k = 1; k <= m; ++k)
      log_factor += std::log2(double(m + k) / k);
    for (int k = 2; k <= 2 * m + 1; ++k)
      log_factor += std::log2(double(k));
    double const log_power = log_of_power(2 * m + 1);
    double const log_ratio = log_power - log_of_norm(a, n_) - 2.0 * m * halved - log_factor;
    return halvings((log_ratio + std::numeric_limits<R>::digits) / (2 * m));
  }
  /// Returns the binary logarithm of the norm of a power of the moduli. After each product the sums are scaled, so that
  /// the largest is 1.
  double log_of_power(int exponent) {
    R *sums = sums_.data(), *next = sums + n_;
    std::fill(sums, sums + n_, R(1));
    double logarithm = 0;
    for (int k = 0; k < exponent; ++k) {
      R largest = 0;
      for (index_t j = 0; j < n_; ++j) {
        next[j] = 0;
        for (index_t i = 0; i < n_; ++i)
          next[j] += moduli_[j * n_ + i] * sums[i];
        largest = std::max(largest, next[j]);
      }
      if (largest == 0)
        return -std::numeric_limits<double>::infinity();
      logarithm += std::log2(double(largest));
      for (index_t j = 0; j < n_; ++j)
        next[j] /= largest;
      std::swap(sums, next);
    }
    return logarithm;
  }

  /// Sets `sum` to the sum of c[first + 2 k] a^(2 k), k below `count`.
  void polynomial(double const* c, int first, int count, T* sum) const {
    std::fill(sum, sum + n_ * n_, T(0));
    for (int k = 1; k < count; ++k)
      for (index_t i = 0; i < n_ * n_; ++i)
        sum[i] += power(k - 1)[i] * static_cast<R>(c[first + 2 * k]);
    for (index_t i = 0; i < n_; ++i)
      sum[i * (n_ + 1)] += static_cast<R>(c[first]);
  }
  /// Sets buffer_at(5) to the approximant q(-a)^-1 q(a), where q(a) = even + odd. Returns false if these overflow.
  bool approximate(T* a, int degree) {
    coefficients const c(degree);
    T *even = buffer_at(4), *odd = buffer_at(5), *inner = buffer_at(6), *high = buffer_at(7);
    int const low_terms = degree == 13 ? 4 : (degree + 1) / 2;
    polynomial(c.of, 0, low_terms, even);
    polynomial(c.of, 1, low_terms, inner);
    if (degree == 13) {
      // Terms from the eighth power on are a^6 times a polynomial without constant term: a^6 itself is among the low
      // terms.
      double const of_even[] = {0, 0, c.of[8], 0, c.of[10], 0, c.of[12]};
      polynomial(of_even, 0, 4, high);
      multiply_(power(2), high, even, T(1));
      double const of_odd[] = {0, 0, c.of[9], 0, c.of[11], 0, c.of[13]};
      polynomial(of_odd, 0, 4, high);
      multiply_(power(2), high, inner, T(1));
    }
    multiply_(a, inner, odd);
    if (!(std::max(log_of_norm(even, n_), log_of_norm(odd, n_)) < std::numeric_limits<R>::max_exponent - 1))
      return false;
    for (index_t k = 0; k < n_ * n_; ++k) {
      T const both = even[k] + odd[k];
      even[k] -= odd[k];
      odd[k] = both;
    }
    factor_job const job("linalg::expm", factor_kind::lu, dtype_of<T>, square_matrices(even, 1, n_, false),
                         pivots_.data());
    factor_matrices(job);
    solve_with(job, square_matrices(odd, 1, n_, false));
    return true;
  }

  index_t n_;
  int powers_ = 0;
  lapack_memory<T> memory_;
  lapack_memory<R> moduli_, sums_;
  lapack_memory<index_t> pivots_;
  square_products<T> multiply_;
};

/// Replaces a by its power n, which is above 0. `spare` has memory for three more matrices. Only powers that the result
/// needs are computed, so that no other power overflows in vain.
template <class T>
void raise(T* a, index_t size, std::uint64_t n, T* spare, square_products<T>& multiply) {
  T *base = a, *next = spare, *product = nullptr, *other = spare + size * size;
  T* const last = other + size * size;
  for (;; n /= 2) {
    if (n % 2 == 1 && product == nullptr) {
      product = last;
      std::copy(base, base + size * size, product);
    } else if (n % 2 == 1) {
      multiply(base, product, other);
      std::swap(product, other);
    }
    if (n == 1)
      break;
    multiply(base, base, next);
    std::swap(base, next);
  }
  std::copy(product, product + size * size, a);
}

/// Replaces the matrices by their inverses.
template <class T>
void invert_each(decomposition_job const& job) {
  index_t const n = job.n, count = job.count * n * n;
  lapack_memory<index_t> const pivots(job.count * n);
  factor_job const factors(job.operation, factor_kind::lu, job.type,
                           square_matrices(job.a, job.count, n, job.a_by_rows), pivots.data());
  factor_matrices(factors);
  lapack_memory<T> const inverses(count);
  invert_with(factors, square_matrices(inverses.data(), job.count, n, job.a_by_rows));
  std::copy_n(inverses.data(), count, static_cast<T*>(job.a));
}

} // namespace

void matrix_exponentials(decomposition_job const& job) {
  with_matrices(job.type, job.operation, "expm", job.n == 0 ? 0 : job.count, [&]<class T>(lapack_call& call, T) {
    exponential<T> function(job.n);
    each_matrix<T>(call, job, matrix_region::all, [&](T* a) { function.run(a); });
  });
}

void matrix_powers(decomposition_job const& job, index_t power) {
  index_t const n = job.n;
  with_matrices(job.type, job.operation, "power", n == 0 ? 0 : job.count, [&]<class T>(lapack_call& call, T) {
    if (power < 0)
      invert_each<T>(job);
    auto const size = static_cast<std::uint64_t>(power);
    std::uint64_t const times = power < 0 ? 0 - size : size;
    lapack_memory<T> const spare(3 * n * n);
    square_products<T> multiply(n);
    auto const run = [&](T* a) {
      if (times == 0)
        to_identity(a, n);
      else
        raise(a, n, times, spare.data(), multiply);
    };
    if (power >= 0)
      return each_matrix<T>(call, job, matrix_region::all, run);
    do // invert_each() has checked the inverses
      run(matrix_at<T>(job.a, call.number, n * n));
    while (call.next());
  });
}

} // namespace weft::detail
