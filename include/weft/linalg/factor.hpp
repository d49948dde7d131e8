#pragma once
#include <weft/linalg/factor_object.hpp>

namespace weft {

namespace linalg {

/// The factors of square matrices, by elimination with partial pivoting; lu_factor returns it. A value: copies copy the
/// factors, moves do not. A singular matrix has factors too; its determinant is 0, and only solve and inverse throw.
template <class T, auto Shape = runtime_rank, class Order = row_major>
class lu_factorisation : public square_factors<T, Shape, Order, T> {
  using base = square_factors<T, Shape, Order, T>;

public:
  /// Factors the matrices of the expression e.
  template <class E>
  WEFT_FN explicit lu_factorisation(detail::at_once, E const& e, char const* operation = "linalg::lu_factor")
      : base(operation, detail::factor_kind::lu, detail::lies_by_rows(e), e) {}
  WEFT_COPIED(lu_factorisation);

  /// Returns the sign and the logarithm of the determinant, as linalg::slogdet.
  [[nodiscard]] WEFT_FN auto slogdet() const { return this->signs(); }
};

/// The L of L L^H of symmetric or Hermitian positive definite matrices; cholesky_factor returns it. A value, as
/// lu_factorisation.
template <class T, auto Shape = runtime_rank, class Order = row_major>
class cholesky_factorisation : public square_factors<T, Shape, Order, detail::real_t<T>> {
  using base = square_factors<T, Shape, Order, detail::real_t<T>>;

public:
  /// Factors the matrices of the expression e.
  template <class E>
  WEFT_FN explicit cholesky_factorisation(detail::at_once, E const& e)
      : base("linalg::cholesky_factor", detail::factor_kind::cholesky, false, e) {}
  WEFT_COPIED(cholesky_factorisation);

  /// Returns the lower triangular L, with zeros above its diagonal, in a tensor.
  [[nodiscard]] WEFT_FN auto l() const {
    this->owned_.require_factors();
    T const* const first = static_cast<T const*>(this->owned_.matrices().data);
    auto const place = detail::packed_layout(this->shape_, 2, false);
    tensor<T, Shape, Order> out(uninit, this->shape_);
    detail::session s;
    detail::assign(detail::own_leaf(out), strided_leaf<T const, std::remove_const_t<decltype(place)>>(first, place, {}),
                   s);
    return out;
  }
  /// The logarithm of the determinant, which does not overflow.
  [[nodiscard]] WEFT_FN auto logdet() const { return this->signs().logabsdet; }
  /// Replaces the factors by the factors of a + x x^H. x is a vector of n elements, or one vector for each matrix. 2
  /// n^2 multiplications and n^2 additions, by Givens rotations (Gill, Golub, Murray and Saunders, Methods for
  /// modifying matrix factorizations, Math. Comp. 28, 1974). Throws linalg_error if x is not finite; the factors then
  /// stay as they were. After an update, rcond() estimates the norm of a too, from below: its answer may err by a
  /// factor of 3 to either side.
  template <Tensorial X>
  WEFT_FN void update(X const& x) {
    modify("linalg::cholesky_factor: update", false, x);
  }
  /// Replaces the factors by the factors of a - x x^H; otherwise as update. By Saunders' rotations, from the same
  /// paper. Throws linalg_error if a - x x^H is not positive definite, or so nearly singular that rounding hides it;
  /// then all factors of the batch stay as they were.
  template <Tensorial X>
  WEFT_FN void downdate(X const& x) {
    modify("linalg::cholesky_factor: downdate", true, x);
  }

private:
  template <class X>
  WEFT_FN void modify(char const* operation, bool down, X const& x) {
    detail::refuse_followed<X>();
    this->owned_.require_factors();
    auto const e = detail::capture(x);
    auto const a = detail::convert_extents<dynamic_extents>(this->shape_);
    auto const of_x = detail::convert_extents<dynamic_extents>(e.extents());
    dynamic_extents const vectors = detail::leading_axes(a, 1);
    bool fits = of_x.rank() >= 1 && of_x.rank() <= vectors.rank();
    for (int k = 1; fits && k <= of_x.rank(); ++k) {
      index_t const n = of_x.entry(of_x.rank() - k), wanted = vectors.entry(vectors.rank() - k);
      fits = n == wanted || (n == 1 && k > 1);
    }
    if (!fits)
      detail::throw_no_vectors(operation, a.values(), a.rank(), of_x.values(), of_x.rank());
    detail::pack_matrices(static_cast<T*>(this->owned_.vectors()), vectors, 1, true, e);
    this->owned_.update(operation, down);
  }
};

/// The factors of symmetric or Hermitian matrices that need not be definite; ldlt_factor returns it. A value, as
/// lu_factorisation. A singular matrix has factors too; only solve and inverse throw.
template <class T, auto Shape = runtime_rank, class Order = row_major>
class ldlt_factorisation : public square_factors<T, Shape, Order, detail::real_t<T>> {
  using base = square_factors<T, Shape, Order, detail::real_t<T>>;

public:
  /// Factors the matrices of the expression e.
  template <class E>
  WEFT_FN explicit ldlt_factorisation(detail::at_once, E const& e)
      : base("linalg::ldlt_factor", detail::factor_kind::ldlt, false, e) {}
  WEFT_COPIED(ldlt_factorisation);

  /// Returns the sign and the logarithm of the determinant, as linalg::slogdet; the sign is a real number for complex
  /// matrices too.
  [[nodiscard]] WEFT_FN auto slogdet() const { return this->signs(); }
};

} // namespace linalg

namespace detail {
template <template <class, auto, class> class Factorisation, Tensorial X>
WEFT_FN auto factors_of(char const* operation, X const& a) {
  if constexpr (accepts_matrices<X>()) {
    auto const e = capture(a);
    require_square(operation, e.extents());
    using extents_type = std::remove_cvref_t<decltype(e.extents())>;
    return Factorisation<linear_t<X>, shape_argument<extents_type>, deduced_order<X const&>>(at_once{}, e);
  }
}
} // namespace detail

namespace linalg {

/// auto f = lu_factor(a); f.solve(b), f.det(), f.inverse(): factors a square matrix, or each of a batch, once, as
/// linalg::solve does, and keeps the factors. n^3 / 3 multiplications and additions. Throws linalg_error if a is not
/// finite, or if a pivot leaves the range.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto lu_factor(X const& a) {
  return detail::factors_of<lu_factorisation>("linalg::lu_factor", a);
}
/// Factors symmetric or Hermitian positive definite matrices as linalg::cholesky does; only the lower triangle is read.
/// n^3 / 6 multiplications and additions. Throws linalg_error if a is not positive definite.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto cholesky_factor(X const& a) {
  return detail::factors_of<cholesky_factorisation>("linalg::cholesky_factor", a);
}
/// Factors symmetric or Hermitian matrices as L D L^H with exchanges, where D has blocks of 1 x 1 and 2 x 2 (Bunch and
/// Kaufman, Some stable methods for calculating inertia and solving symmetric linear systems, Math. Comp. 31, 1977).
/// Only the lower triangle is read. n^3 / 6 multiplications and additions; LAPACK's sytrf or hetrf. A complex matrix is
/// taken for Hermitian. Throws linalg_error if a is not finite, or if a pivot leaves the range.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto ldlt_factor(X const& a) {
  return detail::factors_of<ldlt_factorisation>("linalg::ldlt_factor", a);
}

} // namespace linalg
} // namespace weft
