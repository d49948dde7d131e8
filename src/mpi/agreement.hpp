#pragma once
#include "mpi/library.hpp"

#include <weft/mpi/message.hpp>

namespace weft::detail {

/// The call of a rank: the function, and the arguments that must agree on all ranks.
struct collective_call {
  char const* name;
  mpi_memory memory{nullptr, 0};
  int root = 0;
  int operation = 0;
  bool by_strides = false; ///< strides must agree too
};

/// Compares the calls of all ranks if `checked`. Throws the same error on each if they differ: mpi_error for another
/// function, root or operation, dtype_error for another element type, shape_error for another shape.
void require_agreement(mpi::communicator const& world, collective_call const& call, bool checked);

} // namespace weft::detail
