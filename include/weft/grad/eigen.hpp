#pragma once
#include <weft/grad/computed.hpp>
#include <weft/linalg/structured_solve.hpp>
#include <weft/ops/triangle.hpp>

namespace weft {

namespace detail {

/// m(i, j) / (w(j) - w(i)), and 0 on the diagonal.
template <class M, class W>
WEFT_FN auto over_differences(M const& m, W const& w) {
  using T = typename M::value_type;
  const index_t n = m.extents()[m.rank() - 1];
  return where(eye<bool>(n), T(0), m / (as_row(w) - as_column(w)));
}

/// Of the values of a: v diag(g) v^T (Giles 2008), where v are the vectors.
template <class V>
struct eigenvalue_gradient {
  V vectors;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const&, G const& g, A const& a) const {
    session s;
    const auto v = capture(vectors);
    hand_to(a, in_lower_triangle(evaluated(matmul(v * as_row(g), matrices_transposed(v)), s)));
  }
};
/// Of the vectors v: v (f v^T g) v^T, where f is 1 / (w(j) - w(i)), element by element (Giles 2008), and w the values.
template <class W>
struct eigenvector_gradient {
  W values;
  template <class L, class G, class A>
  WEFT_FN void operator()(L const& v, G const& g, A const& a) const {
    session s;
    const auto turned = matrices_transposed(v);
    const auto inner = evaluated(over_differences(evaluated(matmul(turned, g), s), capture(values)), s);
    hand_to(a, in_lower_triangle(evaluated(matmul(matmul(v, inner), turned), s)));
  }
};

/// Of a pair of a and b, by differentials of a v = b v diag(w) and v^T b v = 1, as Giles has them for one matrix: that
/// of the values is v diag(g) v^T for a, and -v diag(g w) v^T for b.
template <class V>
struct pair_value_gradient {
  V vectors;
  template <class L, class G, class A, class B>
  WEFT_FN void operator()(L const& w, G const& g, A const& a, B const& b) const {
    session s;
    const auto v = capture(vectors);
    const auto turned = matrices_transposed(v);
    if constexpr (is_followed<A>)
      hand_to(a, in_lower_triangle(evaluated(matmul(v * as_row(g), turned), s)));
    if constexpr (is_followed<B>)
      hand_to(b, in_lower_triangle(evaluated(-matmul(v * as_row(g * w), turned), s)));
  }
};
/// Of the vectors v: with m = v^T g and f as above that of a is v (f m) v^T, and that of b is -v h v^T, where h is
/// f(i, j) m(i, j) w(j), and m(i, i) / 2 on its diagonal, which keeps the length.
template <class W>
struct pair_vector_gradient {
  W values;
  template <class L, class G, class A, class B>
  WEFT_FN void operator()(L const& v, G const& g, A const& a, B const& b) const {
    using T = typename L::value_type;
    session s;
    const auto w = capture(values);
    const auto turned = matrices_transposed(v);
    const auto m = evaluated(matmul(turned, g), s);
    const auto inner = evaluated(over_differences(m, w), s);
    if constexpr (is_followed<A>)
      hand_to(a, in_lower_triangle(evaluated(matmul(matmul(v, inner), turned), s)));
    if constexpr (is_followed<B>) {
      const index_t n = m.extents()[m.rank() - 1];
      const auto scaled = evaluated(where(eye<bool>(n), m * T(-0.5), -(inner * as_row(w))), s);
      hand_to(b, in_lower_triangle(evaluated(matmul(matmul(v, scaled), turned), s)));
    }
  }
};

} // namespace detail

namespace linalg {

/// auto [values, vectors] = eigh(a), of variables. The gradient is that by the lower triangle of a, which is read. That
/// of the vectors takes 3 n^3 multiplications and additions; it is not finite where two values are one, and means
/// something where the result does not hang on the signs of vectors.
template <detail::FollowedMatrices X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  detail::require_matrices<X>();
  const auto operands = detail::recorded_operands(a);
  auto found = eigh(detail::unfollowed(get<0>(operands)));
  using W = decltype(found.values);
  using V = decltype(found.vectors);
  auto values = detail::variable_maker::make("linalg::eigh", found.values,
                                             detail::eigenvalue_gradient<V>{found.vectors}, operands);
  auto vectors = detail::variable_maker::make("linalg::eigh", found.vectors,
                                              detail::eigenvector_gradient<W>{std::move(found.values)}, operands);
  return eigh_result(std::move(values), std::move(vectors));
}
/// The values alone; vectors are computed for the gradient.
template <detail::FollowedMatrices X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  detail::require_matrices<X>();
  const auto operands = detail::recorded_operands(a);
  auto found = eigh(detail::unfollowed(get<0>(operands)));
  using V = decltype(found.vectors);
  return detail::variable_maker::make("linalg::eigvalsh", found.values,
                                      detail::eigenvalue_gradient<V>{std::move(found.vectors)}, operands);
}
/// auto [values, vectors] = eigh(a, b), of variables, where a or b holds one: b is positive definite, and vectors^T b
/// vectors = 1. Gradients are those by the lower triangles, and otherwise as of one matrix.
template <Tensorial A, Tensorial B>
  requires(detail::Followed<A> || detail::Followed<B>)
[[nodiscard]] WEFT_FN auto eigh(A const& a, B const& b) {
  detail::require_matrices<A, B>();
  const auto operands = detail::recorded_operands(a, b);
  auto found = eigh(detail::unfollowed(get<0>(operands)), detail::unfollowed(get<1>(operands)));
  using W = decltype(found.values);
  using V = decltype(found.vectors);
  auto values = detail::variable_maker::make("linalg::eigh", found.values,
                                             detail::pair_value_gradient<V>{found.vectors}, operands);
  auto vectors = detail::variable_maker::make("linalg::eigh", found.vectors,
                                              detail::pair_vector_gradient<W>{std::move(found.values)}, operands);
  return eigh_result(std::move(values), std::move(vectors));
}
/// The values alone; vectors are computed for the gradient.
template <Tensorial A, Tensorial B>
  requires(detail::Followed<A> || detail::Followed<B>)
[[nodiscard]] WEFT_FN auto eigvalsh(A const& a, B const& b) {
  return eigh(a, b).values;
}
/// Of symmetric(a) and its like.
template <detail::Followed X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  return eigh(detail::without_structure(detail::capture(a)));
}
/// The values alone.
template <detail::Followed X>
  requires detail::StructuredHalf<X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  return eigvalsh(detail::without_structure(detail::capture(a)));
}

} // namespace linalg
} // namespace weft
