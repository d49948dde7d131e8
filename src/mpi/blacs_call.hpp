#pragma once
#include "base/by_type.hpp"
#include "mpi/blacs_grid.hpp"
#include "mpi/library.hpp"

#include <algorithm>
#include <string>

// Functions that all calls of ScaLAPACK share.
namespace weft::detail {

/// Throws shape_error with the shapes of two matrices.
[[noreturn]] void throw_two_shapes(char const* operation, block_cyclic_place const& a, block_cyclic_place const& b);
/// Throws layout_error unless two matrices are divided alike. Their shapes may differ.
void require_same_division(char const* operation, block_cyclic_place const& a, block_cyclic_place const& b);

/// A matrix as the arguments of ScaLAPACK describe it.
template <class T>
class scalapack_matrix {
public:
  explicit scalapack_matrix(block_cyclic_operand const& a)
      : scalapack_matrix(*a.place, grid_of(*a.place), a.place->local_shape()[0], a.data) {}
  /// A whole matrix on one rank, which is one block.
  scalapack_matrix(block_cyclic_place const& place, int root, void* data)
      : scalapack_matrix(place, {1, 1, root}, place.extents[0], data) {}

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] int const* descriptor() const { return descriptor_; }
  [[nodiscard]] int const& rows() const { return descriptor_[2]; }
  [[nodiscard]] int const& columns() const { return descriptor_[3]; }
  /// Returns the number of rows of this rank, at least 1.
  [[nodiscard]] int local_rows() const { return descriptor_[8]; }

private:
  scalapack_matrix(block_cyclic_place const& place, blacs_grid const& grid, index_t local_rows, void* data)
      : data_(static_cast<T*>(data)), descriptor_{1,
                                                  blacs_context(place.world, grid),
                                                  static_cast<int>(place.extents[0]),
                                                  static_cast<int>(place.extents[1]),
                                                  static_cast<int>(place.block),
                                                  static_cast<int>(place.block),
                                                  0,
                                                  0,
                                                  static_cast<int>(std::max<index_t>(local_rows, 1))} {}

  T* data_;
  scalapack_descriptor descriptor_;
};

/// Calls f(element, row, column) for the elements of this rank, with their indices in the whole.
template <class T, class F>
void for_each_element(block_cyclic_operand const& a, F const& f) {
  block_cyclic_place const& p = *a.place;
  dims<2> const here = p.local_shape();
  T* element = static_cast<T*>(a.data);
  for (index_t j = 0; j < here[1]; ++j) {
    index_t const column = p.global_index(1, j);
    for (index_t i = 0; i < here[0]; ++i)
      f(*element++, p.global_index(0, i), column);
  }
}
/// Throws linalg_error, which has the routine of the library that found the reason.
[[noreturn]] void throw_linalg(char const* operation, std::string const& routine, std::string const& reason,
                               index_t position);

/// Calls f(T()) for the type T of elements. Throws in a build without ScaLAPACK.
template <class F>
void with_scalapack(char const* operation, [[maybe_unused]] dtype type, [[maybe_unused]] F const& f) {
  if constexpr (!has_scalapack) {
    throw_error(operation, "this build of weft has no ScaLAPACK: configure it with -DWEFT_WITH_SCALAPACK=ON");
  } else {
    by_type(type, f);
  }
}

} // namespace weft::detail
