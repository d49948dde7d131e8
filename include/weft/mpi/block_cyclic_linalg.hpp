#pragma once
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/mpi/block_cyclic.hpp>

// Products and decompositions of matrices that are divided among ranks, by ScaLAPACK, under the names that they have
// for tensors. All ranks call them. Operands have one element type; they are divided alike, on one communicator and
// process grid in blocks of one extent, or layout_error says so. Where a matrix cannot be taken, as a singular one,
// every rank throws the same linalg_error.
namespace weft {

namespace detail {

/// Writes c = a b.
WEFT_API void multiply_blocks(block_cyclic_operand const& a, block_cyclic_operand const& b,
                              block_cyclic_operand const& c);
/// Replaces x by the solution of a y = x, and a by factors: of Cholesky if a is positive definite, else of elimination.
WEFT_API void solve_blocks(block_cyclic_operand const& a, bool is_definite, block_cyclic_operand const& x);
/// Replaces a by its factor L, with zeros above the diagonal.
WEFT_API void cholesky_of_blocks(block_cyclic_operand const& a);
/// Writes eigenvalues, on every rank, and eigenvectors. Overwrites a.
WEFT_API void eigen_of_blocks(block_cyclic_operand const& a, void* values, block_cyclic_operand const& vectors);
/// Writes singular values, on every rank, and singular vectors. Overwrites a.
WEFT_API void svd_of_blocks(block_cyclic_operand const& a, void* values, block_cyclic_operand const& u,
                            block_cyclic_operand const& vh);
WEFT_API void require_square_blocks(char const* operation, block_cyclic_place const& a);
/// Throws layout_error unless two matrices are divided alike, and shape_error unless these axes have one extent.
WEFT_API void require_fit(char const* operation, block_cyclic_place const& a, std::size_t axis_a,
                          block_cyclic_place const& b, std::size_t axis_b);

/// Returns a matrix of zeros that is divided as `like` is.
template <class T>
WEFT_FN mpi::block_cyclic<T> new_blocks(block_cyclic_place like, index_t rows, index_t columns) {
  like.extents = {rows, columns};
  return mpi::block_cyclic<T>(std::move(like));
}
/// Compares the call of all ranks in checked builds.
template <class T>
WEFT_FN void begin_call(char const* operation, mpi::block_cyclic<T> const& a) {
  require_same_root(operation, a.world(), 0, checks_calls);
}

} // namespace detail

namespace mpi {

/// A matrix that matmul reads transposed: transpose(a), or with conjugated elements conj(transpose(a)). A matrix
/// with a name must live as long; the elements of one without are kept.
template <class T>
class transposed_block_cyclic {
public:
  using weft_transposed_block_cyclic = void;
  using value_type = T;
  using local_type = view<T const, 2, column_major>;

