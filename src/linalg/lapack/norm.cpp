#include "linalg/lapack/svd.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/norm.hpp>

namespace weft::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The smallest or the largest of some numbers; NaN if there is one. The largest of no numbers is 0.
template <class R, bool Smallest>
class extreme_value {
public:
  void add(R x) {
    if ((Smallest ? x < value_ : x > value_) || x != x)
      value_ = x;
  }
  R value() const { return value_; }

private:
  R value_ = Smallest ? std::numeric_limits<R>::infinity() : R(0); // NaN stays, because no number is above or below NaN
};

template <bool Smallest, class T>
real_t<T> extreme_modulus(T const* x, index_t n) {
  extreme_value<real_t<T>, Smallest> best;
  for (index_t i = 0; i < n; ++i)
    best.add(std::abs(x[i]));
  return best.value();
}

/// Returns the sum of f(|x|). It adds the sums of blocks: fewer roundings meet in one number.
template <class T, class F>
double block_sum(T const* x, index_t n, F const& f) {
  constexpr index_t block = 256;
  double sum = 0;
  for (index_t first = 0; first < n; first += block) {
    double sum_of_block = 0;
    for (index_t i = first; i < std::min(n, first + block); ++i)
      sum_of_block += f(std::abs(x[i]));
    sum += sum_of_block;
  }
  return sum;
}

/// Returns (sum |x|^p)^(1/p), or for p = 0 the number of elements other than 0. Moduli are divided by the largest, or
/// for p < 0 the smallest, so no power overflows.
template <class T>
real_t<T> power_norm(T const* x, index_t n, double p) {
  using R = real_t<T>;
  if (p == 0)
    return static_cast<R>(block_sum(x, n, [](R a) { return a != 0 ? 1.0 : 0.0; }));
  R const scale = p > 0 ? extreme_modulus<false>(x, n) : extreme_modulus<true>(x, n);
  if (std::abs(p) == infinity || scale == 0 || !(scale <= std::numeric_limits<R>::max()))
    return scale;
  double const by = static_cast<double>(scale);
  double const sum = block_sum(x, n, [&](R a) {
    double const ratio = static_cast<double>(a) / by;
    return p == 1 ? ratio : p == 2 ? ratio * ratio : std::pow(ratio, p);
  });
  return static_cast<R>(by * (p == 1 ? sum : p == 2 ? std::sqrt(sum) : std::pow(sum, 1 / p)));
}

/// Returns the smallest or largest sum of the moduli in a column.
template <bool Smallest, class T>
real_t<T> columns_norm(T const* a, index_t rows, index_t columns) {
  extreme_value<real_t<T>, Smallest> best;
  for (index_t j = 0; j < columns; ++j)
    best.add(power_norm(a + j * rows, rows, 1));
  return best.value();
}
/// Returns the smallest or largest sum of the moduli in a row.
template <bool Smallest, class T>
real_t<T> rows_norm(T const* a, index_t rows, index_t columns) {
  using R = real_t<T>;
  lapack_memory<R> const sums(rows);
  std::fill(sums.data(), sums.data() + rows, R(0));
  for (index_t j = 0; j < columns; ++j)
    for (index_t i = 0; i < rows; ++i)
      sums[i] += std::abs(a[j * rows + i]);
  return extreme_modulus<Smallest>(sums.data(), rows);
}
/// Returns the smallest or largest sum of the moduli in a column, or in a row if p is infinite.
template <bool Smallest, class T>
real_t<T> lines_norm(decomposition_job const& job, double p, T const* x) {
  bool const turned = job.a_by_rows;
  index_t const rows = turned ? job.n : job.m, columns = turned ? job.m : job.n;
  return (std::abs(p) == 1) != turned ? columns_norm<Smallest>(x, rows, columns)
                                      : rows_norm<Smallest>(x, rows, columns);
}

/// Returns the norm of one vector or matrix, for orders that need no singular values.
template <class T>
real_t<T> plain_norm(decomposition_job const& job, bool vector, norm_order order, T const* x) {
  if (order.kind == linalg::norm_kind::frobenius)
    return power_norm(x, job.m * job.n, 2);
  if (vector)
    return power_norm(x, job.n, order.p);
  return order.p < 0 ? lines_norm<true>(job, order.p, x) : lines_norm<false>(job, order.p, x);
}

