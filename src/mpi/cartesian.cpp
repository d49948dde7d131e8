#include "mpi/agreement.hpp"

#include <weft/mpi/cartesian.hpp>

#include <algorithm>
#include <string>

namespace weft::detail {

namespace {

void divide(int ranks, int rank, index_t* counts) {
  int out[max_rank] = {};
  index_t product = 1;
  for (int k = 0; k < rank; ++k) {
    out[k] = static_cast<int>(counts[k]);
    product *= counts[k] == 0 ? 1 : counts[k];
  }
  bool const has_free = std::find(out, out + rank, 0) != out + rank;
  if (product <= 0 || (has_free ? ranks % product != 0 : product != ranks))
    throw mpi_error("weft: mpi::cartesian: a grid of " + shape_text(counts, rank) + " does not have " +
                    std::to_string(ranks) + " ranks");
  check_mpi(MPI_Dims_create(ranks, rank, out), "mpi::cartesian");
  std::copy_n(out, rank, counts);
}

} // namespace

void divide_ranks(mpi::communicator const& world, int rank, index_t* counts) {
  // The numbers that were asked for are compared as the shape of an operand.
  mpi_piece asked{dtype::int64, nullptr, rank, {}, {}};
  std::copy_n(counts, rank, asked.extents);
  require_agreement(world, {.name = "mpi::cartesian", .memory = {&asked, 1}}, true,
                    [&] { divide(world.size(), rank, counts); });
}

mpi::communicator cartesian_communicator(mpi::communicator const& world, int rank, index_t const* counts,
                                         bool const* periodic) {
  int dimensions[max_rank], is_ring[max_rank];
  for (int k = 0; k < rank; ++k) {
    dimensions[k] = static_cast<int>(counts[k]);
    is_ring[k] = periodic[k] ? 1 : 0;
  }
  MPI_Comm out = MPI_COMM_NULL;
  check_mpi(MPI_Cart_create(comm_of(world), rank, dimensions, is_ring, 0, &out), "mpi::cartesian");
  return owned_communicator(out);
}

} // namespace weft::detail
