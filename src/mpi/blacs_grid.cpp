#include "mpi/blacs_grid.hpp"
#include "mpi/library.hpp"

#include <list>
#include <vector>

namespace weft::detail {

blacs_grid grid_of(block_cyclic_place const& place) {
  return {static_cast<int>(place.counts[0]), static_cast<int>(place.counts[1]), 0};
}

#if defined(WEFT_WITH_SCALAPACK)

namespace {

class kept_grid {
public:
  kept_grid(MPI_Comm comm, blacs_grid const& grid) : comm_(comm), grid_(grid), handle_(Csys2blacs_handle(comm)) {
    std::vector<int> ranks(static_cast<std::size_t>(grid.rows * grid.columns));
    for (int i = 0; i < grid.rows; ++i) // in Fortran's order
      for (int j = 0; j < grid.columns; ++j)
        ranks[static_cast<std::size_t>(i + j * grid.rows)] = grid.first + i * grid.columns + j;
    context_ = handle_;
    Cblacs_gridmap(&context_, ranks.data(), grid.rows, grid.rows, grid.columns);
  }
  kept_grid(kept_grid const&) = delete;
  kept_grid& operator=(kept_grid const&) = delete;
  ~kept_grid() {
    if (context_ >= 0)
      Cblacs_gridexit(context_);
  }
  [[nodiscard]] bool is_of(MPI_Comm comm) const { return comm_ == comm; }
  [[nodiscard]] blacs_grid const& grid() const { return grid_; }
  [[nodiscard]] int context() const { return context_; }
  [[nodiscard]] int handle() const { return handle_; }

private:
  MPI_Comm comm_;
  blacs_grid grid_;
  int handle_, context_ = -1;
};

/// Never destroyed: MPI may end later than the objects of this file.
std::list<kept_grid>& kept_grids() {
  static std::list<kept_grid>& grids = []() -> std::list<kept_grid>& {
    at_end_of_mpi([] { kept_grids().clear(); });
    return *new std::list<kept_grid>();
  }();
  return grids;
}
int free_grids(MPI_Comm comm, int, void*, void*) {
  int handle = -1; // one for all grids of a communicator
  for (kept_grid const& one : kept_grids())
    if (one.is_of(comm))
      handle = one.handle();
  kept_grids().remove_if([&](kept_grid const& one) { return one.is_of(comm); });
  if (handle >= 0)
    Cfree_blacs_system_handle(handle);
  return MPI_SUCCESS;
}
/// Lets MPI free the grids of a communicator with it.
void free_with(MPI_Comm comm) {
  static int const key = [] {
    int made = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &free_grids, &made, nullptr), "mpi::block_cyclic");
    return made;
  }();
  void* value = nullptr;
  int is_set = 0;
  check_mpi(MPI_Comm_get_attr(comm, key, static_cast<void*>(&value), &is_set), "mpi::block_cyclic");
  if (is_set == 0)
    check_mpi(MPI_Comm_set_attr(comm, key, nullptr), "mpi::block_cyclic");
}

} // namespace

int blacs_context(mpi::communicator const& world, blacs_grid const& grid) {
  MPI_Comm const comm = comm_of(world);
  for (kept_grid const& one : kept_grids())
    if (one.is_of(comm) && one.grid() == grid)
      return one.context();
  free_with(comm);
  return kept_grids().emplace_front(comm, grid).context();
}

#else

int blacs_context(mpi::communicator const&, blacs_grid const&) {
  return -1;
}

#endif

} // namespace weft::detail
