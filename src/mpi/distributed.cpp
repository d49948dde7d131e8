#include "mpi/library.hpp"

#include <weft/mpi/distributed.hpp>

#include <algorithm>
#include <string>

namespace weft::detail {

void require_blocks(index_t const* extents, index_t const* ranks, field::width const* widths, int rank) {
  for (int k = 0; k < rank; ++k) {
    index_t const least = extents[k] / ranks[k], most = std::max(widths[k].lower, widths[k].upper);
    if (least < most)
      throw shape_error("weft: mpi::distributed: axis " + std::to_string(k) + " of extent " +
                        std::to_string(extents[k]) + " is divided among " + std::to_string(ranks[k]) +
                        " ranks, so a block has " + std::to_string(least) + " layers, which are fewer than its " +
                        std::to_string(most) + " ghost layers");
  }
}

void throw_exchange(char const* reason) {
  throw mpi_error(std::string("weft: mpi::distributed: ") + reason);
}

void require_same_ranks(char const* operation, mpi::communicator const& a, mpi::communicator const& b) {
  if (a.word() == b.word())
    return;
  int order = MPI_UNEQUAL;
  check_mpi(MPI_Comm_compare(comm_of(a), comm_of(b), &order), operation);
  if (order != MPI_IDENT && order != MPI_CONGRUENT)
    throw mpi_error(std::string("weft: ") + operation +
                    ": the process grids have other ranks, or the same in another order");
}

} // namespace weft::detail
