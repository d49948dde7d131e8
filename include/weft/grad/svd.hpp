#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/ops/generate.hpp>

// Gradients of singular values and vectors; J. Townsend, Differentiating the singular value decomposition, 2016.
namespace weft {

namespace detail {

/// Returns the matrix (m - m^T)(i, j) / (s(j)^2 - s(i)^2), with 0 on the diagonal.
template <class M, class S>
WEFT_FN auto over_square_differences(M const& m, S const& s) {
  using T = typename M::value_type;
  index_t const n = m.extents()[m.rank() - 1];
  return where(eye<bool>(n), T(0),
               (m - matrices_transposed(m)) / ((as_row(s) - as_column(s)) * (as_row(s) + as_column(s))));
}

/// Returns the function that hands on the gradient g of the singular values: u diag(g) vh.
template <class U, class V>
WEFT_FN auto singular_value_gradient(U const& u, V const& vh) {
  return
      [u, vh](auto const&, auto const& g, auto const& a) { hand_to(a, matmul(capture(u) * as_row(g), capture(vh))); };
}
/// Returns the gradient of a for the gradient g of the left vectors u: (u f diag(s) + (1 - u u^T) g diag(s)^-1) vh,
/// where f is over_square_differences(u^T g, s).
template <class U, class S, class V, class G>
WEFT_FN auto by_left_vectors(U const& u, S const& s, V const& vh, G const& g, session& work) {
  auto const m = evaluated(matmul(matrices_transposed(u), g), work);
  auto inner = evaluated(matmul(u, over_square_differences(m, s) * as_row(s)), work);
  int const rows = u.rank() - 2;
  if (u.extents()[rows] > u.extents()[rows + 1])
    inner = evaluated(inner + (g - matmul(u, m)) / as_row(s), work);
  return evaluated(matmul(inner, vh), work);
}
template <class S, class V>
WEFT_FN auto left_vector_gradient(S const& s, V const& vh) {
  return [s, vh](auto const& u, auto const& g, auto const& a) {
    session work;
    hand_to(a, by_left_vectors(u, capture(s), capture(vh), g, work));
  };
}
/// Returns the function that hands on the gradient of the right vectors vh, which are the transposed left vectors of
/// a^T.
template <class U, class S>
WEFT_FN auto right_vector_gradient(U const& u, S const& s) {
  return [u, s](auto const& vh, auto const& g, auto const& a) {
    session work;
    auto const turned = by_left_vectors(matrices_transposed(vh), capture(s), matrices_transposed(capture(u)),
                                        matrices_transposed(g), work);
    hand_to(a, matrices_transposed(turned));
  };
}

/// Hands on the gradient g of the pseudo-inverse p of a: -p^T g p^T + (1 - a p) g^T p p^T + p^T p g^T (1 - p a) (G.
/// Golub and V. Pereyra, The differentiation of pseudo-inverses, 1973).
struct pinv_gradient {
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& p, G const& g, A const& a) const {
    session s;
    auto const x = evaluated(unfollowed(a), s);
    auto const turned = matrices_transposed(p);
    auto const right = evaluated(matmul(matrices_transposed(g), matmul(p, turned)), s);
    auto const left = evaluated(matmul(matmul(turned, p), matrices_transposed(g)), s);
    hand_to(a, right - matmul(x, matmul(p, right)) + left - matmul(matmul(left, p), x) -
                   matmul(matmul(turned, g), turned));
  }
};

} // namespace detail

namespace linalg {

/// Returns the singular value decomposition as variables: auto [u, s, vh] = svd(a). Gradients of the vectors take about
/// 4 m n k multiplications and additions for an m x n matrix, where k is the smaller of m and n. They are not finite if
/// two singular values are equal, or if one is 0 and a is not square. They are meaningful only if the loss does not
/// depend on the signs of the vectors.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto svd(X const& a) {
  return detail::variables_of(
      "linalg::svd",
      [](auto const& variable, auto const& x) {
        auto const found = svd(x);
        return svd_result(variable(found.u, detail::left_vector_gradient(found.s, found.vh)),
                          variable(found.s, detail::singular_value_gradient(found.u, found.vh)),
                          variable(found.vh, detail::right_vector_gradient(found.u, found.s)));
      },
      a);
}
/// Returns the singular values only. The vectors are computed too, for the gradient.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto svdvals(X const& a) {
  return detail::variables_of(
      "linalg::svdvals",
      [](auto const& variable, auto const& x) {
        auto const found = svd(x);
        return variable(found.s, detail::singular_value_gradient(found.u, found.vh));
      },
      a);
}
/// Returns the pseudo-inverse as a variable. Its gradient is right only for changes of a that keep the rank of a.
template <detail::Followed X>
[[nodiscard]] WEFT_FN auto pinv(X const& a, double rtol = -1) {
  return detail::computed_of(
      "linalg::pinv", a, [rtol](auto const& x) { return pinv(x, rtol); }, detail::pinv_gradient{});
}

} // namespace linalg
} // namespace weft
