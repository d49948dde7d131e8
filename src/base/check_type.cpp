#include "base/error_name.hpp"

#include <weft/base/check.hpp>
#include <weft/dynamic/any_tensor.hpp>

#include <string>

// Throws errors about element types, with their texts.
namespace weft::detail {

void throw_as_shape(int axis, index_t wanted, index_t const* extents, int rank) {
  std::string const what = axis < 0 ? "the rank is " + std::to_string(rank)
                                    : "axis " + std::to_string(axis) + " has extent " + std::to_string(extents[axis]);
  throw shape_error(error_name("as") + what + ", not " + std::to_string(wanted) + "; shape " +
                    shape_text(extents, rank));
}
void throw_as_order(index_t const* extents, index_t const* strides, int rank) {
  throw_layout("as", "the stride of the fastest axis is not 1", extents, strides, rank);
}

void throw_dtype(char const* operation, dtype is, dtype wanted) {
  throw dtype_error(error_name(operation) + "the elements are " + to_string(is) + ", not " + to_string(wanted));
}

void throw_elements(char const* operation, dtype is) {
  throw dtype_error(error_name(operation) + "it is not for elements of type " + to_string(is));
}
void throw_no_type(char const* operation, dtype is, dtype const* types, int count) {
  if (is > dtype::bfloat16)
    throw_error("dtype", "no such element type");
  std::string text = error_name(operation) + "the elements are " + to_string(is) + ", which is none of ";
  for (int k = 0; k < count; ++k)
    text += (k == 0 ? "" : ", ") + to_string(types[k]);
  throw dtype_error(text);
}

} // namespace weft::detail
