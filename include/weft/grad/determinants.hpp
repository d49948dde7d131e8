#pragma once
#include <weft/grad/computed.hpp>
#include <weft/grad/structured.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/scan.hpp>

namespace weft {

namespace detail {

/// Returns for each number the product of all numbers before it along the last axis.
template <class S>
WEFT_FN auto products_before(S const& s) {
  using T = typename S::value_type;
  int const last = s.rank() - 1;
  dynamic_extents one = number_for_each_axis(0, s.rank());
  one.set(last, 1);
  return cumprod(
      pad(window_of(s, range_selector<int>{last, 0, s.extents()[last] - 1}), one, 0, padding::constant, T(1)), last);
}
/// Hands the gradient g of a determinant d to a: it is g d a^-T (Giles 2008). If a is singular, it is g times the
/// cofactors of a. For a = u diag(s) vh the cofactors are det(u vh) u diag(p) vh, where p(i) is the product of all s(j)
/// with j != i.
struct det_gradient {
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& d, G const& g, A const& a) const {
    using T = typename L::value_type;
    if (!any_of(equal(d, T(0))))
      return hand_to(a, for_each_element(d) * for_each_element(g) * linalg::inv(matrices_transposed(unfollowed(a))));
    session work;
    auto const found = linalg::svd(evaluated(unfollowed(a), work));
    auto const u = capture(found.u), vh = capture(found.vh);
    auto const s = capture(found.s);
    int const last = s.rank() - 1;
    auto const after = evaluated(products_before(reverse(s, last)), work);
    auto const others = evaluated(products_before(s) * reverse(after, last), work);
    auto const turns = linalg::det(evaluated(matmul(u, vh), work));
    hand_to(a, for_each_element(g) * for_each_element(capture(turns)) * matmul(u * as_row(others), vh));
  }
};
/// Hands the gradient g of the logarithm of a determinant to a: it is g a^-T.
struct logdet_gradient {
  template <class L, class G, class A>
  WEFT_FN void operator()(L const&, G const& g, A const& a) const {
    hand_to(a, for_each_element(g) * linalg::inv(matrices_transposed(unfollowed(a))));
  }
};

/// Returns true, but fails to compile for elements that are duals, because their gradients would be differentiated
/// again.
template <class X>
WEFT_FN constexpr bool has_determinant_gradient() {
  static_assert(is_number<value_t<X>>, "weft: linalg::det, slogdet: no second derivative of them is known");
  return is_number<value_t<X>>;
}

} // namespace detail

namespace linalg {

/// Returns the determinant of each matrix as a variable, which has no second derivative. Its gradient takes n^3
/// multiplications and additions, or an svd if a is singular.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto det(X const& a) {
  if constexpr (detail::has_determinant_gradient<X>())
    return detail::computed_of("linalg::det", a, [](auto const& x) { return det(x); }, detail::det_gradient{});
  else
    return sum(a, a.rank() - 2, a.rank() - 1); // never run: the static_assert has failed
}
/// Returns the sign and the logarithm of the determinant: auto [sign, logabsdet] = slogdet(a). The logarithm is a
/// variable. The sign is constant near a, so it is no variable. The gradient takes n^3 multiplications and additions,
/// and throws linalg_error if a is singular.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto slogdet(X const& a) {
  if constexpr (detail::has_determinant_gradient<X>()) {
    detail::require_matrices<X>();
    auto const operands = detail::recorded_operands(a);
    auto found = slogdet(detail::unfollowed(get<0>(operands)));
    auto logarithm =
        detail::variable_maker::make("linalg::slogdet", found.logabsdet, detail::logdet_gradient{}, operands);
    return slogdet_result(std::move(found.sign), std::move(logarithm));
  } else {
    auto of_shape = sum(a, a.rank() - 2, a.rank() - 1), another = of_shape;
    return slogdet_result(std::move(of_shape), std::move(another));
  }
}
/// Returns the determinant of a triangular or diagonal matrix as a deferred product of its diagonal.
template <detail::Followed X>
  requires detail::DiagonalDeterminant<X>
[[nodiscard]] WEFT_FN auto det(X const& a) {
  auto const e = detail::capture(a);
  if constexpr (detail::structured_form<std::remove_const_t<decltype(e)>>::sure) {
    auto const values = detail::window_of(e, detail::last_diagonal{});
    return prod(values, detail::axis_from_last<1>(values));
  } else {
    return det(detail::without_structure(e));
  }
}
/// Returns the sign of that determinant, which is no variable, and the logarithm of its magnitude, which is deferred.
template <detail::Followed X>
  requires detail::DiagonalDeterminant<X>
[[nodiscard]] WEFT_FN auto slogdet(X const& a) {
  auto const e = detail::capture(a);
  if constexpr (detail::structured_form<std::remove_const_t<decltype(e)>>::sure) {
    auto const values = detail::window_of(e, detail::last_diagonal{});
    auto const last = detail::axis_from_last<1>(values);
    return slogdet_result(eval(prod(sign(detail::window_of(detail::unfollowed(e), detail::last_diagonal{})), last)),
                          sum(log(abs(values)), last));
  } else {
    return slogdet(detail::without_structure(e));
  }
}

} // namespace linalg
} // namespace weft
