#include "dynamic/program/operations.hpp"

#include <weft/ops/select.hpp>

// Conversions between all element types. Modulo 2^n, signed and unsigned integers of the same size have the same bytes,
// so one kernel writes both. It also reads both if the result is not larger than the operand.
namespace weft::detail {

namespace {

template <class T>
inline constexpr bool is_unsigned_number = std::is_unsigned_v<T> && !std::is_same_v<T, bool>;

/// Returns the core of the kernel that converts From to To. Unsigned types use the kernel of signed ones where the
/// bytes of the result are the same.
template <class From, class To>
constexpr auto same_cast() {
  if constexpr (is_unsigned_number<To> && std::is_integral_v<From>)
    return same_cast<From, std::make_signed_t<To>>();
  else if constexpr (is_unsigned_number<From> && std::is_integral_v<To> && sizeof(To) <= sizeof(From) &&
                     !std::is_same_v<To, bool>)
    return same_cast<std::make_signed_t<From>, To>();
  else
    return core_node<op::cast_to<To>, slot<From>>{};
}

/// Returns a conversion from or to elements of 16 bits: to float, from float and double, and from integers of 64 bits
/// to bfloat16, because double does not hold all of them. Other conversions go through float or double.
template <class From, class To>
constexpr call_kind half_cast_kernel() {
  constexpr bool is_wide = std::is_integral_v<From> && sizeof(From) == 8 && std::is_same_v<To, bfloat16>;
  if constexpr (std::is_same_v<To, float>)
    return compiled_core<half_slot<slot<From>>>();
  else if constexpr (std::is_floating_point_v<From> || is_wide)
    return compiled_core<core_node<op::cast_to<To>, slot<From>>>();
  else
    return {};
}

template <class From, class To>
constexpr call_kind cast_kernel() {
  if constexpr (is_half<From> || is_half<To>) {
    return half_cast_kernel<From, To>();
  } else if constexpr (std::is_same_v<From, To> || (is_complex<From> && !is_complex<To>)) {
    return {};
  } else {
    call_kind made = compiled_core<decltype(same_cast<From, To>())>();
    made.type = dtype_of<To>;
    return made;
  }
}

struct cast_table {
  call_kind kernel[element_types][element_types];
};
template <class From, class... To>
constexpr void fill_row(cast_table& table, types_t<To...>) {
  ((table.kernel[static_cast<int>(dtype_of<From>)][static_cast<int>(dtype_of<To>)] = cast_kernel<From, To>()), ...);
}
template <class... T>
constexpr cast_table made_casts(types_t<T...> all) {
  cast_table table;
  (fill_row<T>(table, all), ...);
  return table;
}
constexpr cast_table casts = made_casts(every_type{});

constexpr call_kind to_float16 = compiled_core<slot<float>, float16>(),
                    to_bfloat16 = compiled_core<slot<float>, bfloat16>();

} // namespace

call_kind const& find_rounding(dtype to) {
  return to == dtype::float16 ? to_float16 : to_bfloat16;
}
call_kind const& find_cast(dtype from, dtype to) {
  return casts.kernel[static_cast<int>(from)][static_cast<int>(to)];
}

} // namespace weft::detail
