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
  std::optional<dtype> all; // the common type of the tensors, or of the numbers if there are no tensors
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
  return detail::with_dtype(types<float, double, float16, bfloat16>, detail::real_of_type(t),
                            []<class T>(std::type_identity<T>) { return floating_info<T>(); });
}
iinfo_result iinfo(dtype t) {
  if (!detail::is_integer(t))
    detail::throw_elements("iinfo", t);
  using integers = types_t<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                           std::uint32_t, std::uint64_t>;
  return detail::with_dtype(integers{}, t, []<class T>(std::type_identity<T>) { return integer_info<T>(); });
}

} // namespace weft
