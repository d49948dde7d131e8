#pragma once
#include <weft/linalg/factor.hpp>
#include <weft/sparse/matrix.hpp>

namespace weft {

namespace detail {

enum class sparse_method : char { lu, cholesky };

/// The factors of a sparse matrix, and an analysis of its structure. Copies share both, which do not change.
template <class T>
class sparse_factors {
public:
  WEFT_API sparse_factors(char const* operation, sparse_method method);
  WEFT_API sparse_factors(sparse_factors const& other);
  WEFT_API sparse_factors(sparse_factors&& other) noexcept;
  WEFT_API sparse_factors& operator=(sparse_factors other) noexcept;
  WEFT_API ~sparse_factors();

  WEFT_FN char const* operation() const { return operation_; }
  /// Factors a square matrix, whose lines are rows or columns. The same structure as before is not analysed again.
  WEFT_API void factor(compressed_matrix<T, std::int32_t> const& a, bool by_rows);
  WEFT_API void factor(compressed_matrix<T, std::int64_t> const& a, bool by_rows);
  /// Replaces x by the inverse of the matrix times x, for any strides.
  WEFT_API void solve(strided_matrices const& x) const;
  /// Writes the determinant to `value`. If `logarithm` is not null, it gets the logarithm of the modulus, and `value`
  /// the sign.
  WEFT_API void determinant(T* value, real_t<T>* logarithm) const;
  /// Returns the number of values in the factors.
  WEFT_API index_t entries() const;

private:
  struct state;
  state const& factored() const;
  template <class Index>
  void factor_any(compressed_matrix<T, Index> const& a, bool by_rows);

  char const* operation_;
  sparse_method method_;
  state* state_ = nullptr; ///< owned; std::unique_ptr would bring <memory>
};

/// The element type of the factors of S where the right side has elements V: real where S is, of the wider precision.
template <Sparse S, class V>
using sparse_factor_value =
    std::conditional_t<is_complex<sparse_value<S>>, promote_t<linear_value<sparse_value<S>>, linear_value<V>>,
                       real_t<promote_t<linear_value<sparse_value<S>>, linear_value<V>>>>;

} // namespace detail

namespace linalg {

/// The base of factor objects of sparse matrices: see lu_factor and cholesky_factor of a sparse matrix. They are
/// values, as factor objects of dense matrices are; copies share the factors, so that they cost nothing. Several
/// threads may solve with one object.
template <class T>
class sparse_factor_object {
public:
  using value_type = T;
  static constexpr int static_rank = 2;

  WEFT_COPIED(sparse_factor_object);

  /// The shape of the factored matrix.
  [[nodiscard]] WEFT_FN extents<dyn, dyn> shape() const { return shape_; }
  /// The number of values in the factors. Their indices take memory besides. solve() states the cost of a solution.
  [[nodiscard]] WEFT_FN index_t nonzeros() const { return owned_.entries(); }

  /// Factors another matrix of the same shape; its elements convert as in an assignment. One that has entries at the
  /// same places, in the same order, csr or csc, is not ordered anew: the order of elimination stays. Throws
  /// shape_error if the shape is another. Throws linalg_error as the first factorisation does; then there are no
  /// factors, and functions that need them throw linalg_error too.
  template <Tensorial A>
  WEFT_FN void refactor(A const& a) {
    auto const& s = detail::sparse_itself(a);
    auto const mine = detail::convert_extents<dynamic_extents>(shape_),
               other = detail::convert_extents<dynamic_extents>(s.shape());
    if (!(mine == other))
      detail::throw_other_shape(owned_.operation(), mine.values(), 2, other.values(), 2);
    factor(s);
  }

