#include "mpi/library.hpp"

#include <weft/mpi/halo.hpp>

#include <algorithm>
#include <vector>

namespace weft::detail {

void first_rows(mpi::communicator const& world, index_t mine, index_t* first) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(world.size()));
  std::int64_t const own = mine;
  check_mpi(MPI_Allgather(&own, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T, comm_of(world)), "mpi::row_division");
  first[0] = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    if (counts[r] < 0)
      throw_shape_reason("mpi::row_division", "the number of rows of a rank is at least 0");
    first[r + 1] = first[r] + counts[r];
  }
}

void require_rows(char const* operation, mpi::communicator const& world, index_t given, index_t wanted) {
  if (given != wanted)
    throw shape_error(std::string("weft: ") + operation + ": rank " + std::to_string(world.rank()) + " gives " +
                      std::to_string(given) + ", and the division says " + std::to_string(wanted));
}

namespace {

/// Finds the longest sequence of rows that read elements of this rank alone.
void find_inner_rows(index_t first, index_t last, index_t rows, index_t const* offsets, index_t const* indices,
                     halo_plan& plan) {
  index_t begin = 0;
  for (index_t i = 0; i <= rows; ++i) {
    bool const is_inner =
        i < rows &&
        std::all_of(indices + offsets[i], indices + offsets[i + 1], [&](index_t j) { return j >= first && j < last; });
    if (is_inner)
      continue;
    if (i - begin > plan.inner_last - plan.inner_first) {
      plan.inner_first = begin;
      plan.inner_last = i;
    }
    begin = i + 1;
  }
}

/// Lists the columns that outer rows read, and gives all columns their new numbers.
void number_columns(index_t first, index_t rows, index_t const* offsets, index_t* indices, halo_plan& plan) {
  index_t* const inner = indices + offsets[plan.inner_first];
  index_t* const behind = indices + offsets[plan.inner_last];
  index_t* const last = indices + offsets[rows];
  std::vector<index_t> list(indices, inner);
  list.insert(list.end(), behind, last);
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  for (index_t* j = inner; j != behind; ++j)
    *j -= first;
  auto const number = [&](index_t& j) { j = std::lower_bound(list.begin(), list.end(), j) - list.begin(); };
  std::for_each(indices, inner, number);
  std::for_each(behind, last, number);
  plan.columns = borrow(list.data(), shape(static_cast<index_t>(list.size())));
}

/// Finds which ranks have the columns.
void find_owners(mpi::row_division const& columns, halo_plan& plan) {
  index_t const *const list = plan.columns.data(), *const last = list + plan.columns.size();
  index_t const* at = list;
  for (int rank = 0; rank < columns.world().size(); ++rank) {
    index_t const* const behind = std::lower_bound(at, last, columns.first(rank + 1));
    if (rank == columns.world().rank()) {
      plan.own_first = at - list;
      plan.own_last = behind - list;
    } else if (behind != at) {
      plan.from.push_back({rank, at - list, behind - at});
    }
    at = behind;
  }
}

mpi_piece piece_of(index_t* numbers, halo_peer const& peer) {
  return {dtype_of<index_t>, numbers + peer.first, 1, {peer.count}, {1}};
}

/// Tells the ranks that have columns which ones this rank reads, and learns which of its own it has to send.
void ask_owners(mpi::communicator const& world, index_t first, halo_plan& plan) {
  auto const ranks = static_cast<std::size_t>(world.size());
  std::vector<std::int64_t> wanted(ranks), sent(ranks);
  for (halo_peer const& peer : plan.from)
    wanted[static_cast<std::size_t>(peer.rank)] = peer.count;
  check_mpi(MPI_Alltoall(wanted.data(), 1, MPI_INT64_T, sent.data(), 1, MPI_INT64_T, comm_of(world)),
            "mpi::distributed");
  index_t count = 0;
  for (int rank = 0; rank < world.size(); ++rank)
    if (index_t const n = sent[static_cast<std::size_t>(rank)]; n != 0) {
      plan.to.push_back({rank, count, n});
      count += n;
    }
  plan.sent = tensor<index_t, 1>(uninit, count);
  pending_exchange messages;
  for (halo_peer const& peer : plan.to)
    messages.receive(world, piece_of(plan.sent.data(), peer), peer.rank);
  for (halo_peer const& peer : plan.from)
    messages.send(world, piece_of(plan.columns.data(), peer), peer.rank);
  messages.finish();
  for (index_t& j : plan.sent)
    j -= first;
}

} // namespace

halo_plan planned_halo(mpi::communicator const& world, mpi::row_division const& columns, index_t rows,
                       index_t const* offsets, index_t* indices) {
  halo_plan plan;
  index_t const first = columns.first();
  find_inner_rows(first, first + columns.count(), rows, offsets, indices, plan);
  number_columns(first, rows, offsets, indices, plan);
  find_owners(columns, plan);
  ask_owners(world, first, plan);
  return plan;
}

} // namespace weft::detail
