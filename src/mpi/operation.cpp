#include "mpi/operation.hpp"

#include <weft/base/half.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace weft::detail {

namespace {

using mpi::operation;

template <operation How, class T>
T of_two(T a, T b) {
  if constexpr (How == operation::sum)
    return static_cast<T>(a + b);
  else if constexpr (How == operation::prod)
    return static_cast<T>(a * b);
  else if (a != a || b != b)
    return std::numeric_limits<T>::quiet_NaN(); // one for all, because the order of two differs between ranks
  else if (a == b)
    return (How == operation::min) == std::signbit(static_cast<float>(a)) ? a : b; // -0 is less than 0
  else
    return (How == operation::min ? b < a : a < b) ? b : a;
}
template <operation How, class T>
void reduce_elements(void* from, void* to, int* count, MPI_Datatype*) {
  auto const* const a = static_cast<T const*>(from);
  auto* const b = static_cast<T*>(to);
  for (int i = 0; i < *count; ++i)
    b[i] = of_two<How>(a[i], b[i]);
}

/// MPI's own minima of floating numbers may lose NaN, and it has no numbers of 16 bits: these operations are weft's.
struct own_operations {
  MPI_Op of[4][4];
};
template <class T>
void make_operations(MPI_Op* out) {
  MPI_User_function* const functions[] = {&reduce_elements<operation::sum, T>, &reduce_elements<operation::prod, T>,
                                          &reduce_elements<operation::min, T>, &reduce_elements<operation::max, T>};
  for (int k = 0; k < 4; ++k)
    check_mpi(MPI_Op_create(functions[k], 1, &out[k]), "mpi::allreduce");
}
own_operations& own_mpi_operations() {
  static own_operations made = [] {
    own_operations out{};
    make_operations<float>(out.of[0]);
    make_operations<double>(out.of[1]);
    make_operations<float16>(out.of[2]);
    make_operations<bfloat16>(out.of[3]);
    at_end_of_mpi([] {
      for (auto& of_type : own_mpi_operations().of)
        for (MPI_Op& one : of_type)
          MPI_Op_free(&one);
    });
    return out;
  }();
  return made;
}

} // namespace

MPI_Op operation_on_type(operation how, dtype type) {
  bool const is_ordering = how == operation::min || how == operation::max;
  if (is_ordering && is_complex_type(type))
    throw dtype_error("weft: mpi: complex numbers have no order");
  if (type == dtype::boolean && !is_ordering)
    throw dtype_error("weft: mpi: sums and products of bool: cast<int>(x), or the operations mpi::min and mpi::max");
  if (type == dtype::boolean)
    return how == operation::max ? MPI_LOR : MPI_LAND;
  auto const number = static_cast<int>(how);
  if (is_half_type(type))
    return own_mpi_operations().of[type == dtype::float16 ? 2 : 3][number];
  if (is_ordering && (type == dtype::float32 || type == dtype::float64))
    return own_mpi_operations().of[type == dtype::float32 ? 0 : 1][number];
  MPI_Op const plain[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX};
  return plain[number];
}

} // namespace weft::detail
