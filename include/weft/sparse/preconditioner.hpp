#pragma once
#include <weft/linalg/batch.hpp>
#include <weft/sparse/entries.hpp>

namespace weft {

namespace detail {

/// The matrix (I + L) D (I + U) while it is factored. L and U are in compressed rows, `below` and `above` the diagonal.
template <class T, class Index>
struct compressed_triangles {
  compressed_structure<Index> below, above;
  T *lower, *diagonal, *upper;
};

/// Kernels of preconditioners with elements T, on compressed rows. Where they throw linalg_error, its routine is the
/// name of the preconditioner, and its position the row.
template <class T, class Index>
struct preconditioner_kernels {
  using matrix = compressed_matrix<T, Index>;
  using triangles = compressed_triangles<T, Index>;

  /// Writes the offsets of the entries of a below its diagonal, and, if `upper` is not null, of the entries above.
  /// Throws linalg_error if a row has no entry on the diagonal.
  WEFT_API static void count(char const* routine, compressed_structure<Index> const& a, Index* lower, Index* upper);
  /// Writes the entries of a matrix below, on and above its diagonal; entries above are left out if `above` has no
  /// offsets.
  WEFT_API static void split(matrix const& a, compressed_target<T, Index> const& below, T* diagonal,
                             compressed_target<T, Index> const& above);
  /// Replaces each element by its reciprocal. Throws linalg_error if an element is 0, or its reciprocal is not finite.
  WEFT_API static void invert(char const* routine, index_t n, T* diagonal);

  // Each of these functions replaces L, D and U by the factors of its preconditioner, and D by its inverse.
  WEFT_API static void over_relax(double omega, triangles const& in_place);
  WEFT_API static void eliminate(triangles const& in_place);
  /// Reads and writes L and D only; of D it reads the real part.
  WEFT_API static void root_free_cholesky(triangles const& in_place);

  /// Solves (I + L) D (I + U) z = r. z may be r.
  WEFT_API static void solve(matrix const& lower, T const* inverse, matrix const& upper, T const* r, T* z);
};

/// Returns the n elements of x, in row-major order, where they lie. Throws shape_error if x has more or fewer, and
/// layout_error if there are gaps.
template <class T, class X>
WEFT_FN auto packed_vector(char const* operation, X&& x, index_t n) {
  static_assert(Stored<X>, "weft: linalg: a preconditioner is called as m(r, z), for tensors or views");
  auto const w = static_cast<X&&>(x).window();
  using leaf = std::remove_cvref_t<decltype(w.window_leaf())>;
  static_assert(std::is_same_v<typename leaf::value_type, T>,
                "weft: linalg: a preconditioner works on vectors of its own element type, that of the method: "
                "ilu0(sparse<std::complex<double>>(s)) where s is real and the right side is not");
  w.window_leaf().keep.check(operation);
  check_count(operation, w.size(), n);
  if (!w.is_contiguous())
    throw_layout_reason(operation, "a preconditioner works on elements that lie without gaps in row-major order");
  return w.data();
}

struct preconditioner_access; // makes the preconditioners

} // namespace detail

namespace linalg {

/// The result of jacobi: m(r, z) writes z = r / d. It owns the reciprocals; a copy copies them.
template <class T>
class jacobi_preconditioner {
public:
  using value_type = T;
  WEFT_COPIED(jacobi_preconditioner);

  /// Reads r and writes z, of n elements of T in any shape, without gaps; z is r or apart from it. One pass over three
  /// vectors, in as many threads as pay; takes no memory. Throws shape_error or layout_error if r or z is not so.
  template <class R, class Z>
  WEFT_FN void operator()(R const& r, Z&& z) const {
    index_t const n = inverse_.size();
    T const* const from = detail::packed_vector<T>("linalg::jacobi", r, n);
    T* const to = detail::packed_vector<T>("linalg::jacobi", z, n);
    borrow(to, weft::shape(n)) = inverse_ * borrow(from, weft::shape(n));
  }
  [[nodiscard]] WEFT_FN view<T const, 1, row_major> inverse_diagonal() const& WEFT_LIFETIMEBOUND { return inverse_; }
  [[nodiscard]] WEFT_FN tensor<T, 1> inverse_diagonal() && { return std::move(inverse_); }

private:
  friend struct detail::preconditioner_access;
  WEFT_FN explicit jacobi_preconditioner(tensor<T, 1>&& inverse) : inverse_(std::move(inverse)) {}
  tensor<T, 1> inverse_;
};

/// The result of ssor, ilu0 and ic0: m(r, z) writes the z with (I + L) D (I + U) z = r, where L is strictly lower, U
/// strictly upper and D diagonal. It owns L and U in compressed rows, and the inverse of D; a copy copies them.
template <class T, class Index>
class triangular_preconditioner {
public:
  using value_type = T;
  using matrix_type = sparse<T, row_major, Index>;
  WEFT_COPIED(triangular_preconditioner);

