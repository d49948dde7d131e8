#include "factor/lu.hpp"
#include "lapack/call.hpp"

#include <weft/linalg/lu.hpp>

namespace weft::detail {
namespace {

/// A product of many numbers as a number with its real and imaginary part below 2 and an exponent, so that it overflows
/// only at the end.
template <class T>
class scaled_product {
public:
  void operator*=(T x) {
    normalise(x);
    product_ *= x;
    normalise(product_);
  }
  T value() const {
    using R = real_t<T>;
    const int e = static_cast<int>(std::clamp<long>(exponent_, -100000, 100000));
    if constexpr (is_complex<T>)
      return T(std::ldexp(product_.real(), e), std::ldexp(product_.imag(), e));
    else
      return static_cast<R>(std::ldexp(product_, e));
  }

private:
  void normalise(T& x) {
    using R = real_t<T>;
    const R top = std::max(std::abs(std::real(x)), std::abs(std::imag(x)));
    if (top == 0 || !(top <= std::numeric_limits<R>::max())) // elimination may overflow
      return;
    const int e = std::ilogb(top);
    exponent_ += e;
    if constexpr (is_complex<T>)
      x = T(std::scalbn(x.real(), -e), std::scalbn(x.imag(), -e));
    else
      x = std::scalbn(x, -e);
  }
  T product_ = 1;
  long exponent_ = 0;
};

/// factor(j) for j = 0, 1, ..., n - 1 are the factors of a determinant.
template <class T, class F>
T product_of(index_t n, F const& factor) {
  scaled_product<T> product;
  for (index_t j = 0; j < n; ++j)
    product *= factor(j);
  return product.value();
}

template <class T, class F>
void sign_and_logarithm(index_t n, F const& factor, T& sign, real_t<T>& logarithm) {
  sign = 1;
  logarithm = 0;
  for (index_t j = 0; j < n; ++j) {
    const T x = factor(j);
    const real_t<T> modulus = std::abs(x);
    if (modulus == 0) {
      sign = 0;
      logarithm = -std::numeric_limits<real_t<T>>::infinity();
      return;
    }
    sign *= x / modulus;
    logarithm += std::log(modulus);
  }
  if constexpr (is_complex<T>)
    sign /= std::abs(sign);
}

/// The determinant, or where there is room for logarithms its sign and logarithm.
template <class T, class F>
void store_determinant(index_t n, F const& factor, void* values, void* logarithms, index_t number) {
  T& value = static_cast<T*>(values)[number];
  if (logarithms == nullptr)
    value = product_of<T>(n, factor);
  else
    sign_and_logarithm(n, factor, value, static_cast<real_t<T>*>(logarithms)[number]);
}
char const* name_of_determinant(void const* logarithms) {
  return logarithms == nullptr ? "linalg::det" : "linalg::slogdet";
}

/// The factors of one matrix to where they belong.
template <class T>
void deal_out(lu_job const& job, index_t number, T const* a, index_t const* pivots, index_t* row) {
  const index_t m = job.m, n = job.n, k = std::min(m, n);
  T* const p = matrix_at<T>(job.p, number, m * m);
  T* const l = matrix_at<T>(job.l, number, m * k);
  T* const u = matrix_at<T>(job.u, number, k * n);
  for (index_t i = 0; i < m; ++i)
    row[i] = i;
  for (index_t i = 0; i < k; ++i)
    std::swap(row[i], row[pivots[i]]);
  std::fill(p, p + m * m, T(0));
  for (index_t i = 0; i < m; ++i) // row i of l u is row row[i] of a
    p[job.by_rows ? row[i] * m + i : i * m + row[i]] = 1;
  for (index_t j = 0; j < k; ++j)
    for (index_t i = 0; i < m; ++i)
      l[job.by_rows ? i * k + j : j * m + i] = i < j ? T(0) : i == j ? T(1) : a[j * m + i];
  for (index_t j = 0; j < n; ++j)
    for (index_t i = 0; i < k; ++i)
      u[job.by_rows ? i * n + j : j * k + i] = i > j ? T(0) : a[j * m + i];
}

} // namespace

void lu_factors(lu_job const& job) {
  with_matrices(job.type, "linalg::lu", "lu", job.count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    const lapack_memory<index_t> pivots(std::min(job.m, job.n)), rows(job.m);
    update_memory memory;
    factor_run run(memory);
    do {
      T* const a = matrix_at<T>(job.matrices, call.number, job.m * job.n);
      check_finite(call, a, job.m, job.n, matrix_part::all, false);
      factor_lu<T>({a, {job.m, job.n, 1, job.m}}, pivots.data(), run);
      deal_out(job, call.number, a, pivots.data(), rows.data());
    } while (call.next());
  });
}

void determinants(dtype type, void* matrices, index_t count, index_t n, bool by_rows, void* values, void* logarithms) {
  with_matrices(type, name_of_determinant(logarithms), "lu", count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    const lapack_memory<index_t> pivots(n);
    update_memory memory;
    factor_run run(memory);
    do {
      T* const a = matrix_at<T>(matrices, call.number, n * n);
      check_finite(call, a, n, n, matrix_part::all, by_rows);
      factor_lu<T>({a, {n, n, 1, n}}, pivots.data(), run);
      auto const pivot = [&](index_t j) { return pivots[j] == j ? a[j * n + j] : -a[j * n + j]; };
      store_determinant<T>(n, pivot, values, logarithms, call.number);
    } while (call.next());
  });
}

void determinants_of_diagonals(dtype type, void const* diagonals, index_t count, index_t n, void* values,
                               void* logarithms) {
  with_matrices(type, name_of_determinant(logarithms), "diagonal", count, [&](lapack_call& call, auto zero) {
    using T = decltype(zero);
    do {
      T const* const diagonal = static_cast<T const*>(diagonals) + call.number * n;
      check_finite(call, diagonal, n, 1, matrix_part::all, false);
      store_determinant<T>(n, [&](index_t j) { return diagonal[j]; }, values, logarithms, call.number);
    } while (call.next());
  });
}

} // namespace weft::detail