  /// Returns a tensor of the x with s x = b, for b a vector of n elements, a matrix n x k, or a batch of such matrices;
  /// computed at once. Its elements have the type of the factors, complex if b is complex. For each column it takes as
  /// many multiplications and additions as the factors have entries, for Cholesky twice as many; it takes memory for 32
  /// columns. Throws shape_error if b does not fit, and linalg_error if s is singular, or if the solution of a finite
  /// column overflows.
  template <Tensorial B>
  [[nodiscard]] WEFT_FN auto solve(B const& b) const {
    detail::refuse_followed<B>();
    static_assert(detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>,
                  "weft: linalg: the right side is a vector, a matrix or a batch of numbers");
    return detail::solution_by_factors<T>(owned_.operation(), shape_, b,
                                          [&](detail::strided_matrices const& m) { owned_.solve(m); });
  }
  /// x, a tensor or a view of any strides, holds b and becomes the solution. Throws the errors of solve(): if s is
  /// singular, x is as it was; if a solution overflows, x is lost.
  template <Tensorial X>
  WEFT_FN void solve_in_place(X&& x) const {
    if constexpr (detail::has_memory_to_write<X>()) {
      int const tail = x.rank() == 1 ? 1 : 2;
      auto const leaf = detail::written_leaf(owned_.operation(), x);
      (void)detail::solution_extents(owned_.operation(), shape_, leaf.place.extents());
      detail::for_matrices_of<T>(leaf, tail, [&](detail::strided_matrices const& m) { owned_.solve(m); });
    }
  }

protected:
  template <Sparse S>
  WEFT_FN sparse_factor_object(char const* operation, detail::sparse_method method, S const& s)
      : shape_(s.shape()), owned_(operation, method) {
    detail::require_square(operation, shape_);
    factor(s);
  }

  extents<dyn, dyn> shape_;
  detail::sparse_factors<T> owned_;

private:
  template <Sparse S>
  WEFT_FN void factor(S const& s) {
    decltype(auto) of_type = detail::as_sparse<sparse<T, detail::sparse_order<S>, detail::sparse_index<S>>>(s);
    owned_.factor(detail::compressed_of(of_type), detail::has_rows<detail::sparse_order<S>>);
  }
};

/// The result of lu_factor of a sparse matrix. A singular matrix has factors too; its determinant is 0, and only solve
/// throws.
template <class T>
class sparse_lu_factorisation : public sparse_factor_object<T> {
  using base = sparse_factor_object<T>;

public:
  template <Sparse S>
  WEFT_FN explicit sparse_lu_factorisation(detail::at_once, S const& s, char const* operation = "linalg::lu_factor")
      : base(operation, detail::sparse_method::lu, s) {}
  WEFT_COPIED(sparse_lu_factorisation);

  /// The determinant, as linalg::det, from the factors: n multiplications.
  [[nodiscard]] WEFT_FN T det() const {
    T value{};
    this->owned_.determinant(&value, nullptr);
    return value;
  }
  /// The sign and the logarithm of the determinant, as linalg::slogdet, from the factors: n logarithms.
  [[nodiscard]] WEFT_FN auto slogdet() const {
    T sign{};
    detail::real_t<T> logarithm{};
    this->owned_.determinant(&sign, &logarithm);
    return slogdet_result(std::move(sign), std::move(logarithm));
  }
};

/// The result of cholesky_factor of a sparse matrix.
template <class T>
class sparse_cholesky_factorisation : public sparse_factor_object<T> {
  using base = sparse_factor_object<T>;

public:
  template <Sparse S>
  WEFT_FN explicit sparse_cholesky_factorisation(detail::at_once, S const& s)
      : base("linalg::cholesky_factor", detail::sparse_method::cholesky, s) {}
  WEFT_COPIED(sparse_cholesky_factorisation);

