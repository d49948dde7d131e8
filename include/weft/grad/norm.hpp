#pragma once
#include <weft/grad/svd.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/power.hpp>

namespace weft {

namespace detail {

/// Returns (sum |x|^p)^(1/p). Magnitudes are divided by the largest one, so that nothing overflows; for the gradient it
/// is a constant, which cancels. If the sum is 0, all norms are 0, and the 2-norm is returned, for its gradient.
template <class T, auto Shape>
WEFT_FN auto norm_of_power(grad::variable<T, Shape> const& x, T p) {
  T const largest = x.size() == 0 ? T(0) : T((max)(abs(x.value())));
  T const scale = largest > 0 && largest < std::numeric_limits<T>::infinity() ? largest : T(1);
  auto const total = sum(pow(abs(x) / scale, p));
  return where(equal(total, T(0)), weft::norm(x), pow(total, T(1) / p)) * scale;
}
template <class T, auto Shape>
WEFT_FN grad::variable<T, 0> vector_norm(grad::variable<T, Shape> const& x, norm_order order) {
  if (order.kind != linalg::norm_kind::by_number || order.p == 2)
    return weft::norm(x);
  if (order.p == 1)
    return sum(abs(x));
  if (order.p == linalg::inf)
    return (max)(abs(x));
  if (order.p == -linalg::inf)
    return (min)(abs(x));
  if (order.p == 0)
    throw_error("linalg::norm", "how many elements are not 0 has no gradient");
  return norm_of_power(x, static_cast<T>(order.p));
}

/// Returns the norm of each matrix in the last two axes.
template <class T, auto Shape>
WEFT_FN auto matrix_norm(grad::variable<T, Shape> const& x, norm_order order) {
  auto const rows = axis_from_last<2>(x);
  auto const columns = axis_from_last<1>(x);
  using result = decltype(grad::variable(sum(x, rows, columns)));
  auto const largest = [&](auto const& sums) { return result((max)(sums, rows)); };
  if (order.kind == linalg::norm_kind::frobenius)
    return result(weft::norm(x, rows, columns));
  if (order.kind == linalg::norm_kind::nuclear)
    return result(sum(linalg::svdvals(x), rows));
  if (order.p == 1)
    return largest(sum(abs(x), rows));
  if (order.p == linalg::inf)
    return largest(sum(abs(x), columns));
  return largest(linalg::svdvals(x));
}

} // namespace detail

namespace linalg {

/// Returns the norm of order p as a variable; orders are the same as for other operands. If several elements, sums or
/// singular values are the largest, each gets an equal share of the gradient. Throws error for p = 0 of a vector. If p
/// < 1, the gradient of an element that is 0 is not finite.
template <detail::Followed X, detail::NormOrder P>
[[nodiscard]] WEFT_FN auto norm(X&& x, P p) {
  detail::norm_order const order = detail::order_from(p);
  grad::variable const a = x;
  detail::check_norm("linalg::norm", a.rank() == 1, order);
  if (a.rank() != 1)
    (void)detail::matrix_batch("linalg::norm", a.extents(), false);
  if constexpr (detail::rank_of<X> == 1)
    return detail::vector_norm(a, order);
  else if constexpr (detail::rank_of<X> < 0)
    return a.rank() == 1 ? detail::vector_norm(a, order).with_runtime_rank() : detail::matrix_norm(a, order);
  else
    return detail::matrix_norm(a, order);
}

/// Returns the condition number of order p, which is 1, 2, inf or frobenius, of each matrix, as a variable. For p = 2
/// it is computed from singular values; the gradient of a singular matrix is then not finite. For other p it is
/// computed from the inverse; throws linalg_error if there is none. If several singular values or sums are the largest,
/// each gets an equal share of the gradient.
template <detail::Followed X, detail::NormOrder P = int>
[[nodiscard]] WEFT_FN auto cond(X const& x, P p = P(2)) {
  detail::require_matrices<X>();
  detail::norm_order const order = detail::order_from(p);
  grad::variable const a = x;
  detail::check_norm("linalg::cond", false, order);
  bool const by_values = order.kind == norm_kind::by_number && order.p == 2;
  (void)detail::matrix_batch("linalg::cond", a.extents(), !by_values);
  if (!by_values)
    return grad::variable(detail::matrix_norm(a, order) * detail::matrix_norm(grad::variable(inv(a)), order));
  grad::variable const values = svdvals(a);
  auto const last = detail::axis_from_last<1>(values);
  return grad::variable((max)(values, last) / (min)(values, last));
}

} // namespace linalg
} // namespace weft
