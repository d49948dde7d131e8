#pragma once
#include <weft/mpi/cartesian.hpp>
#include <weft/mpi/collective.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/tensor.hpp>

#include <concepts>
#include <functional>

// Matrices that are divided among ranks in blocks, as ScaLAPACK takes them. mpi/block_cyclic_linalg.hpp has products
// and decompositions of them.
namespace weft {

namespace detail {

/// How a matrix is divided: block (i, j) lies on the rank with the coordinates (i % counts[0], j % counts[1]) of a
/// process grid, whose ranks count in row-major order.
struct block_cyclic_place {
  mpi::communicator world;
  axis_array<index_t, 2> counts, extents;
  index_t block;

  /// Returns the first coordinate of this rank for axis 0, the second for axis 1.
  [[nodiscard]] WEFT_FN index_t coordinate(std::size_t axis) const {
    return axis == 0 ? world.rank() / counts[1] : world.rank() % counts[1];
  }
  /// Returns the number of rows or columns that the ranks of a coordinate have.
  [[nodiscard]] WEFT_FN index_t local_extent(std::size_t axis, index_t coordinate) const {
    index_t const blocks = extents[axis] / block, rounds = blocks / counts[axis], last = blocks % counts[axis];
    index_t const rest = coordinate == last ? extents[axis] % block : 0;
    return rounds * block + (coordinate < last ? block : rest);
  }
  /// Returns the extents of this rank's part.
  [[nodiscard]] WEFT_FN dims<2> local_shape() const {
    return {local_extent(0, coordinate(0)), local_extent(1, coordinate(1))};
  }
  /// Returns the index in the whole of a row or a column of this rank.
  [[nodiscard]] WEFT_FN index_t global_index(std::size_t axis, index_t local) const {
    return (local / block * counts[axis] + coordinate(axis)) * block + local % block;
  }
};
/// A matrix for the compiled part: the elements of this rank, column by column without gaps.
struct block_cyclic_operand {
  block_cyclic_place const* place;
  dtype type;
  void* data;
  char form = 'N'; ///< how a product reads it, as BLAS says it: 'T' transposed, 'C' conjugated too
};

/// Returns the place of a matrix. MPI chooses `counts` that are 0. Throws shape_error for extents or a block that are
/// negative or too large for ScaLAPACK, whose integers have 32 bits, and an error where this build has no ScaLAPACK.
WEFT_API block_cyclic_place made_place(mpi::communicator const& world, axis_array<index_t, 2> counts,
                                       axis_array<index_t, 2> const& extents, index_t block);
/// Throws shape_error if two matrices have different shapes, and layout_error if they are divided differently.
WEFT_API void require_divided_alike(char const* operation, block_cyclic_place const& a, block_cyclic_place const& b);
/// Returns the extents that the root has, on every rank. Throws mpi_error on each if the root is no rank.
WEFT_API axis_array<index_t, 2> extents_of_root(char const* operation, mpi::communicator const& world,
                                                axis_array<index_t, 2> extents, int root, bool checked);
/// Copies a matrix to another one of its shape. A null place stands for a whole matrix on the root.
WEFT_API void copy_blocks(char const* operation, block_cyclic_operand const& from, block_cyclic_operand const& to,
                          int root);

template <class T>
inline constexpr bool is_scalapack_type = std::same_as<real_t<T>, float> || std::same_as<real_t<T>, double>;

} // namespace detail

namespace mpi {

/// A matrix that is divided in blocks.
template <class A>
concept BlockCyclic = requires { typename std::remove_cvref_t<A>::weft_block_cyclic; };

} // namespace mpi

namespace detail {

/// Matrices that are divided in blocks, and expressions of them.
template <class X>
concept Blockwise = mpi::BlockCyclic<X> || requires { typename std::remove_cvref_t<X>::weft_block_cyclic_expression; };
template <class B, class A>
concept BlockwiseWith = Blockwise<A> || Blockwise<B>;

template <class F, class... X>
WEFT_FN auto blockwise_expression(F const& f, X&&... x);

/// The base class of operands that are divided in blocks. Its operators are element-wise, of two of them or of one
/// and a number.
struct blockwise {
  template <class A, BlockwiseWith<A> B>
  [[nodiscard]] WEFT_FN friend auto operator+(A&& a, B&& b) {
    return blockwise_expression(std::plus<>(), static_cast<A&&>(a), static_cast<B&&>(b));
  }
  template <class A, BlockwiseWith<A> B>
  [[nodiscard]] WEFT_FN friend auto operator-(A&& a, B&& b) {
    return blockwise_expression(std::minus<>(), static_cast<A&&>(a), static_cast<B&&>(b));
  }
  template <class A, BlockwiseWith<A> B>
  [[nodiscard]] WEFT_FN friend auto operator*(A&& a, B&& b) {
    return blockwise_expression(std::multiplies<>(), static_cast<A&&>(a), static_cast<B&&>(b));
  }
  template <class A, BlockwiseWith<A> B>
  [[nodiscard]] WEFT_FN friend auto operator/(A&& a, B&& b) {
    return blockwise_expression(std::divides<>(), static_cast<A&&>(a), static_cast<B&&>(b));
  }
};

} // namespace detail

namespace mpi {

/// The extent of a block along both axes that is taken if none is given.
inline constexpr index_t default_block = 64;

/// A matrix whose square blocks are dealt out to the ranks of a process grid, as cards are: block (i, j) lies on the
/// rank with the coordinates (i % p, j % q) of p x q ranks. So all ranks have work to the end of a factorisation, which
/// no longer needs its first rows and columns. Each rank holds its rows and columns as one dense matrix in Fortran's
/// order, local(), which is no copy of what ScaLAPACK computes with.
///
///   auto a = mpi::block_cyclic<double>::from_global(world, whole, 64); // a copy of the root's matrix
///   mpi::block_cyclic<double> b(world, shape(1000, 20));               // zeros
///   b.local() = ...;                                                   // a statement on the elements of this rank
///   auto x = linalg::solve(a, b);
///   a = 0.5 * a + b2;                                                  // matrices that are divided alike
///
/// Elements are float, double or complex. All ranks construct, copy and combine matrices alike. Matrices of the same
/// communicator, process grid and block are divided alike. The library must have been built with ScaLAPACK; it calls
/// BLAS on each rank in as many threads as BLAS takes by itself (OPENBLAS_NUM_THREADS). A process grid lives until its
/// communicator ends.
template <class T>
class block_cyclic : detail::blockwise {
  static_assert(detail::is_scalapack_type<T>,
                "weft: mpi::block_cyclic: its elements are float, double, or complex numbers of these");

public:
  using value_type = T;
  using weft_block_cyclic = void;
  using local_type = tensor<T, 2, column_major>;