  WEFT_FN transposed_block_cyclic(detail::block_cyclic_place place, local_type local, bool is_conjugated)
      : place_(std::move(place)), local_(std::move(local)), is_conjugated_(is_conjugated) {}
  [[nodiscard]] WEFT_FN detail::block_cyclic_place const& place() const WEFT_LIFETIMEBOUND { return place_; }
  [[nodiscard]] WEFT_FN local_type const& local() const WEFT_LIFETIMEBOUND { return local_; }
  [[nodiscard]] WEFT_FN bool is_conjugated() const { return is_conjugated_; }
  [[nodiscard]] WEFT_FN detail::block_cyclic_operand operand() const WEFT_LIFETIMEBOUND {
    return {&place_, dtype_of<T>, const_cast<T*>(local_.data()), is_conjugated_ ? 'C' : 'T'}; // it is read
  }

private:
  detail::block_cyclic_place place_;
  local_type local_;
  bool is_conjugated_;
};

/// A matrix that is stated to be positive definite: linalg::solve factors it by Cholesky's method.
template <class T>
struct positive_definite_block_cyclic {
  block_cyclic<T> matrix;
};

} // namespace mpi

namespace detail {

/// True for a matrix that is divided in blocks, and for such a matrix transposed.
template <class X>
inline constexpr bool is_block_factor = mpi::BlockCyclic<X> || requires { typename X::weft_transposed_block_cyclic; };

template <class A, class B>
WEFT_FN auto product_of_blocks(A const& a, B const& b) {
  using T = typename A::value_type;
  static_assert(std::same_as<T, typename B::value_type>,
                "weft: matmul: matrices that are divided among ranks have one element type");
  constexpr std::size_t row = mpi::BlockCyclic<A> ? 0 : 1, column = mpi::BlockCyclic<B> ? 1 : 0;
  require_same_root("matmul", a.place().world, 0, checks_calls);
  require_fit("matmul", a.place(), 1 - row, b.place(), 1 - column);
  block_cyclic_place place = a.place();
  place.extents = {a.place().extents[row], b.place().extents[column]};
  mpi::block_cyclic<T> c(uninit, std::move(place));
  multiply_blocks(a.operand(), b.operand(), c.operand());
  return c;
}

} // namespace detail

/// The transposed matrix, as an operand of matmul. Nothing is copied or sent.
template <mpi::BlockCyclic A>
[[nodiscard]] WEFT_FN auto transpose(A&& a) {
  using T = typename std::remove_cvref_t<A>::value_type;
  auto place = a.place();
  return mpi::transposed_block_cyclic<T>(std::move(place), static_cast<A&&>(a).local().window(), false);
}
/// conj(transpose(a)) is the adjoint matrix, as an operand of matmul.
template <class T>
[[nodiscard]] WEFT_FN mpi::transposed_block_cyclic<T> conj(mpi::transposed_block_cyclic<T> const& a) {
  return {a.place(), a.local(), !a.is_conjugated()};
}

/// The product of two matrices that are divided alike, divided as they are; ScaLAPACK's pgemm. 2 m n k / ranks
/// multiplications and additions a rank. Either may be transpose(a) or conj(transpose(a)). Throws shape_error if the
/// columns of a are not as many as the rows of b.
template <class A, class B>
  requires(detail::is_block_factor<A> || detail::is_block_factor<B>)
[[nodiscard]] WEFT_FN auto matmul(A const& a, B const& b) {
  constexpr bool are_divided = detail::is_block_factor<A> && detail::is_block_factor<B>;
  static_assert(are_divided, "weft: matmul: one factor is divided among ranks, and the other is not");
  if constexpr (are_divided)
    return detail::product_of_blocks(a, b);
  else
    return detail::refused_value{};
}

/// States that a matrix is symmetric or Hermitian, and positive definite. Only its lower triangle is read. The matrix
/// is copied, or moved.
template <mpi::BlockCyclic A>
[[nodiscard]] WEFT_FN auto positive_definite(A&& a) {
  using T = typename std::remove_cvref_t<A>::value_type;
  return mpi::positive_definite_block_cyclic<T>{static_cast<A&&>(a)};
}

namespace linalg {

/// The x with a x = b, divided as b. a is copied, or moved if it has no name, and factored by elimination with partial
/// pivoting: ScaLAPACK's pgesv. 2 n^3 / 3 / ranks multiplications and additions a rank. Throws linalg_error on every
/// rank if a is singular, or if a has NaN or infinities, and shape_error if a is not square or b has not n rows.
template <class T>
[[nodiscard]] WEFT_FN mpi::block_cyclic<T> solve(mpi::block_cyclic<T> a, std::type_identity_t<mpi::block_cyclic<T>> b) {
  detail::begin_call("linalg::solve", a);
  detail::solve_blocks(a.operand(), false, b.operand());
  return b;
}
/// solve(positive_definite(a), b) factors by Cholesky's method: ScaLAPACK's pposv, in half of the time. Throws
/// linalg_error on every rank if a is not positive definite.
template <class T>
[[nodiscard]] WEFT_FN mpi::block_cyclic<T> solve(mpi::positive_definite_block_cyclic<T> a,
                                                 std::type_identity_t<mpi::block_cyclic<T>> b) {
  detail::begin_call("linalg::solve", a.matrix);
  detail::solve_blocks(a.matrix.operand(), true, b.operand());
  return b;
}
template <class T, class B>
  requires(!std::convertible_to<B const&, mpi::block_cyclic<T>>)
void solve(mpi::block_cyclic<T> const&, B const&) WEFT_REFUSED("weft: linalg::solve: b is divided among ranks as a is");
/// The lower triangular L with a = L L^H of a symmetric or Hermitian positive definite matrix, of which only the lower
/// triangle is read: ScaLAPACK's ppotrf. Throws linalg_error on every rank if a is not positive definite; its position
/// is the column where this was found.
template <class T>
[[nodiscard]] WEFT_FN mpi::block_cyclic<T> cholesky(mpi::block_cyclic<T> a) {
  detail::begin_call("linalg::cholesky", a);
  detail::cholesky_of_blocks(a.operand());
  return a;
}
/// auto [values, vectors] = eigh(a) of a symmetric or Hermitian matrix, of which only the lower triangle is read: real
/// values, ascending, on every rank, and orthonormal vectors in the columns of a matrix that is divided as a is.
/// ScaLAPACK's psyevd and pheevd, divide and conquer; for double and its complex ELPA, where the library was built with
/// it and each rank has a whole block. Throws linalg_error on every rank if it does not converge.
template <class T>
[[nodiscard]] WEFT_FN auto eigh(mpi::block_cyclic<T> a) {
  detail::begin_call("linalg::eigh", a);
  detail::require_square_blocks("linalg::eigh", a.place());
  index_t const n = a.place().extents[0];
  tensor<detail::real_t<T>, 1> values{shape(n)};
  auto vectors = detail::new_blocks<T>(a.place(), n, n);
  detail::eigen_of_blocks(a.operand(), values.data(), vectors.operand());
  return eigh_result(std::move(values), std::move(vectors));
}
/// auto [u, s, vh] = svd(a): singular values, descending, on every rank, and the first min(m, n) singular vectors in
/// the columns of u and the rows of vh, which are divided as a is: a = u diag(s) vh. ScaLAPACK's pgesvd, which does not
/// report whether its iteration has converged: it overwrites the answer of xBDSQR. Throws linalg_error on every rank if
/// a has NaN or infinities, or if ranks have found different values, as on machines that round differently.
template <class T>
[[nodiscard]] WEFT_FN auto svd(mpi::block_cyclic<T> a) {
  detail::begin_call("linalg::svd", a);
  index_t const m = a.place().extents[0], n = a.place().extents[1], least = m < n ? m : n;
  tensor<detail::real_t<T>, 1> values{shape(least)};
  auto u = detail::new_blocks<T>(a.place(), m, least), vh = detail::new_blocks<T>(a.place(), least, n);
  detail::svd_of_blocks(a.operand(), values.data(), u.operand(), vh.operand());
  return svd_result(std::move(u), std::move(values), std::move(vh));
}

} // namespace linalg
} // namespace weft
