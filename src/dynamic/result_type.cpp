#include "dynamic/program/operations.hpp"

#include <weft/dynamic/result_type.hpp>

#include <bit>
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

namespace {

/// The bits of the significand of the real numbers of a type as np.can_cast counts them, which takes float64 to hold
/// integers of 64 bits.
int digits(dtype t) {
  int const bits = static_cast<int>(8 * item_size(t));
  if (t == dtype::boolean)
    return 1;
  if (is_inexact(t))
    return bits / (is_complex_type(t) ? 2 : 1) == 32 ? 24 : 64;
  return is_unsigned(t) ? bits : bits - 1;
}

} // namespace

} // namespace detail

bool can_cast(dtype from, dtype to) {
  using namespace detail;
  if (from == to)
    return true;
  if (is_complex_type(from) && !is_complex_type(to))
    return false;
  if (is_inexact(from) && !is_inexact(to))
    return false;
  bool const loses_sign = !is_unsigned(from) && from != dtype::boolean && (is_unsigned(to) || to == dtype::boolean);
  return !loses_sign && digits(from) <= digits(to);
}

bool isdtype(dtype t, dtype_kind kind) {
  using namespace detail;
  switch (kind) {
  case dtype_kind::boolean:
    return t == dtype::boolean;
  case dtype_kind::signed_integer:
    return is_integer(t) && !is_unsigned(t);
  case dtype_kind::unsigned_integer:
    return is_unsigned(t);
  case dtype_kind::integral:
    return is_integer(t);
  case dtype_kind::real_floating:
    return is_inexact(t) && !is_complex_type(t);
  case dtype_kind::complex_floating:
    return is_complex_type(t);
  default:
    return t != dtype::boolean;
  }
}

} // namespace weft