  /// Makes a matrix of zeros, on a process grid that MPI makes as square as it can.
  template <Shape S>
  WEFT_FN block_cyclic(communicator const& world, S const& global_shape, index_t block = default_block)
      : block_cyclic(detail::made_place(world, {}, read_shape(global_shape), block)) {}
  /// Makes a matrix of zeros on the given process grid.
  template <Shape S>
  WEFT_FN block_cyclic(cartesian<2> const& ranks, S const& global_shape, index_t block = default_block)
      : block_cyclic(detail::made_place(ranks.world(), ranks.counts(), read_shape(global_shape), block)) {}
  /// Makes a matrix of an element-wise expression of matrices, divided as they are.
  template <class E>
    requires requires { typename E::weft_block_cyclic_expression; }
  WEFT_FN block_cyclic(E const& e) : place_(e.place()), local_(e.local()) {}

  /// Returns a matrix with the elements of a matrix of the root, in which each rank gets its blocks. On other ranks `a`
  /// is not read, and may be empty.
  template <Tensorial A>
  [[nodiscard]] WEFT_FN static block_cyclic from_global(communicator const& world, A const& a,
                                                        index_t block = default_block, int root = 0) {
    return dealt_out(world, {}, a, block, root);
  }
  template <Tensorial A>
  [[nodiscard]] WEFT_FN static block_cyclic from_global(cartesian<2> const& ranks, A const& a,
                                                        index_t block = default_block, int root = 0) {
    return dealt_out(ranks.world(), ranks.counts(), a, block, root);
  }