/// Stores f(values, least) as the result for each matrix, where `values` are its `least` singular values.
template <class F>
void by_singular_values(decomposition_job job, F const& f) {
  if (job.a_by_rows)
    std::swap(job.m, job.n);
  singular_values_each(job, [&]<class R>(lapack_call const& call, R const* values, index_t least) {
    *result_at<R>(call, job, 0, 1) = f(values, least);
  });
}

/// Replaces a by its inverse. Returns false if it has none.
template <class T>
bool invert(lapack_call const& call, T* a, index_t size) {
  blas_int const n = to_blas(call, size), lda = leading(n);
  blas_int info = 0;
  lapack_memory<blas_int> const pivots(size);
  auto const run = [&](T* work, blas_int length) {
    lapack<T>::getri(&n, a, &lda, pivots.data(), work, &length, &info);
  };
  blas_int const length = work_length<T>(call, size, run);
  lapack_memory<T> const work(length);
  lapack_turn const turn(size, size);
  lapack<T>::getrf(&n, &n, a, &lda, pivots.data(), &info);
  check_arguments(call, info);
  if (info > 0)
    return false;
  run(work.data(), length);
  check_arguments(call, info);
  return info == 0;
}

void by_inverse(decomposition_job const& job, norm_order order) {
  decompose_each(job, "getri", [&]<class T>(lapack_call& call, std::type_identity<T>) {
    using R = real_t<T>;
    each_matrix<T>(call, job, matrix_region::all, [&](T* a) {
      R const before = plain_norm(job, false, order, a);
      R const product = invert(call, a, job.n) ? before * plain_norm(job, false, order, a) : R(infinity);
      *result_at<R>(call, job, 0, 1) = product == product ? product : R(infinity);
    });
  });
}

bool is_two(norm_order order) {
  return order.kind == linalg::norm_kind::by_number && std::abs(order.p) == 2;
}

} // namespace

void check_norm(char const* operation, bool vectors, norm_order order) {
  bool const by_number = order.kind == linalg::norm_kind::by_number;
  if (order.p != order.p || (vectors && order.kind == linalg::norm_kind::nuclear))
    throw_error(operation, "a vector has norms of all numbers, and the Frobenius norm");
  double const p = std::abs(order.p);
  if (!vectors && by_number && p != 1 && p != 2 && p != infinity)
    throw_error(operation, "a matrix has the norms 1, 2, inf, -1, -2, -inf, frobenius and nuclear");
}

void find_norms(decomposition_job const& job, bool vector, norm_order order) {
  if (order.p < 0 && (job.n == 0 || job.m == 0))
    throw_shape_reason(job.operation, vector ? "nothing to reduce: there is no least modulus"
                                             : "nothing to reduce: there is no least sum or singular value");
  if (!vector && order.kind == linalg::norm_kind::nuclear)
    return by_singular_values(job, [](auto const* s, index_t n) { return power_norm(s, n, 1); });
  if (!vector && is_two(order))
    return by_singular_values(
        job, [=](auto const* s, index_t n) { return power_norm(s, n, order.p < 0 ? -infinity : infinity); });
  by_type(job.type, [&]<class T>(T) {
    for (index_t k = 0; k < job.count; ++k)
      *matrix_at<real_t<T>>(job.to[0], k, 1) = plain_norm(job, vector, order, matrix_at<T>(job.a, k, job.m * job.n));
  });
}

void find_conditions(decomposition_job const& job, norm_order order) {
  if (job.m == 0 || job.n == 0)
    throw_shape_reason(job.operation, "the matrix has no elements");
  if (order.kind == linalg::norm_kind::nuclear || order.p < 0)
    throw_error(job.operation, "condition numbers have the orders 1, 2, inf and frobenius");
  if (!is_two(order))
    return by_inverse(job, order);
  by_singular_values(job, []<class R>(R const* s, index_t n) {
    return s[n - 1] == 0 ? std::numeric_limits<R>::infinity() : s[0] / s[n - 1];
  });
}

} // namespace weft::detail
