#include "mpi/library.hpp"

#include <iterator>
#include <string>
#include <vector>

namespace weft {

mpi_error::~mpi_error() = default;

namespace detail {

void check_mpi(int code, char const* operation) {
  if (code == MPI_SUCCESS)
    return;
  char text[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
    length = 0;
  throw mpi_error(std::string("weft: ") + operation + ": " + std::string(text, static_cast<std::size_t>(length)));
}

bool mpi_is_ended() noexcept {
  int ended = 0;
  return MPI_Finalized(&ended) != MPI_SUCCESS || ended != 0;
}

namespace {

/// Never destroyed: MPI may end later than the objects of this file.
std::vector<void (*)()>& freed_at_end() {
  static auto& all = *new std::vector<void (*)()>();
  return all;
}

int free_everything(MPI_Comm, int, void*, void*) {
  for (auto const free_all : freed_at_end())
    free_all();
  freed_at_end().clear();
  return MPI_SUCCESS;
}

} // namespace

void at_end_of_mpi(void (*free_all)()) {
  if (freed_at_end().empty()) {
    int key = MPI_KEYVAL_INVALID;
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &free_everything, &key, nullptr), "mpi::environment");
    check_mpi(MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "mpi::environment");
    MPI_Comm_free_keyval(&key);
  }
  freed_at_end().push_back(free_all);
}

MPI_Datatype element_type(dtype type) {
  MPI_Datatype const in_order[] = {MPI_C_BOOL,  MPI_INT8_T,          MPI_INT16_T,          MPI_INT32_T,  MPI_INT64_T,
                                   MPI_UINT8_T, MPI_UINT16_T,        MPI_UINT32_T,         MPI_UINT64_T, MPI_FLOAT,
                                   MPI_DOUBLE,  MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_UINT16_T, MPI_UINT16_T};
  static_assert(std::size(in_order) == static_cast<std::size_t>(dtype::bfloat16) + 1);
  static_assert(int(dtype::int8) == 1 && int(dtype::uint8) == 5 && int(dtype::float32) == 9 &&
                int(dtype::complex64) == 11 && int(dtype::float16) == 13);
  return in_order[static_cast<std::size_t>(type)];
}

} // namespace detail
} // namespace weft
