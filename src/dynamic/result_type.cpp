#include "dynamic/program/operations.hpp"

#include <weft/dynamic/result_type.hpp>

#include <algorithm>
#include <optional>

namespace weft {

namespace detail {

dtype result_type_of(typed_operand const* x, int count) {
  bool const only_scalars = std::all_of(x, x + count, [](typed_operand const& k) { return k.is_scalar; });
  std::optional<dtype> all; // of the tensors, or of the numbers where there are no others
  for (int k = 0; k < count; ++k)
    if (x[k].is_scalar == only_scalars)
      all = all ? promoted(*all, x[k].type) : x[k].type;
  dtype type = all.value_or(x[0].type);
  for (int k = 0; k < count; ++k)
    if (x[k].is_scalar && !only_scalars)
      type = promoted(type, beside(type, x[k].type));
  return type;
}

} // namespace detail

} // namespace weft