  /// Assigns an element-wise expression. Throws shape_error if a matrix in it has another shape, and layout_error if it
  /// is divided differently: redistribute() copies it to a matrix that is divided as this one.
  template <class E>
    requires requires { typename E::weft_block_cyclic_expression; }
  WEFT_FN block_cyclic& operator=(E const& e) {
    detail::require_divided_alike("mpi::block_cyclic: =", place_, e.place());
    local_ = e.local();
    return *this;
  }

  /// Returns the rows and columns of this rank.
  [[nodiscard]] WEFT_FN local_type& local() & WEFT_LIFETIMEBOUND { return local_; }
  [[nodiscard]] WEFT_FN local_type const& local() const& WEFT_LIFETIMEBOUND { return local_; }
  [[nodiscard]] WEFT_FN local_type&& local() && WEFT_LIFETIMEBOUND { return std::move(local_); }
  /// Returns the shape of the whole matrix.
  [[nodiscard]] WEFT_FN dims<2> shape() const { return {place_.extents[0], place_.extents[1]}; }
  [[nodiscard]] WEFT_FN index_t block() const { return place_.block; }
  [[nodiscard]] WEFT_FN communicator const& world() const WEFT_LIFETIMEBOUND { return place_.world; }
  /// Returns the numbers of ranks along the axes.
  [[nodiscard]] WEFT_FN detail::axis_array<index_t, 2> const& counts() const WEFT_LIFETIMEBOUND {
    return place_.counts;
  }
  /// Returns the indices of the rows of local() in the whole. Hilbert's matrix is
  /// 1.0 / (a.global_rows()(all, newaxis) + a.global_columns() + 1.0).
  [[nodiscard]] WEFT_FN tensor<index_t, 1> global_rows() const { return global_indices(0); }
  [[nodiscard]] WEFT_FN tensor<index_t, 1> global_columns() const { return global_indices(1); }

  [[nodiscard]] WEFT_FN detail::block_cyclic_place const& place() const WEFT_LIFETIMEBOUND { return place_; }
  [[nodiscard]] WEFT_FN detail::block_cyclic_operand operand() WEFT_LIFETIMEBOUND {
    return {&place_, dtype_of<T>, local_.data()};
  }
  [[nodiscard]] WEFT_FN detail::block_cyclic_operand operand() const WEFT_LIFETIMEBOUND {
    return {&place_, dtype_of<T>, const_cast<T*>(local_.data())}; // the compiled part reads it
  }
  WEFT_FN explicit block_cyclic(detail::block_cyclic_place place)
      : place_(std::move(place)), local_(place_.local_shape()) {}
  /// Leaves the elements to a routine that writes all of them.
  WEFT_FN block_cyclic(uninit_t, detail::block_cyclic_place place)
      : place_(std::move(place)), local_(uninit, place_.local_shape()) {}

private:
  template <Shape S>
  WEFT_FN static detail::axis_array<index_t, 2> read_shape(S const& s) {
    static_assert(S::static_rank < 0 || S::static_rank == 2, "weft: mpi::block_cyclic: rank mismatch: it is a matrix");
    if (s.rank() != 2)
      detail::throw_shape_reason("mpi::block_cyclic", "it is a matrix");
    return {s[0], s[1]};
  }
  template <class A>
  WEFT_FN static block_cyclic dealt_out(communicator const& world, detail::axis_array<index_t, 2> const& counts,
                                        A const& a, index_t block, int root) {
    char const* const name = "mpi::block_cyclic::from_global";
    local_type whole;
    detail::call_on_ranks(name, world, [&] {
      if (world.rank() == root)
        whole = a;
    });
    auto const extents =
        detail::extents_of_root(name, world, {whole.extent(0), whole.extent(1)}, root, detail::checks_calls);
    block_cyclic out(detail::made_place(world, counts, extents, block));
    detail::copy_blocks(name, {nullptr, dtype_of<T>, whole.data()}, out.operand(), root);
    return out;
  }
  WEFT_FN tensor<index_t, 1> global_indices(std::size_t axis) const {
    tensor<index_t, 1> out(weft::shape(local_.extent(index_t(axis))));
    for (index_t k = 0; k < out.size(); ++k)
      out(k) = place_.global_index(axis, k);
    return out;
  }

