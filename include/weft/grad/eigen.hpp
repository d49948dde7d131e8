#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/ops/triangle.hpp>

namespace weft {

namespace detail {

/// Returns the matrix m(i, j) / (w(j) - w(i)), with 0 on the diagonal.
template <class M, class W>
WEFT_FN auto over_differences(M const& m, W const& w) {
  using T = typename M::value_type;
  index_t const n = m.extents()[m.rank() - 1];
  return where(eye<bool>(n), T(0), m / (as_row(w) - as_column(w)));
}

/// Hands the gradient f() to the lower triangle of x if x is followed.
template <class X, class F>
WEFT_FN void hand_lower(X const& x, F const& f) {
  if constexpr (is_followed<X>)
    hand_to(x, in_lower_triangle(f()));
}

// Gradients of the eigenvalues and eigenvectors of a (Giles 2008), or of a pair a and b. The gradients of a pair follow
// from differentials of a v = b v diag(w) and v^T b v = 1, as the gradients of Giles do for one matrix.

/// Returns the function that hands on the gradient g of the eigenvalues w: v diag(g) v^T to a, and -v diag(g w) v^T to
/// b, where the columns of v are the eigenvectors.
template <class V>
WEFT_FN auto eigenvalue_gradient(V const& vectors) {
  return [vectors](auto const& w, auto const& g, auto const& a, auto const&... b) {
    session s;
    auto const v = capture(vectors);
    auto const turned = matrices_transposed(v);
    hand_lower(a, [&] { return evaluated(matmul(v * as_row(g), turned), s); });
    (hand_lower(b, [&] { return evaluated(-matmul(v * as_row(g * w), turned), s); }), ...);
  };
}
/// Returns the function that hands on the gradient g of the eigenvectors v. With m = v^T g and f(i, j) = 1 / (w(j) -
/// w(i)), multiplied element by element, it hands v (f m) v^T to a and -v h v^T to b. Here h(i, j) = f(i, j) m(i, j)
/// w(j), and h(i, i) = m(i, i) / 2, which keeps the length of the vectors.
template <class W>
WEFT_FN auto eigenvector_gradient(W const& values) {
  return [values](auto const& v, auto const& g, auto const& a, auto const&... b) {
    session s;
    auto const w = capture(values);
    auto const turned = matrices_transposed(v);
    auto const m = evaluated(matmul(turned, g), s);
    auto const inner = evaluated(over_differences(m, w), s);
    auto const around = [&](auto const& x) { return evaluated(matmul(matmul(v, x), turned), s); };
    hand_lower(a, [&] { return around(inner); });
    [[maybe_unused]] auto const scaled = [&] {
      using T = typename std::remove_const_t<decltype(m)>::value_type;
      index_t const n = m.extents()[m.rank() - 1];
      return evaluated(where(eye<bool>(n), m * T(-0.5), -(inner * as_row(w))), s);
    };
    (hand_lower(b, [&] { return around(scaled()); }), ...);
  };
}
template <class... X>
WEFT_FN auto followed_eigh(X const&... x) {
  return variables_of(
      "linalg::eigh",
      [](auto const& variable, auto const&... values) {
        auto const found = linalg::eigh(values...);
        return linalg::eigh_result(variable(found.values, eigenvalue_gradient(found.vectors)),
                                   variable(found.vectors, eigenvector_gradient(found.values)));
      },
      x...);
}

} // namespace detail

namespace linalg {

/// Returns eigenvalues and eigenvectors as variables: auto [values, vectors] = eigh(a). Only the lower triangle of a is
/// read and gets a gradient. The gradient of the vectors takes 3 n^3 multiplications and additions. It is not finite if
/// two eigenvalues are equal, and meaningful only if the loss does not depend on the signs of the vectors.
template <detail::FollowedMatrices X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  return detail::followed_eigh(a);
}
/// Returns the eigenvalues only. The vectors are computed too, for the gradient.
template <detail::FollowedMatrices X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  return detail::variables_of(
      "linalg::eigvalsh",
      [](auto const& variable, auto const& x) {
        auto const found = eigh(x);
        return variable(found.values, detail::eigenvalue_gradient(found.vectors));
      },
      a);
}
/// Returns the solution of a vectors = b vectors diag(values) as variables if a or b holds a variable: auto [values,
/// vectors] = eigh(a, b). b is positive definite, and vectors^T b vectors = 1. The lower triangles of a and b get
/// gradients, with the limits that hold for one matrix.
template <Tensorial A, Tensorial B>
  requires(detail::Followed<A> || detail::Followed<B>)
[[nodiscard]] WEFT_FN auto eigh(A const& a, B const& b) {
  return detail::followed_eigh(a, b);
}
/// Returns the eigenvalues only. The vectors are computed too, for the gradient.
template <Tensorial A, Tensorial B>
  requires(detail::Followed<A> || detail::Followed<B>)
[[nodiscard]] WEFT_FN auto eigvalsh(A const& a, B const& b) {
  return eigh(a, b).values;
}
/// Returns eigh(a) for the operands symmetric(a), hermitian(a) and positive_definite(a), where a is a variable.
template <detail::Followed X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  return eigh(detail::without_structure(detail::capture(a)));
}
/// Returns the eigenvalues of symmetric(a), hermitian(a) or positive_definite(a), where a is a variable.
template <detail::Followed X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  return eigvalsh(detail::without_structure(detail::capture(a)));
}

} // namespace linalg
} // namespace weft
