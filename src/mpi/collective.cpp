#include "mpi/agreement.hpp"
#include "mpi/datatype.hpp"
#include "mpi/operation.hpp"

#include <weft/mpi/collective.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace weft::detail {

namespace {

void require_root(char const* operation, mpi::communicator const& world, int root) {
  if (root < 0 || root >= world.size())
    throw mpi_error(std::string("weft: ") + operation + ": the root is " + std::to_string(root) + ", and there are " +
                    std::to_string(world.size()) + " ranks");
}

} // namespace

void require_same_root(char const* operation, mpi::communicator const& world, int root, bool checked) {
  require_agreement(world, {.name = operation, .root = root}, checked, [&] { require_root(operation, world, root); });
}

void call_on_ranks(char const* operation, mpi::communicator const& world, void (*call)(void const*), void const* f) {
  require_agreement(world, {.name = operation}, true, [&] { call(f); });
}

void wait_for_all(mpi::communicator const& world, bool checked) {
  require_agreement(world, {.name = "mpi::barrier"}, checked);
  check_mpi(MPI_Barrier(comm_of(world)), "mpi::barrier");
}

void broadcast_memory(mpi::communicator const& world, mpi_memory const& memory, int root, bool checked) {
  require_agreement(world, {.name = "mpi::broadcast", .memory = memory, .root = root}, checked, [&] {
    require_root("mpi::broadcast", world, root);
    require_target("mpi::broadcast", memory);
  });
  mpi_buffer const buffer(memory);
  check_mpi(MPI_Bcast(buffer.data(), buffer.count(), buffer.type(), root, comm_of(world)), "mpi::broadcast");
}

void reduce_memory(mpi::communicator const& world, mpi_piece const& piece, mpi::operation how, int root, bool checked) {
  char const* const name = root == every_rank ? "mpi::allreduce" : "mpi::reduce";
  MPI_Op op = MPI_OP_NULL;
  require_agreement(world, {name, {&piece, 1}, root, static_cast<int>(how), true}, checked, [&] {
    if (root != every_rank)
      require_root(name, world, root);
    op = operation_on_type(how, piece.type);
  });
  index_t const count = ordered_layout(piece).count, item = static_cast<index_t>(item_size(piece.type));
  MPI_Datatype const type = element_type(piece.type);
  for (index_t first = 0; first < count; first += most_mpi_count) {
    void* const data = static_cast<std::byte*>(piece.data) + first * item;
    int const n = static_cast<int>(std::min(most_mpi_count, count - first));
    bool const is_root = root == world.rank();
    check_mpi(root == every_rank ? MPI_Allreduce(MPI_IN_PLACE, data, n, type, op, comm_of(world))
                                 : MPI_Reduce(is_root ? MPI_IN_PLACE : data, is_root ? data : nullptr, n, type, op,
                                              root, comm_of(world)),
              name);
  }
}

namespace {

/// Returns the piece with its elements in row-major order, without gaps.
mpi_piece dense_piece(mpi_piece piece) {
  index_t step = 1;
  for (int k = piece.rank - 1; k >= 0; --k) {
    piece.strides[k] = step;
    step *= piece.extents[k];
  }
  return piece;
}

} // namespace

void gather_memory(mpi::communicator const& world, mpi_piece const& mine, void* every, int root, bool checked) {
  char const* const name = root == every_rank ? "mpi::allgather" : "mpi::gather";
  mpi_memory const memory{&mine, 1};
  require_agreement(world, {.name = name, .memory = memory, .root = root}, checked, [&] {
    if (root != every_rank)
      require_root(name, world, root);
  });
  mpi_buffer const buffer(memory);
  if (buffer.bytes() == 0)
    return;
  owned_type const one = resized_type(dense_piece(mine), buffer.bytes());
  if (root == every_rank)
    check_mpi(MPI_Allgather(buffer.data(), buffer.count(), buffer.type(), every, 1, one.get(), comm_of(world)), name);
  else
    check_mpi(MPI_Gather(buffer.data(), buffer.count(), buffer.type(), every, 1, one.get(), root, comm_of(world)),
              name);
}

namespace {

/// Throws unless `every` has the shape of `mine` behind an axis with an index for each rank.
void require_shares(mpi::communicator const& world, mpi_piece const& every, mpi_piece const& mine) {
  if (every.type != mine.type)
    throw dtype_error("weft: mpi::scatter: the elements of the root are " + to_string(every.type) +
                      ", and those of its target " + to_string(mine.type));
  if (every.rank != mine.rank + 1 || every.extents[0] != world.size() ||
      !std::equal(mine.extents, mine.extents + mine.rank, every.extents + 1))
    throw shape_error("weft: mpi::scatter: the root has shape " + shape_text(every.extents, every.rank) + " for " +
                      std::to_string(world.size()) + " ranks with targets of shape " +
                      shape_text(mine.extents, mine.rank));
}

} // namespace

void scatter_memory(mpi::communicator const& world, mpi_piece const& every, mpi_piece const& mine, int root,
                    bool checked) {
  mpi_memory const memory{&mine, 1};
  bool const is_root = root == world.rank();
  require_agreement(world, {.name = "mpi::scatter", .memory = memory, .root = root}, checked, [&] {
    require_root("mpi::scatter", world, root);
    require_target("mpi::scatter", memory);
    if (is_root)
      require_shares(world, every, mine);
  });
  mpi_buffer const buffer(memory);
  if (buffer.bytes() == 0)
    return;
  owned_type one;
  auto const ranks = static_cast<std::size_t>(world.size());
  std::vector<int> const counts(ranks, 1);
  std::vector<int> places(ranks);
  if (is_root) {
    mpi_piece share = every;
    share.rank = mine.rank;
    std::copy_n(every.extents + 1, mine.rank, share.extents);
    std::copy_n(every.strides + 1, mine.rank, share.strides);
    // Places count steps of a positive length: MPI's types of negative extents are seldom tried.
    one = resized_type(share, std::abs(every.strides[0]) * static_cast<index_t>(item_size(every.type)));
    int const direction = every.strides[0] < 0 ? -1 : 1;
    for (std::size_t r = 0; r < ranks; ++r)
      places[r] = direction * static_cast<int>(r);
  }
  check_mpi(MPI_Scatterv(every.data, counts.data(), places.data(), is_root ? one.get() : MPI_BYTE, buffer.data(),
                         buffer.count(), buffer.type(), root, comm_of(world)),
            "mpi::scatter");
}

} // namespace weft::detail
