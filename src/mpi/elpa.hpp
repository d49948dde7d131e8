#pragma once
#include <weft/mpi/block_cyclic.hpp>

// Eigenvectors by ELPA, in builds that have it.
namespace weft::detail {

/// True if eigh of a square matrix is ELPA's: its elements have 64 bits a component, because ELPA may have been built
/// without single precision, as Debian's was, and each rank has a whole block of it.
[[nodiscard]] bool is_for_elpa(dtype type, block_cyclic_place const& place) noexcept;
/// Writes the values, on every rank, and the vectors of the matrix whose lower triangle is given. Overwrites a.
void eigen_by_elpa(char const* operation, block_cyclic_operand const& a, void* values,
                   block_cyclic_operand const& vectors);

} // namespace weft::detail
