#pragma once
#include <weft/grad/forward.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/linalg/solve.hpp>

// Solves systems of linear equations whose elements are duals.
namespace weft::detail {

/// Returns x with a x = b and its tangents dx, which solve a dx = db - da x with the same factors of the values of a.
template <class D, class A, class B>
WEFT_FN tensor<D, shape_argument<dims<rank_of<B>>>> solution_of_duals(A const& a, B const& b) {
  using T = decltype(D::value);
  auto const values = in_rows(map(value_of_dual{}, a));
  auto const solved = [&] {
    if constexpr (is_dual<T>)
      return [&](auto const& right) { return solution_of_duals<T>(values, right); };
    else
      return [factors = linalg::lu_factor(values)](auto const& right) { return in_rows(factors.solve(right)); };
  }();
  auto const x = solved(in_rows(map(value_of_dual{}, b)));
  tensor<D, shape_argument<dims<rank_of<B>>>> out = x;
  for (int k = 0; k < D::tangents; ++k) {
    auto const change = [&] {
      if constexpr (is_dual<value_t<A>>)
        return in_rows(map(tangent_of_dual{k}, b) - matmul(map(tangent_of_dual{k}, a), x));
      else
        return in_rows(map(tangent_of_dual{k}, b));
    };
    auto const dx = solved(change());
    for (index_t i = 0; i < dx.size(); ++i)
      out.data()[i].tangent[k] = dx.data()[i];
  }
  return out;
}

template <class A, class B>
inline constexpr bool solves_duals = !Sparse<A> && (is_dual<value_t<A>> || is_dual<value_t<B>>);

} // namespace weft::detail

namespace weft::linalg {

/// Returns the x with a x = b, where elements of a or b are duals, as a tensor, computed at once. a is a square matrix,
/// b a vector or a matrix n x k. The values of a are factored once. Each tangent takes a matrix product and a solution:
/// 2 n^2 k multiplications and additions. Throws the errors of solve for numbers.
template <Tensorial A, Tensorial B>
  requires detail::solves_duals<A, B>
[[nodiscard]] WEFT_FN auto solve(A&& a, B&& b) {
  detail::refuse_followed<A, B>();
  constexpr int ra = detail::rank_of<A>, rb = detail::rank_of<B>;
  static_assert((ra < 0 || ra == 2) && (rb < 0 || rb == 1 || rb == 2),
                "weft: linalg::solve: of duals a matrix, and a vector or a matrix");
  if (a.rank() != 2 || b.rank() > 2)
    detail::throw_shape_reason("linalg::solve", "of duals it takes a matrix, and a vector or a matrix");
  return detail::solution_of_duals<detail::promote_t<detail::value_t<A>, detail::value_t<B>>>(a, b);
}

} // namespace weft::linalg
