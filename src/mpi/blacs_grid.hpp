#pragma once
#include "mpi/scalapack.hpp"

#include <weft/mpi/block_cyclic.hpp>

namespace weft::detail {

/// The ranks of a communicator that a context of BLACS has: a grid in row-major order that begins with rank `first`.
struct blacs_grid {
  int rows, columns, first;
  friend bool operator==(blacs_grid const&, blacs_grid const&) = default;
};

/// Returns the context of a grid, -1 on ranks that are no part of it. All ranks of the communicator call it. Contexts
/// are kept with the communicator, because ScaLAPACK multiplies matrices of one context only, and are freed with it.
[[nodiscard]] int blacs_context(mpi::communicator const& world, blacs_grid const& grid);
/// Returns the grid of a matrix that is divided.
[[nodiscard]] blacs_grid grid_of(block_cyclic_place const& place);

} // namespace weft::detail
