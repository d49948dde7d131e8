#include "dynamic/program/operations.hpp"

#include <weft/dynamic/result_type.hpp>

#include <optional>

namespace weft {

namespace detail {

dtype result_type_of(typed_operand const* x, int count) {
  std::optional<dtype> tensors, numbers;
  for (int k = 0; k < count; ++k) {
    std::optional<dtype>& all = x[k].is_scalar ? numbers : tensors;
    all = all ? promoted(*all, x[k].type) : x[k].type;
  }
  if (!tensors)
    return *numbers;
  dtype type = *tensors;
  for (int k = 0; k < count; ++k)
    if (x[k].is_scalar)
      type = promoted(type, beside(type, x[k].type));
  return type;
}

} // namespace detail

} // namespace weft
