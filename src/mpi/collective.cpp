#include "mpi/agreement.hpp"
#include "mpi/datatype.hpp"
#include "mpi/operation.hpp"

#include <weft/mpi/collective.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace weft::detail {

void wait_for_all(mpi::communicator const& world, bool checked) {
  require_agreement(world, {.name = "mpi::barrier"}, checked);
  check_mpi(MPI_Barrier(comm_of(world)), "mpi::barrier");
}

void broadcast_memory(mpi::communicator const& world, mpi_memory const& memory, int root, bool checked) {
  require_agreement(world, {.name = "mpi::broadcast", .memory = memory, .root = root}, checked);
  mpi_buffer const buffer(memory);
  check_mpi(MPI_Bcast(buffer.data(), buffer.count(), buffer.type(), root, comm_of(world)), "mpi::broadcast");
}

void reduce_memory(mpi::communicator const& world, mpi_part const& part, mpi::operation how, int root, bool checked) {
  char const* const name = root == every_rank ? "mpi::allreduce" : "mpi::reduce";
  MPI_Op const op = operation_on_type(how, part.type);
  require_agreement(world, {name, {&part, 1}, root, static_cast<int>(how), true}, checked);
  index_t const count = ordered_layout(part).count, item = static_cast<index_t>(item_size(part.type));
  MPI_Datatype const type = element_type(part.type);
  for (index_t first = 0; first < count; first += most_mpi_count) {
    void* const data = static_cast<std::byte*>(part.data) + first * item;
    int const n = static_cast<int>(std::min(most_mpi_count, count - first));
    if (root == every_rank)
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, data, n, type, op, comm_of(world)), name);
    else if (root == world.rank())
      check_mpi(MPI_Reduce(MPI_IN_PLACE, data, n, type, op, root, comm_of(world)), name);
    else
      check_mpi(MPI_Reduce(data, nullptr, n, type, op, root, comm_of(world)), name);
  }
}

namespace {

/// Returns the part with its elements in row-major order, without gaps.
mpi_part dense_part(mpi_part part) {
  index_t step = 1;
  for (int k = part.rank - 1; k >= 0; --k) {
    part.strides[k] = step;
    step *= part.extents[k];
  }
  return part;
}

} // namespace

void gather_memory(mpi::communicator const& world, mpi_part const& mine, void* every, int root, bool checked) {
  char const* const name = root == every_rank ? "mpi::allgather" : "mpi::gather";
  mpi_memory const memory{&mine, 1};
  require_agreement(world, {.name = name, .memory = memory, .root = root}, checked);
  mpi_buffer const buffer(memory);
  if (buffer.bytes() == 0)
    return;
  owned_type const one = resized_type(dense_part(mine), buffer.bytes());
  if (root == every_rank)
    check_mpi(MPI_Allgather(buffer.data(), buffer.count(), buffer.type(), every, 1, one.get(), comm_of(world)), name);
  else
    check_mpi(MPI_Gather(buffer.data(), buffer.count(), buffer.type(), every, 1, one.get(), root, comm_of(world)),
              name);
}

namespace {

/// Throws unless `every` is the elements of all ranks along an axis before those of `mine`.
void require_shares(mpi::communicator const& world, mpi_part const& every, mpi_part const& mine) {
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

void scatter_memory(mpi::communicator const& world, mpi_part const& every, mpi_part const& mine, int root,
                    bool checked) {
  mpi_memory const memory{&mine, 1};
  require_agreement(world, {.name = "mpi::scatter", .memory = memory, .root = root}, checked);
  mpi_buffer const buffer(memory);
  bool const is_root = root == world.rank();
  if (is_root)
    require_shares(world, every, mine);
  if (buffer.bytes() == 0)
    return;
  owned_type one;
  auto const ranks = static_cast<std::size_t>(world.size());
  std::vector<int> const counts(ranks, 1);
  std::vector<int> places(ranks);
  if (is_root) {
    mpi_part share = every;
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