  /// Reads r and writes z, of n elements of T in any shape, without gaps; z is r or apart from it. A multiplication and
  /// an addition for each entry, row after row in one thread, because each waits for those before; takes no memory.
  /// Throws shape_error or layout_error if r or z is not so.
  template <class R, class Z>
  WEFT_FN void operator()(R const& r, Z&& z) const {
    index_t const n = inverse_.size();
    T const* const from = detail::packed_vector<T>(operation_, r, n);
    T* const to = detail::packed_vector<T>(operation_, z, n);
    detail::preconditioner_kernels<T, Index>::solve(detail::compressed_of(lower_), inverse_.data(),
                                                    detail::compressed_of(upper_), from, to);
  }
  /// L and U of (I + L) D (I + U), without the ones of I; inverse_diagonal() is the inverse of D.
  [[nodiscard]] WEFT_FN matrix_type const& lower() const& WEFT_LIFETIMEBOUND { return lower_; }
  [[nodiscard]] WEFT_FN matrix_type lower() && { return std::move(lower_); }
  [[nodiscard]] WEFT_FN matrix_type const& upper() const& WEFT_LIFETIMEBOUND { return upper_; }
  [[nodiscard]] WEFT_FN matrix_type upper() && { return std::move(upper_); }
  [[nodiscard]] WEFT_FN view<T const, 1, row_major> inverse_diagonal() const& WEFT_LIFETIMEBOUND { return inverse_; }
  [[nodiscard]] WEFT_FN tensor<T, 1> inverse_diagonal() && { return std::move(inverse_); }

private:
  friend struct detail::preconditioner_access;
  WEFT_FN triangular_preconditioner(char const* operation, matrix_type&& lower, tensor<T, 1>&& inverse,
                                    matrix_type&& upper)
      : operation_(operation), lower_(std::move(lower)), inverse_(std::move(inverse)), upper_(std::move(upper)) {}
  char const* operation_;
  matrix_type lower_;
  tensor<T, 1> inverse_;
  matrix_type upper_;
};

} // namespace linalg

namespace detail {

template <Sparse S>
using preconditioner_value = linear_value<sparse_value<S>>;
WEFT_API void check_relaxation(double omega);

struct preconditioner_access {
  template <Sparse S>
  WEFT_FN static auto jacobi(S const& s) {
    using T = preconditioner_value<S>;
    require_square("linalg::jacobi", s.shape());
    tensor<T, 1> inverse(diag(s));
    preconditioner_kernels<T, sparse_index<S>>::invert("jacobi", inverse.size(), inverse.data());
    return linalg::jacobi_preconditioner<T>(std::move(inverse));
  }

