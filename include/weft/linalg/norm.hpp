#pragma once
#include <weft/linalg/batch.hpp>
#include <weft/ops/reduce.hpp>

#include <limits>

namespace weft {

namespace linalg {

/// Norms that have no number: frobenius, the root of the sum of squares, and nuclear, the sum of the singular values.
enum class norm_kind : unsigned char { by_number, frobenius, nuclear };
/// linalg::norm(a, linalg::frobenius).
inline constexpr norm_kind frobenius = norm_kind::frobenius;
inline constexpr norm_kind nuclear = norm_kind::nuclear;
/// Infinity, as the order of a norm: the largest sum of a row, or the largest modulus of a vector.
inline constexpr double inf = std::numeric_limits<double>::infinity();

} // namespace linalg

namespace detail {

template <class P>
concept NormOrder = (std::is_arithmetic_v<P> && !std::same_as<P, bool>) || std::same_as<P, linalg::norm_kind>;

struct norm_order {
  linalg::norm_kind kind;
  double p;
};
template <NormOrder P>
WEFT_FN norm_order order_from(P p) {
  if constexpr (std::same_as<P, linalg::norm_kind>)
    return {p, 0};
  else
    return {linalg::norm_kind::by_number, static_cast<double>(p)};
}

/// Vectors of n elements, or matrices m x n, column by column or row by row, which are overwritten.
struct norm_job {
  char const* operation;
  dtype type;
  index_t count, m, n;
  bool vectors, by_rows;
  norm_order order;
  void *elements, *norms;
};
/// Throws error where there is no such norm.
WEFT_API void check_norm(char const* operation, bool vectors, norm_order order);
WEFT_API void find_norms(norm_job const& job);
WEFT_API void find_conditions(norm_job const& job);

template <class E>
WEFT_FN norm_job norms_of(char const* operation, E const& shape, norm_order order) {
  norm_job job{};
  job.operation = operation;
  job.order = order;
  job.vectors = shape.rank() == 1;
  check_norm(operation, job.vectors, order);
  if (job.vectors) {
    job.count = job.m = 1;
    job.n = shape.entry(0);
  } else {
    const matrix_batch b(operation, shape, false);
    job.count = b.count;
    job.m = b.rows;
    job.n = b.columns;
  }
  return job;
}

template <class X>
WEFT_FN constexpr bool takes_norms() {
  static_assert(HasDtype<value_t<X>>, "weft: linalg: the elements are float, double, their complex, or integers");
  static_assert(rank_of<X> != 0,
                "weft: linalg::norm: rank mismatch: it takes a vector, a matrix or a batch of matrices");
  refuse_followed<X>();
  return HasDtype<value_t<X>> && rank_of<X> != 0;
}
template <class X>
WEFT_FN auto norm_by(X const& x, norm_order order) {
  using T = linear_t<X>;
  using R = real_t<T>;
  using Order = deduced_order<X const&>;
  const auto e = capture(x);
  auto const& shape = e.extents();
  norm_job job = norms_of("linalg::norm", shape, order);
  job.by_rows = std::same_as<Order, row_major>;
  const packed_elements<T> work(count_of(shape));
  pack_matrices(work.data(), shape, job.vectors ? 1 : 2, job.by_rows, e);
  job.type = dtype_of<T>;
  job.elements = work.data();
  const auto fill = [&job](R* norms) {
    job.norms = norms;
    find_norms(job);
  };
  if constexpr (std::remove_cvref_t<decltype(shape)>::static_rank == 1) {
    R value{};
    fill(&value);
    return value;
  } else if constexpr (std::remove_cvref_t<decltype(shape)>::static_rank < 0) {
    const dynamic_extents s = job.vectors ? dynamic_extents(0) : ending_in<>(shape);
    batch_result<R, dynamic_extents, Order> out(s, 0, true);
    fill(out.data());
    return out.take();
  } else {
    return number_for_each<R, Order>(shape, fill);
  }
}

} // namespace detail

namespace linalg {

/// The 2-norm of all elements, as weft::norm has it and as in NumPy.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE auto norm(X&& x) {
  return weft::norm(static_cast<X&&>(x));
}
/// The norm of the order p, real. Of a vector any number: (sum |x_i|^p)^(1/p), inf the largest modulus, -inf the
/// smallest, 0 how many are not 0. Of a matrix, or of each in a batch: 1, the largest sum of a column; inf, the largest
/// sum of a row; 2, the largest singular value; -1, -inf, -2, the smallest of them; frobenius; nuclear. NaN where there
/// is one, but for 2, -2 and nuclear, which refuse it. Sums neither overflow nor lose small elements before the result
/// does. 2 and nuclear cost svdvals.
///
/// An axis is what norm(a, 1) of namespace weft takes. Where using-directives bring both, norm(a, 1) is ambiguous, and
/// compilers quote the line that says what to write; norm(a), norm(a, axis<1>) and norm(a, frobenius) are not.
template <Tensorial X, detail::NormOrder... P>
  requires(sizeof...(P) == 1)
[[nodiscard]] WEFT_FN auto norm(X&& x, P... p) { // weft: an order is linalg::norm(a, 1), an axis is weft::norm(a, 1)
  if constexpr (detail::takes_norms<X>())
    return detail::norm_by(x, detail::order_from(p...));
}

/// The condition number of the order p, 1, 2, inf or frobenius, of each matrix; without p, 2: the largest singular
/// value by the smallest one. Other orders ask for square matrices: the norm times that of the inverse. Infinity where
/// the matrix is singular. Costs svdvals, or n^3 multiplications and additions; LAPACK's gesdd, getrf and getri.
template <Tensorial X, detail::NormOrder P = int>
[[nodiscard]] WEFT_FN auto cond(X const& x, P p = P(2)) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(x);
    auto const& shape = e.extents();
    const detail::norm_order order = detail::order_from(p);
    const bool by_values = order.kind == norm_kind::by_number && order.p == 2;
    (void)detail::matrix_batch("linalg::cond", shape, !by_values);
    detail::norm_job job = detail::norms_of("linalg::cond", shape, order);
    job.by_rows = std::same_as<Order, row_major>;
    job.type = dtype_of<T>;
    const auto work = detail::packed_copy<T>(e, job.by_rows);
    job.elements = work.data();
    return detail::number_for_each<detail::real_t<T>, Order>(shape, [&job](detail::real_t<T>* values) {
      job.norms = values;
      detail::find_conditions(job);
    });
  }
}

} // namespace linalg
} // namespace weft
