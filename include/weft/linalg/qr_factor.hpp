#pragma once
#include <weft/linalg/factor_object.hpp>

namespace weft {

namespace detail {
WEFT_API [[noreturn]] void throw_wide(char const* operation, index_t const* a, int rank_a);
} // namespace detail

namespace linalg {

/// The factors of m x n matrices, a = Q R with Q as Householder reflections; qr_factor returns it. A value, as
/// lu_factorisation. Q is a square unitary matrix, m x m, except in q(), which forms its first columns.
template <class T, auto Shape = runtime_rank, class Order = row_major>
class qr_factorisation : public factor_object<T, Shape, Order> {
  using base = factor_object<T, Shape, Order>;
  using base::owned_, base::shape_;
  using S = typename base::extents_type;
  static constexpr index_t static_m = detail::static_rows<S>, static_n = detail::static_columns<S>;
  static constexpr index_t static_k = detail::least_extent(static_m, static_n);

public:
  /// Factors the matrices of the expression e.
  template <class E>
  WEFT_FN explicit qr_factorisation(detail::at_once, E const& e)
      : base("linalg::qr_factor", detail::factor_kind::qr, false, e) {}
  WEFT_COPIED(qr_factorisation);

  /// Returns a tensor of the x for which the 2-norm of b - a x is least, for m >= n and a of full rank; shapes and
  /// broadcasting as in linalg::lstsq, elements as in lu_factorisation::solve. 2 m n multiplications and additions for
  /// each column. Throws linalg_error if a does not have full rank to rounding, which means that |r(i,i)| is at most
  /// max(m, n) eps of the length of column i, and if x overflows. Throws shape_error for m < n; lstsq gives the x of
  /// least norm for such matrices.
  template <Tensorial B>
  [[nodiscard]] WEFT_FN auto solve(B const& b) const {
    if constexpr (detail::solves_without_loss<T, detail::value_t<B>>()) {
      auto const a = detail::convert_extents<dynamic_extents>(shape_);
      if (rows() < columns())
        detail::throw_wide("linalg::qr_factor", a.values(), a.rank());
      auto y = overwritten(b, [&](detail::strided_matrices const& m) { owned_.solve(m, nullptr); });
      int const tail = b.rank() == 1 ? 1 : 2;
      constexpr int rank = decltype(y)::static_rank;
      auto upper = detail::convert_extents<dims<rank>>(y.shape());
      upper.set(upper.rank() - tail, columns());
      using V = typename decltype(y)::value_type;
      using place = layout<dims<rank>, strided>;
      auto const strides = detail::convert_extents<dims<rank>>(y.strides());
      return tensor<V, detail::shape_argument<dims<rank>>, detail::deduced_order<B const&>>(
          strided_leaf<V const, place>(y.data(), place(upper, strides), {}));
    }
  }
  /// Returns a tensor Q c, for a c of m rows, or a vector of m elements; broadcast as right sides are. 2 m k
  /// multiplications and additions for each column, k the smaller extent of a; LAPACK's ormqr or unmqr. Q is not
  /// formed.
  template <Tensorial C>
  [[nodiscard]] WEFT_FN auto apply_q(C const& c) const {
    return overwritten(c, [&](detail::strided_matrices const& m) { owned_.apply(m, false); });
  }
  /// Returns a tensor Q^H c; otherwise as apply_q.
  template <Tensorial C>
  [[nodiscard]] WEFT_FN auto apply_qh(C const& c) const {
    return overwritten(c, [&](detail::strided_matrices const& m) { owned_.apply(m, true); });
  }
  /// Returns the upper triangular R, k x n, in a tensor.
  [[nodiscard]] WEFT_FN auto r() const {
    owned_.require_factors();
    index_t const m = rows(), n = columns(), k = m < n ? m : n;
    auto const shape = detail::ending_in<static_k, static_n>(shape_, k, n);
    tensor<T, detail::shape_argument<std::remove_const_t<decltype(shape)>>, Order> out(uninit, shape);
    // In the memory of each matrix there are the k factors of its reflections, and then R by columns.
    auto const whole = detail::convert_extents<dynamic_extents>(shape);
    auto strides = detail::convert_extents<dynamic_extents>(detail::packed_layout(whole, 2, false).strides());
    for (int j = 0; j < whole.rank() - 2; ++j)
      strides.set(j, k * n == 0 ? 0 : strides.entry(j) / (k * n) * (k * n + k));
    using place = layout<dynamic_extents, strided>;
    detail::session s;
    detail::assign(detail::own_leaf(out),
                   strided_leaf<T const, place>(static_cast<T const*>(owned_.beside()) + k, place(whole, strides), {}),
                   s);
    return out;
  }
  /// Returns the first k columns of Q, m x k, in a tensor. 2 m k^2 multiplications and additions.
  [[nodiscard]] WEFT_FN auto q() const {
    index_t const m = rows(), n = columns(), k = m < n ? m : n;
    auto const shape = detail::ending_in<static_m, static_k>(shape_, m, k);
    tensor<T, detail::shape_argument<std::remove_const_t<decltype(shape)>>, Order> out(shape);
    detail::strided_matrices const x = detail::matrices_of(detail::own_leaf(out), 2);
    owned_.form_q(x);
    return out;
  }

private:
  WEFT_FN index_t rows() const { return shape_.entry(shape_.rank() - 2); }
  WEFT_FN index_t columns() const { return shape_.entry(shape_.rank() - 1); }
  /// Copies c to a tensor, with the leading axes of a and c broadcast, lets f overwrite it, and returns it.
  template <class C, class F>
  WEFT_FN auto overwritten(C const& c, F const& f) const {
    detail::refuse_followed<C>();
    auto const square = detail::ending_in<static_m, static_m>(shape_, rows(), rows());
    return detail::solution_by_factors<T>("linalg::qr_factor", square, c, f);
  }
};

/// auto f = qr_factor(a); f.solve(b): Householder's factors of an m x n matrix, or of each of a batch. About m n k - (m
/// + n) k^2 / 2 + k^3 / 3 multiplications and additions, k the smaller extent; LAPACK's geqrf. Throws linalg_error if a
/// is not finite, or if the length of a column leaves the range.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto qr_factor(X const& a) {
  if constexpr (detail::accepts_matrices<X>()) {
    auto const e = detail::capture(a);
    (void)detail::matrix_batch("linalg::qr_factor", e.extents(), false);
    using extents_type = std::remove_cvref_t<decltype(e.extents())>;
    return qr_factorisation<detail::linear_t<X>, detail::shape_argument<extents_type>, detail::deduced_order<X const&>>(
        detail::at_once{}, e);
  }
}

} // namespace linalg
} // namespace weft
