#pragma once
#include <weft/mpi/halo.hpp>
#include <weft/sparse/convert.hpp>

// Sparse matrices whose rows are divided among ranks, and their products.
namespace weft {

namespace detail {
template <class M>
class row_product;
} // namespace detail

namespace mpi {

/// A sparse matrix whose rows are divided among ranks:
///   mpi::row_division rows(world, n);
///   triplets<double> t(rows.count(), n);       // row 0 is the first one of this rank, columns count in the whole
///   mpi::distributed_sparse<double> a(rows, sparse<double>(t));
///   auto const y = matmul(a, x);               // x and y are mpi::distributed_vector<double>
/// linalg::cg, bicgstab, gmres and eigsh take it. A product sends the elements of x that rows of other ranks read, and
/// meanwhile computes the rows that need no message. The sum of a row has the order of its columns, so a product has
/// the same bits for any number of ranks. Index numbers only the columns that a rank reads.
template <class T, class Index = std::int32_t>
class distributed_sparse {
public:
  using value_type = T;
  using matrix_type = sparse<T, row_major, Index>;

  /// Makes a square matrix of the rows of each rank. `mine` has a row for each row of this rank, and as many columns as
  /// the whole has rows. All ranks call it. It copies the entries, and asks the other ranks for what products will
  /// read. Throws shape_error on every rank if the matrix of one has another shape.
  template <Sparse S>
  WEFT_FN distributed_sparse(row_division const& rows, S const& mine) : distributed_sparse(rows, rows, mine) {}
  /// Makes a matrix of any shape, for vectors that are divided as `columns` says.
  template <Sparse S>
  WEFT_FN distributed_sparse(row_division const& rows, row_division const& columns, S const& mine)
      : rows_(rows), columns_(columns), world_(rows.world().duplicate()) {
    detail::call_on_ranks("mpi::distributed_sparse", world_, [&] {
      detail::require_rows("mpi::distributed_sparse: rows", world_, mine.extent(0), rows.count());
      detail::require_rows("mpi::distributed_sparse: columns", world_, mine.extent(1), columns.extent());
    });
    decltype(auto) by_rows = detail::as_sparse<sparse<T, row_major, detail::sparse_index<S>>>(mine);
    tensor<index_t, 1> const offsets(cast<index_t>(by_rows.offsets()));
    tensor<index_t, 1> indices(cast<index_t>(by_rows.indices()));
    plan_ = detail::planned_halo(world_, columns, rows.count(), offsets.data(), indices.data());
    index_t const read = plan_.columns.size(), width = read > columns.count() ? read : columns.count();
    detail::check_numbers<Index>("mpi::distributed_sparse", width > indices.size() ? width : indices.size());
    matrix_ = detail::sparse_access::made<T, row_major>(rows.count(), width, tensor<Index, 1>(cast<Index>(offsets)),
                                                        tensor<Index, 1>(cast<Index>(indices)),
                                                        tensor<T, 1>(by_rows.values()));
  }

  /// Returns the shape of the whole matrix.
  [[nodiscard]] WEFT_FN dims<2> shape() const { return weft::shape(rows_.extent(), columns_.extent()); }
  [[nodiscard]] WEFT_FN row_division const& rows() const WEFT_LIFETIMEBOUND { return rows_; }
  [[nodiscard]] WEFT_FN row_division const& columns() const WEFT_LIFETIMEBOUND { return columns_; }
  [[nodiscard]] WEFT_FN communicator const& world() const WEFT_LIFETIMEBOUND { return rows_.world(); }
  /// Returns the number of stored entries in the rows of this rank.
  [[nodiscard]] WEFT_FN index_t nonzeros() const { return matrix_.nonzeros(); }
  /// Returns the number of elements of a vector that a product receives from other ranks.
  [[nodiscard]] WEFT_FN index_t halo() const { return plan_.columns.size() - (plan_.own_last - plan_.own_first); }
  /// Returns a copy of this rank's rows without the columns of other ranks, for preconditioners that need no messages
  /// (block Jacobi): linalg::ic0(a.diagonal_block()).
  [[nodiscard]] WEFT_FN matrix_type diagonal_block() const {
    triplets<T> t(rows_.count(), columns_.count());
    auto const a = detail::compressed_of(matrix_);
    for (index_t i = 0; i < a.lines; ++i) {
      bool const is_inner = i >= plan_.inner_first && i < plan_.inner_last;
      for (auto e = static_cast<index_t>(a.offsets[i]); e < static_cast<index_t>(a.offsets[i + 1]); ++e) {
        auto const j = static_cast<index_t>(a.indices[e]);
        if (is_inner || (j >= plan_.own_first && j < plan_.own_last))
          t.add(i, is_inner ? j : plan_.columns.data()[j] - columns_.first(), a.values[e]);
      }
    }
    return matrix_type(t);
  }

private:
  template <class M>
  friend class detail::row_product;

  row_division rows_, columns_;
  communicator world_; ///< of the messages of products
  detail::halo_plan plan_;
  matrix_type matrix_; ///< its columns have the numbers that the plan gives them
};

} // namespace mpi

namespace detail {

/// Products by a matrix whose rows are divided among ranks, and the memory of their messages.
template <class T, class Index>
class row_product<mpi::distributed_sparse<T, Index>> {
  using matrix = mpi::distributed_sparse<T, Index>;

public:
  WEFT_FN explicit row_product(matrix const& a) : a_(&a), messages_(a.world_, a.plan_) {}

  /// Computes y = a x, of the elements of this rank. All ranks call it.
  WEFT_FN void operator()(T const* x, T* y) {
    auto const& plan = a_->plan_;
    messages_.start(x);
    multiply(plan.inner_first, plan.inner_last, x, y);
    T const* const read = messages_.finish(x, a_->columns_.first());
    multiply(0, plan.inner_first, read, y);
    multiply(plan.inner_last, a_->rows_.count(), read, y);
  }

private:
  /// Multiplies rows first to last - 1.
  WEFT_FN void multiply(index_t first, index_t last, T const* x, T* y) const {
    auto a = compressed_of(a_->matrix_);
    a.offsets += first;
    a.lines = last - first;
    if (a.lines != 0)
      compressed_kernels<T, Index>::multiply_dense(a, false, T(1), {x, {a.width, 1, 1, a.width}}, T(0),
                                                   {y + first, {a.lines, 1, 1, a.lines}});
  }

  matrix const* a_;
  halo_messages<T> messages_;
};

} // namespace detail

/// The product of a sparse matrix whose rows are divided among ranks and a vector, divided as its rows are. All ranks
/// call it. Throws shape_error if the vector is not divided as its columns are.
template <class T, class Index, class U, class V>
[[nodiscard]] WEFT_FN mpi::distributed_vector<T> matmul(mpi::distributed_sparse<T, Index> const& a,
                                                        mpi::distributed_vector<U, V> const& x) {
  static_assert(std::same_as<U, T>,
                "weft: matmul: a distributed matrix and a distributed vector have one element type");
  if (!(x.rows() == a.columns()))
    detail::throw_shape_reason("matmul", "the vector is not divided as the columns of the matrix are");
  tensor<T, 1> const from(x.mine());
  mpi::distributed_vector<T> y(a.rows());
  detail::row_product<mpi::distributed_sparse<T, Index>> product(a);
  product(from.data(), y.local().data());
  return y;
}

} // namespace weft
