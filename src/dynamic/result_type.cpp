#include "dynamic/program/operations.hpp"

#include <weft/dynamic/result_type.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
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

namespace {

template <class T>
finfo_result floating_info() {
  using limits = std::numeric_limits<T>;
  return {8 * int(sizeof(T)), limits::epsilon(), (limits::max)(), limits::lowest(), (limits::min)()};
}
template <class T>
iinfo_result integer_info() {
  using limits = std::numeric_limits<T>;
  return {8 * int(sizeof(T)), static_cast<std::int64_t>((limits::min)()), static_cast<std::uint64_t>((limits::max)())};
}

} // namespace

finfo_result finfo(dtype t) {
  if (!detail::is_inexact(t))
    detail::throw_elements("finfo", t);
  bool const single = t == dtype::float32 || t == dtype::complex64;
  return single ? floating_info<float>() : floating_info<double>();
}
iinfo_result iinfo(dtype t) {
  switch (t) {
  case dtype::int8:
    return integer_info<std::int8_t>();
  case dtype::int16:
    return integer_info<std::int16_t>();
  case dtype::int32:
    return integer_info<std::int32_t>();
  case dtype::int64:
    return integer_info<std::int64_t>();
  case dtype::uint8:
    return integer_info<std::uint8_t>();
  case dtype::uint16:
    return integer_info<std::uint16_t>();
  case dtype::uint32:
    return integer_info<std::uint32_t>();
  case dtype::uint64:
    return integer_info<std::uint64_t>();
  default:
    detail::throw_elements("iinfo", t);
  }
}

} // namespace weft
