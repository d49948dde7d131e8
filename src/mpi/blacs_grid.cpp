#include "mpi/blacs_grid.hpp"
#include "mpi/library.hpp"

#include <map>
#include <utility>
#include <vector>

namespace weft::detail {

blacs_grid grid_of(block_cyclic_place const& place) {
  return {static_cast<int>(place.counts[0]), static_cast<int>(place.counts[1]), 0};
}

#if defined(WEFT_WITH_SCALAPACK)

namespace {

/// The contexts of a communicator, by their grids.
class grids_of_communicator {
public:
  explicit grids_of_communicator(MPI_Comm comm) : handle_(Csys2blacs_handle(comm)) {}
  grids_of_communicator(grids_of_communicator const&) = delete;
  grids_of_communicator& operator=(grids_of_communicator const&) = delete;
  ~grids_of_communicator() {
    for (auto const& [grid, context] : contexts_)
      if (context >= 0)
        Cblacs_gridexit(context);
    Cfree_blacs_system_handle(handle_);
  }
  int context_of(blacs_grid const& grid) {
    for (auto const& [made, context] : contexts_)
      if (made == grid)
        return context;
    std::vector<int> ranks; // in Fortran's order
    for (int j = 0; j < grid.columns; ++j)
      for (int i = 0; i < grid.rows; ++i)
        ranks.push_back(grid.first + i * grid.columns + j);
    int context = handle_;
    Cblacs_gridmap(&context, ranks.data(), grid.rows, grid.rows, grid.columns);
    contexts_.emplace_back(grid, context);
    return context;
  }

private:
  int handle_;
  std::vector<std::pair<blacs_grid, int>> contexts_;
};

using kept_grids = std::map<MPI_Comm, grids_of_communicator>;

int free_grids(MPI_Comm comm, int, void*, void*) {
  cleared_at_end<kept_grids>().erase(comm);
  return MPI_SUCCESS;
}
/// Lets MPI free the grids of a communicator with it.
void free_with(MPI_Comm comm) {
  static int const key = [] {
    int made = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &free_grids, &made, nullptr), "mpi::block_cyclic");
    return made;
  }();
  check_mpi(MPI_Comm_set_attr(comm, key, nullptr), "mpi::block_cyclic");
}

} // namespace

int blacs_context(mpi::communicator const& world, blacs_grid const& grid) {
  MPI_Comm const comm = comm_of(world);
  auto const [grids, is_new] = cleared_at_end<kept_grids>().try_emplace(comm, comm);
  if (is_new)
    free_with(comm);
  return grids->second.context_of(grid);
}

#else

int blacs_context(mpi::communicator const&, blacs_grid const&) {
  return -1;
}

#endif

} // namespace weft::detail