  /// The determinant, a real number.
  [[nodiscard]] WEFT_FN detail::real_t<T> det() const {
    T value{};
    this->owned_.determinant(&value, nullptr);
    return std::real(value);
  }
  /// The logarithm of the determinant, which does not overflow.
  [[nodiscard]] WEFT_FN detail::real_t<T> logdet() const {
    T sign{};
    detail::real_t<T> logarithm{};
    this->owned_.determinant(&sign, &logarithm);
    return logarithm;
  }
};

/// auto f = lu_factor(s); f.solve(b), f.det(), f.refactor(s2): factors a square sparse matrix by elimination with
/// pivoting, and keeps the factors: SuperLU (Demmel, Eisenstat, Gilbert, Li and Liu, A supernodal approach to sparse
/// partial pivoting, SIAM J. Matrix Anal. Appl. 20, 1999). Columns, or rows for csr, are ordered by COLAMD, and the
/// largest element of each is its pivot. If the places of the entries are symmetric and include the whole diagonal,
/// rows and columns are ordered by minimum degree, and a diagonal element of at least a tenth of the largest one is the
/// pivot, which fills less. The values of csr and csc are read where they lie; the indices are copied, for refactor to
/// compare. Time and memory are SuperLU's: for the 5-point Laplacian on 1000 x 1000 points 5 s and 0.9 GB, on 300 x 300
/// points 0.25 s. Throws shape_error if s is not square, or too large for SuperLU's integers of 32 bits: about 10
/// million rows. Throws linalg_error if s has NaN or infinities, with the row-major number of the element, or if a
/// factor leaves the range. For a singular matrix solve throws linalg_error, with the row (for csc the column) that has
/// no pivot, or no entries. If memory runs out within SuperLU, that may end the program. Throws an error in builds
/// without SuperLU (WEFT_WITH_SUPERLU).
template <Sparse S>
[[nodiscard]] WEFT_FN auto lu_factor(S const& s) {
  return sparse_lu_factorisation<detail::linear_value<detail::sparse_value<S>>>(detail::at_once{}, s);
}
/// Factors a sparse symmetric or Hermitian positive definite matrix, of which the lower triangle is read, and of its
/// diagonal the real part: P s P^T = L L^H, row by row (Davis, Direct methods for sparse linear systems, SIAM 2006,
/// chapter 4), in weft's own code. The order P is minimum degree, by SuperLU, or, in builds without it, the reverse
/// order of Cuthill and McKee, which fills more (Reducing the bandwidth of sparse symmetric matrices, Proc. 24th Nat.
/// Conf. ACM, 1969). Half the sum of the squares of the lengths of the columns of L is the number of multiplications
/// and additions, in one thread: of the 5-point Laplacian half the time of lu_factor on 300 x 300 points, and 0.8 of it
/// on 1000 x 1000. An entry of L takes its value and 4 bytes, half the memory of lu_factor. In builds with CHOLMOD
/// (WEFT_WITH_CHOLMOD) double and complex<double> are factored by it (Chen, Davis, Hager and Rajamanickam, Algorithm
/// 887: CHOLMOD, ACM Trans. Math. Softw. 35, 2008), in its order, in dense blocks by BLAS where they pay: 40 x 40 x 40
/// points take 0.12 of the time, 1000 x 1000 0.6 of it, 300 x 300 1.5 times as long. Both keep the order for refactor.
/// Errors are the same, except that another row may show that a matrix is not positive definite. Throws shape_error if
/// s is not square. Throws linalg_error if s has NaN or infinities, with the row-major number of the element, or is not
/// positive definite, with the row at which that was found.
template <Sparse S>
[[nodiscard]] WEFT_FN auto cholesky_factor(S const& s) {
  return sparse_cholesky_factorisation<detail::linear_value<detail::sparse_value<S>>>(detail::at_once{}, s);
}

/// The x with s x = b, for a square sparse matrix s and a dense vector or matrix b: lu_factor(s).solve(b), a tensor
/// that is computed at once. Its elements have the promoted type of s and b, double for integers; a real s is factored
/// in real numbers. Throws the errors of lu_factor and its solve.
template <Sparse S, Tensorial B>
[[nodiscard]] WEFT_FN auto solve(S&& s, B&& b) {
  detail::refuse_followed<B>();
  static_assert(detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>,
                "weft: linalg::solve: the right side is a vector, a matrix or a batch of numbers");
  if constexpr (detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>) {
    using T = detail::sparse_factor_value<S, detail::value_t<B>>;
    detail::require_square("linalg::solve", s.shape());
    (void)detail::solution_extents("linalg::solve", s.shape(), detail::shape_before(b)); // before s is factored
    return sparse_lu_factorisation<T>(detail::at_once{}, s, "linalg::solve").solve(b);
  }
}
template <Sparse S, class B>
  requires(!Tensorial<B>)
[[nodiscard]] detail::refused_value solve(S&&, B const&) {
  static_assert(detail::always_false<B>, "weft: linalg::solve: the right side is a tensor or a view; of a container "
                                         "borrow(v)");
  return {};
}

} // namespace linalg
} // namespace weft
