#pragma once
#include <weft/base/dtype.hpp>
#include <weft/mpi/communicator.hpp>

#include <mpi.h>

// Shared by the files of this folder: MPI's C interface, its errors, and what is freed when MPI ends.
namespace weft::detail {

/// Throws mpi_error with MPI's text unless `code` is MPI_SUCCESS.
void check_mpi(int code, char const* operation);

inline MPI_Comm comm_of(mpi::communicator const& world) {
  return world.native<MPI_Comm>();
}
/// Returns a communicator that is freed with its last copy.
[[nodiscard]] mpi::communicator owned_communicator(MPI_Comm comm);
[[nodiscard]] bool mpi_is_ended() noexcept;

/// Registers what MPI_Finalize frees first: MPI calls free_all() when it deletes the attributes of MPI_COMM_SELF.
void at_end_of_mpi(void (*free_all)());
/// Returns the one container of a type, which MPI_Finalize clears. It is never destroyed: MPI may end later than
/// objects of functions do, as by a static mpi::environment.
template <class T>
T& cleared_at_end() {
  static T& one = []() -> T& {
    at_end_of_mpi([] { cleared_at_end<T>().clear(); });
    return *new T();
  }();
  return one;
}

/// Returns MPI's type of one element. Elements of 16 bits travel as integers.
[[nodiscard]] MPI_Datatype element_type(dtype type);
[[nodiscard]] inline bool is_complex_type(dtype type) {
  return type == dtype::complex64 || type == dtype::complex128;
}

} // namespace weft::detail
