#pragma once
#include <weft/mpi/collective.hpp>
#include <weft/mpi/distributed.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/tensor.hpp>

#include <memory>

// Vectors whose elements are divided among ranks as the rows of a matrix are.
namespace weft {

namespace detail {

/// Writes the first row of each rank, and at last the number of all rows. Throws shape_error on every rank alike if a
/// number is negative.
WEFT_API void first_rows(mpi::communicator const& world, index_t mine, index_t* first);
/// Throws shape_error unless there are as many rows as this rank has.
WEFT_API void require_rows(char const* operation, mpi::communicator const& world, index_t given, index_t mine);

} // namespace detail

namespace mpi {

/// How rows are divided among the ranks of a communicator. Each rank has some of them, or none, one behind the other,
/// in the order of the ranks. A copy is the same division.
class row_division {
public:
  /// Divides n rows as evenly as possible: the ranks' numbers differ by 1 at most. Throws shape_error if n is negative.
  WEFT_FN row_division(communicator const& world, index_t n) : world_(world) {
    if (n < 0)
      detail::throw_shape_reason("mpi::row_division", "the number of rows is negative");
    auto first = std::make_shared<detail::plain_vector<index_t>>();
    for (int r = 0; r <= world.size(); ++r)
      first->push_back(detail::block_begin(n, world.size(), r));
    first_ = std::move(first);
  }
  /// Divides the rows as the ranks say: this one has `mine` of them. All ranks call it. Throws shape_error on every
  /// rank alike if a number is negative.
  [[nodiscard]] WEFT_FN static row_division of_counts(communicator const& world, index_t mine) {
    auto first = std::make_shared<detail::plain_vector<index_t>>();
    for (int r = 0; r <= world.size(); ++r)
      first->push_back(0);
    detail::first_rows(world, mine, first->data());
    row_division out(world, 0);
    out.first_ = std::move(first);
    return out;
  }

  [[nodiscard]] WEFT_FN communicator const& world() const WEFT_LIFETIMEBOUND { return world_; }
  /// Returns the number of the rows of all ranks.
  [[nodiscard]] WEFT_FN index_t extent() const { return first(world_.size()); }
  /// Returns the first row of this rank, or of another one.
  [[nodiscard]] WEFT_FN index_t first() const { return first(world_.rank()); }
  [[nodiscard]] WEFT_FN index_t first(int rank) const { return first_->data()[rank]; }
  /// Returns the number of rows of this rank, or of another one.
  [[nodiscard]] WEFT_FN index_t count() const { return count(world_.rank()); }
  [[nodiscard]] WEFT_FN index_t count(int rank) const { return first(rank + 1) - first(rank); }
  /// True for divisions in which each rank has the same rows.
  [[nodiscard]] WEFT_FN bool operator==(row_division const& other) const {
    bool same = world_.size() == other.world_.size();
    for (int r = 1; same && r <= world_.size(); ++r)
      same = first(r) == other.first(r);
    return same;
  }

private:
  communicator world_;
  std::shared_ptr<detail::plain_vector<index_t> const> first_;
};

/// A vector whose elements are divided among ranks: mpi::distributed_vector<double> b(rows). Each rank holds its own in
/// local(): a tensor, or, where V is a view, memory of the program. sum(b), min, max, dot and norm go over all ranks.
template <class T, class V = tensor<T, 1>>
class distributed_vector {
  static_assert(Stored<V> && detail::rank_of<V> == 1 && std::same_as<std::remove_const_t<detail::value_t<V>>, T>,
                "weft: mpi::distributed_vector: a rank holds a tensor or a view of rank 1, whose elements are T");

public:
  using value_type = T;
  using weft_reduced = void;
  static constexpr int static_rank = 1;

  /// Makes a vector of zeros.
  WEFT_FN explicit distributed_vector(row_division const& rows)
    requires detail::Owning<V>
      : rows_(rows), local_(weft::shape(rows.count())) {}
  /// Makes a vector of the elements of each rank, a tensor or a view. Throws shape_error on a rank with
  /// more or fewer elements than rows.
  WEFT_FN distributed_vector(row_division const& rows, V const& mine) : rows_(rows), local_(mine) {
    detail::require_rows("mpi::distributed_vector", rows.world(), local_.size(), rows.count());
  }

  /// Returns the elements of this rank.
  [[nodiscard]] WEFT_FN V& local() WEFT_LIFETIMEBOUND { return local_; }
  [[nodiscard]] WEFT_FN V const& local() const WEFT_LIFETIMEBOUND { return local_; }
  /// Returns a view of them.
  [[nodiscard]] WEFT_FN auto mine() WEFT_LIFETIMEBOUND { return local_.window(); }
  [[nodiscard]] WEFT_FN auto mine() const WEFT_LIFETIMEBOUND { return local_.window(); }
  /// Returns the shape of the whole vector.
  [[nodiscard]] WEFT_FN dims<1> shape() const { return weft::shape(rows_.extent()); }
  /// Returns the index, in the whole, of the first element of this rank.
  [[nodiscard]] WEFT_FN detail::axis_array<index_t, 1> offset() const { return {rows_.first()}; }
  [[nodiscard]] WEFT_FN row_division const& rows() const WEFT_LIFETIMEBOUND { return rows_; }
  [[nodiscard]] WEFT_FN communicator const& world() const WEFT_LIFETIMEBOUND { return rows_.world(); }
  /// True if each rank has the same rows of another vector.
  template <class U, class W>
  [[nodiscard]] WEFT_FN bool is_divided_as(distributed_vector<U, W> const& other) const {
    return rows_ == other.rows();
  }
  template <class Reduction>
  [[nodiscard]] WEFT_FN auto reduced_by(Reduction const& r) const {
    return reduced_distributed(detail::answered_above{}, *this, r);
  }

private:
  row_division rows_;
  V local_;
};

/// mpi::distributed_vector x(rows, v): x has the elements of v, and keeps v as it is.
template <class V>
distributed_vector(row_division const&, V const&) -> distributed_vector<std::remove_const_t<detail::value_t<V>>, V>;

/// Returns the elements of all ranks as one vector on the root, and a vector without elements on other ranks. All ranks
/// call it.
template <class T, class V>
[[nodiscard]] WEFT_FN tensor<T, 1> to_global(distributed_vector<T, V> const& u, int root = 0) {
  auto const& rows = u.rows();
  detail::require_same_root("mpi::to_global", u.world(), root, detail::checks_calls);
  communicator const world = u.world().duplicate(); // the program may have messages of its own under way
  bool const is_root = world.rank() == root;
  tensor<T, 1> out(is_root ? rows.extent() : 0);
  detail::pending_exchange messages;
  for (int r = 0; is_root && r < world.size(); ++r)
    if (rows.count(r) != 0)
      messages.receive(world, detail::piece_of_stored(out(range(rows.first(r), rows.first(r + 1)))), r);
  if (rows.count() != 0)
    messages.send(world, detail::piece_of_stored(u.mine()), root);
  messages.finish();
  return out;
}

} // namespace mpi
} // namespace weft
