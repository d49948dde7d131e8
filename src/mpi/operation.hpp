#pragma once
#include "mpi/library.hpp"

#include <weft/mpi/collective.hpp>

namespace weft::detail {

/// Returns MPI's operation for elements of a type. Throws dtype_error for sums of bool and for an order of complex
/// numbers.
[[nodiscard]] MPI_Op operation_on_type(mpi::operation how, dtype type);

} // namespace weft::detail
