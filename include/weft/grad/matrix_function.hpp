#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>

namespace weft {

namespace detail {

/// Hands on the gradient g of f(a): the upper right block of f of the block matrix [a^T, g; 0, a^T] (R. Mathias, A
/// chain rule for matrix functions and applications, 1996). It takes one f of a 2 n x 2 n matrix.
template <class F>
struct matrix_function_gradient {
  F f;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const&, G const& g, A const& a) const {
    session s;
    auto const rows = axis_from_last<2>(a);
    auto const columns = axis_from_last<1>(a);
    auto const turned = evaluated(matrices_transposed(unfollowed(a)), s);
    index_t const n = a.extents()[a.rank() - 1];
    auto const found = f(concatenate(rows, concatenate(columns, turned, g), concatenate(columns, turned * 0, turned)));
    hand_to(a, capture(found(ellipsis, range(0, n), range(n, 2 * n))));
  }
};
struct expm_function {
  template <class X>
  WEFT_FN auto operator()(X const& x) const {
    return linalg::expm(x);
  }
};
struct power_function {
  index_t power;
  template <class X>
  WEFT_FN auto operator()(X const& x) const {
    return linalg::matrix_power(x, power);
  }
};
template <class X, class F>
WEFT_FN auto followed_function(char const* name, X const& a, F f) {
  return computed_of(name, a, f, matrix_function_gradient<F>{f});
}

} // namespace detail

namespace linalg {

/// Returns e^a as a variable. Its gradient takes one expm of a 2 n x 2 n matrix.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto expm(X const& a) {
  return detail::followed_function("linalg::expm", a, detail::expm_function{});
}
/// Returns a to the power n as a variable. Its gradient takes one power of a matrix with twice the extents of a.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto matrix_power(X const& a, index_t n) {
  return detail::followed_function("linalg::matrix_power", a, detail::power_function{n});
}

} // namespace linalg
} // namespace weft