  detail::block_cyclic_place place_;
  local_type local_;
};

/// An element-wise expression of matrices that are divided alike. It holds what an expression of their local parts
/// holds: a view of a matrix with a name, and the elements of one without.
template <class E>
class block_cyclic_expression : detail::blockwise {
public:
  using weft_block_cyclic_expression = void;
  WEFT_FN block_cyclic_expression(detail::block_cyclic_place place, E local)
      : place_(std::move(place)), local_(std::move(local)) {}
  [[nodiscard]] WEFT_FN detail::block_cyclic_place const& place() const WEFT_LIFETIMEBOUND { return place_; }
  [[nodiscard]] WEFT_FN E const& local() const& WEFT_LIFETIMEBOUND { return local_; }
  [[nodiscard]] WEFT_FN E&& local() && WEFT_LIFETIMEBOUND { return std::move(local_); }

private:
  detail::block_cyclic_place place_;
  E local_;
};

} // namespace mpi

namespace detail {

template <class X>
WEFT_FN decltype(auto) local_operand(X&& x) {
  if constexpr (Blockwise<X>)
    return static_cast<X&&>(x).local();
  else
    return static_cast<X&&>(x);
}
/// Returns the place of the operands. Throws layout_error or shape_error unless they agree.
template <class X, class... More>
WEFT_FN block_cyclic_place const& common_place(X const& x, More const&... more) {
  if constexpr (!Blockwise<X>) {
    return common_place(more...);
  } else {
    auto const compare = [&](auto const& y) {
      if constexpr (Blockwise<decltype(y)>)
        require_divided_alike("mpi::elementwise", x.place(), y.place());
    };
    (compare(more), ...);
    return x.place();
  }
}
template <class F, class... X>
WEFT_FN auto blockwise_expression(F const& f, X&&... x) {
  constexpr bool alike = ((Blockwise<X> || Scalar<X>) && ...);
  static_assert(alike, "weft: mpi::block_cyclic: a statement has matrices that are divided alike, and numbers");
  if constexpr (alike) {
    auto place = common_place(x...);
    auto local = capture(f(local_operand(static_cast<X&&>(x))...));
    return mpi::block_cyclic_expression<decltype(local)>(std::move(place), std::move(local));
  } else {
    return refused_value{};
  }
}

} // namespace detail

namespace mpi {

/// Returns f of the local parts of matrices that are divided alike, as an expression of such matrices:
///   c = mpi::elementwise([](auto const& x, auto const& y) { return exp(x) * y; }, a, b);
/// f returns an element-wise expression of its arguments. + - * / of matrices and numbers need no call. Throws
/// shape_error if the matrices have different shapes, and layout_error if they are divided differently.
template <class F, class... X>
  requires(detail::Blockwise<X> || ...)
[[nodiscard]] WEFT_FN auto elementwise(F const& f, X&&... x) {
  return detail::blockwise_expression(f, static_cast<X&&>(x)...);
}

/// Returns the whole matrix on the root, and a matrix without elements on other ranks.
template <class T>
[[nodiscard]] WEFT_FN tensor<T, 2, column_major> to_global(block_cyclic<T> const& a, int root = 0) {
  char const* const name = "mpi::to_global";
  detail::require_same_root(name, a.world(), root, detail::checks_calls);
  tensor<T, 2, column_major> out(a.world().rank() == root ? a.shape() : dims<2>{});
  detail::copy_blocks(name, a.operand(), {nullptr, dtype_of<T>, out.data()}, root);
  return out;
}
/// Copies a matrix to one of the same shape that is divided differently: in other blocks, or on another process grid of
/// the same ranks. Each rank sends each other one what both hold (ScaLAPACK's pgemr2d). Throws shape_error if the
/// matrices have different shapes, and mpi_error if the process grids have other ranks.
template <class T>
WEFT_FN void redistribute(block_cyclic<T> const& from, block_cyclic<T>& to) {
  char const* const name = "mpi::redistribute";
  detail::require_same_root(name, from.world(), 0, detail::checks_calls);
  detail::copy_blocks(name, from.operand(), to.operand(), 0);
}

} // namespace mpi
} // namespace weft
