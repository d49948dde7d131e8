#pragma once
#include <weft/linalg/decomposition.hpp>
#include <weft/ops/reduce.hpp>

#include <limits>

namespace weft {

namespace linalg {

/// The kinds of norms: by_number has an order p; frobenius is the root of the sum of squares; nuclear is the sum of the
/// singular values.
enum class norm_kind : unsigned char { by_number, frobenius, nuclear };
/// The argument for the Frobenius norm: linalg::norm(a, linalg::frobenius).
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

/// Throws an error if there is no norm of this order, of a vector or of a matrix.
WEFT_API void check_norm(char const* operation, bool vector, norm_order order);
/// Writes the norms of matrices, or of one vector, which is a matrix of one row.
WEFT_API void find_norms(decomposition_job const& job, bool vector, norm_order order);
WEFT_API void find_conditions(decomposition_job const& job, norm_order order);

struct norm_description : decomposition {
  static constexpr char const* name = "linalg::norm";
  static constexpr bool in_order = true;
  template <class T>
  using results = result_table<scalar_form<real_t<T>>>;
  norm_order order;
  WEFT_FN void compute(decomposition_job const& job) const { find_norms(job, false, order); }
};
struct condition_description : norm_description {
  static constexpr char const* name = "linalg::cond";
  WEFT_FN void compute(decomposition_job const& job) const { find_conditions(job, order); }
};
template <class X>
WEFT_FN constexpr bool accepts_norms() {
  static_assert(HasDtype<value_t<X>>, "weft: linalg: the elements are float, double, their complex, or integers");
  static_assert(rank_of<X> != 0,
                "weft: linalg::norm: rank mismatch: it takes a vector, a matrix or a batch of matrices");
  refuse_followed<X>();
  return HasDtype<value_t<X>> && rank_of<X> != 0;
}
template <class T, class E>
WEFT_FN real_t<T> norm_of_vector(E const& e, norm_order order) {
  index_t const n = e.extents().entry(0);
  packed_elements<T> const elements(n);
  pack_matrices(elements.data(), e.extents(), 1, true, e);
  real_t<T> value{};
  find_norms({norm_description::name, dtype_of<T>, 1, 1, n, true, true, false, elements.data(), nullptr, {&value}},
             true, order);
  return value;
}
template <class X>
WEFT_FN auto norm_by(X const& x, norm_order order) {
  using T = linear_t<X>;
  using Order = deduced_order<X const&>;
  auto const e = capture(x);
  constexpr int rank = std::remove_cvref_t<decltype(e.extents())>::static_rank;
  bool const vector = e.extents().rank() == 1;
  check_norm(norm_description::name, vector, order);
  if constexpr (rank == 1) {
    return norm_of_vector<T>(e, order);
  } else {
    if constexpr (rank < 0)
      if (vector) {
        batch_result<real_t<T>, dynamic_extents, Order> out(dynamic_extents(0), 0, true);
        *out.data() = norm_of_vector<T>(e, order);
        return out.release();
      }
    return decompose_matrices<Order, T>(norm_description{{}, order}, e);
  }
}

template <class X>
WEFT_FN auto conditions_by(X const& x, norm_order order) {
  auto const e = capture(x);
  (void)matrix_batch(condition_description::name, e.extents(),
                     order.kind != linalg::norm_kind::by_number || order.p != 2);
  check_norm(condition_description::name, false, order);
  return decompose_matrices<deduced_order<X const&>, linear_t<X>>(condition_description{{{}, order}}, e);
}

} // namespace detail

namespace linalg {

/// The 2-norm of all elements, as by weft::norm and as in NumPy.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE auto norm(X&& x) {
  return weft::norm(static_cast<X&&>(x));
}
/// The norm of the order p, a real number. For a vector p is any number: (sum |x_i|^p)^(1/p); inf gives the largest
/// modulus, -inf the smallest, 0 the number of elements that are not 0. For a matrix, or each matrix of a batch, p is
/// 1, the largest sum of a column; inf, the largest sum of a row; 2, the largest singular value; -1, -inf or -2, the
/// smallest of these; frobenius; or nuclear. The result is NaN if an element is NaN, except that 2, -2 and nuclear
/// refuse it. Sums neither overflow nor lose small elements before the result does. 2 and nuclear cost as much as
/// svdvals.
///
/// In namespace weft, norm(a, 1) takes an axis. If using-directives bring both functions, norm(a, 1) is ambiguous, and
/// compilers quote the line that says what to write; norm(a), norm(a, axis<1>) and norm(a, frobenius) are not
/// ambiguous.
template <Tensorial X, detail::NormOrder... P>
  requires(sizeof...(P) == 1)
[[nodiscard]] WEFT_FN auto norm(X&& x, P... p) { // weft: an order is linalg::norm(a, 1), an axis is weft::norm(a, 1)
  if constexpr (detail::accepts_norms<X>())
    return detail::norm_by(x, detail::order_from(p...));
}

/// The condition number of the order p, 1, 2, inf or frobenius, of each matrix. Without p it is 2: the largest singular
/// value divided by the smallest one. Other orders need square matrices, and give the norm times the norm of the
/// inverse. Infinity if the matrix is singular. It costs as much as svdvals for p = 2, else n^3 multiplications and
/// additions; LAPACK's gesdd, getrf and getri.
template <Tensorial X, detail::NormOrder P = int>
[[nodiscard]] WEFT_FN auto cond(X const& x, P p = P(2)) {
  if constexpr (detail::accepts_matrices<X>()) {
    return detail::conditions_by(x, detail::order_from(p));
  }
}

} // namespace linalg
} // namespace weft