  /// Returns the preconditioner of s. f(triangles) replaces the parts of s by factors. With `mirrored`, s is Hermitian:
  /// only what is on and below its diagonal is read, and f makes L alone.
  template <Sparse S, class F>
  WEFT_FN static auto triangular(char const* operation, char const* routine, S const& s, bool mirrored, F const& f) {
    using T = preconditioner_value<S>;
    using Index = sparse_index<S>;
    using rows = sparse<T, row_major, Index>;
    using kernels = preconditioner_kernels<T, Index>;
    require_square(operation, s.shape());
    decltype(auto) a = as_sparse<rows>(s);
    auto const from = compressed_of(a);
    index_t const n = from.lines;
    tensor<Index, 1> offsets(n + 1), more_offsets(n + 1);
    kernels::count(routine, from, offsets.data(), mirrored ? nullptr : more_offsets.data());
    tensor<T, 1> diagonal(uninit, n);
    auto [indices, values] = room_for<T>(offsets);
    auto [more_indices, more_values] = room_for<T>(more_offsets);
    auto const above = target_of(more_offsets, more_indices, more_values);
    kernels::split(from, target_of(offsets, indices, values), diagonal.data(),
                   mirrored ? compressed_target<T, Index>{} : above);
    f(compressed_triangles<T, Index>{{n, n, offsets.data(), indices.data()},
                                     {n, n, above.offsets, above.indices},
                                     values.data(),
                                     diagonal.data(),
                                     above.values});
    rows lower = sparse_access::made<T, row_major>(n, n, std::move(offsets), std::move(indices), std::move(values));
    rows upper = sparse_access::made<T, row_major>(n, n, std::move(more_offsets), std::move(more_indices),
                                                   std::move(more_values));
    if (mirrored)
      upper = adjoint_of(lower);
    return linalg::triangular_preconditioner<T, Index>(operation, std::move(lower), std::move(diagonal),
                                                       std::move(upper));
  }

private:
  template <class T, class Index>
  struct line_room {
    tensor<Index, 1> indices;
    tensor<T, 1> values;
  };
  template <class T, class Index>
  WEFT_FN static line_room<T, Index> room_for(tensor<Index, 1> const& offsets) {
    auto const entries = static_cast<index_t>(offsets.data()[offsets.size() - 1]);
    return {tensor<Index, 1>(uninit, entries), tensor<T, 1>(uninit, entries)};
  }
  template <class S>
  WEFT_FN static S adjoint_of(S const& s) {
    S turned(transpose(s));
    if constexpr (is_complex<sparse_value<S>>)
      turned.values() = conj(turned.values());
    return turned;
  }
};

} // namespace detail

namespace linalg {

// Preconditioners of a square sparse matrix, for cg, bicgstab and gmres: cg(s, b, ilu0(s)). They are callables m(r, z)
// and own what they need: s may be changed or destroyed afterwards, which does not affect them. Their elements have the
// type of s, double for integers, and the vectors are of that type. A matrix in compressed columns is copied to rows
// while they are made.

/// The diagonal of s: m(r, z) writes z = r / d. To make it takes n bisections of rows. Throws shape_error if s is not
/// square, and linalg_error if an element of the diagonal is 0 or is not stored, or has no finite reciprocal: its
/// position is the row.
template <Tensorial S>
[[nodiscard]] WEFT_FN auto jacobi(S const& s) {
  return detail::preconditioner_access::jacobi(detail::sparse_itself(s));
}

/// Symmetric successive over-relaxation: m = (D / omega + L) (omega / (2 - omega)) D^-1 (D / omega + U), where D is the
/// diagonal of s, L the part below and U the part above it; with omega = 1 it is symmetric Gauss-Seidel (Saad,
/// Iterative methods for sparse linear systems, 2nd ed., SIAM 2003, 10.2). It is positive definite if s is. It is kept
/// as (I + omega L D^-1) (D / (omega (2 - omega))) (I + omega D^-1 U), and takes one pass over s to make. Throws
/// shape_error if s is not square, linalg_error if a row has no entry on the diagonal, or as jacobi does, and an error
/// unless 0 < omega < 2.
template <Tensorial S>
[[nodiscard]] WEFT_FN auto ssor(S const& s, double omega = 1.0) {
  detail::check_relaxation(omega);
  return detail::preconditioner_access::triangular(
      "linalg::ssor", "ssor", detail::sparse_itself(s), false,
      [omega]<class T, class Index>(detail::compressed_triangles<T, Index> const& t) {
        detail::preconditioner_kernels<T, Index>::over_relax(omega, t);
      });
}

/// Incomplete elimination without fill: m = L U, where L has ones on its diagonal, L and U have entries only where s
/// has some, and L U equals s there (Saad, as of ssor, algorithm 10.4). It is kept as L D (I + V), where D is the
/// diagonal of U. For each entry below the diagonal it takes a pass over a row of U to make, and n pointers beside the
/// result. Throws shape_error if s is not square, and linalg_error if a row has no entry on the diagonal, or its pivot
/// becomes 0, or has no finite reciprocal: its position is the row. For an M-matrix, as finite differences of an
/// elliptic equation give, all pivots are positive (Meijerink and van der Vorst, An iterative solution method for
/// linear systems of which the coefficient matrix is a symmetric M-matrix, Math. Comp. 31, 1977).
template <Tensorial S>
[[nodiscard]] WEFT_FN auto ilu0(S const& s) {
  return detail::preconditioner_access::triangular(
      "linalg::ilu0", "ilu0", detail::sparse_itself(s), false,
      []<class T, class Index>(detail::compressed_triangles<T, Index> const& t) {
        detail::preconditioner_kernels<T, Index>::eliminate(t);
      });
}

/// Incomplete Cholesky without fill, of a symmetric or Hermitian s, of which only the lower triangle and the real part
/// of the diagonal are read: m = L D L^H, where L has ones on its diagonal and entries only where s has some, and m
/// equals s there (Meijerink and van der Vorst, as of ilu0); L D^1/2 is the factor that Cholesky's method finds with
/// square roots. It is positive definite, as cg wants it. Half the work of ilu0 to make, and as much to apply, because
/// L^H is kept beside L. Throws shape_error if s is not square, and linalg_error if a row has no entry on the diagonal,
/// or its pivot becomes 0 or negative, which may happen although s is positive definite, or has no finite reciprocal:
/// its position is the row.
template <Tensorial S>
[[nodiscard]] WEFT_FN auto ic0(S const& s) {
  return detail::preconditioner_access::triangular(
      "linalg::ic0", "ic0", detail::sparse_itself(s), true,
      []<class T, class Index>(detail::compressed_triangles<T, Index> const& t) {
        detail::preconditioner_kernels<T, Index>::root_free_cholesky(t);
      });
}

} // namespace linalg
} // namespace weft
