#pragma once
#include "program/operations.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

// Private to src: fills the table of kernels. Several files compile a part of the list each.
namespace weft::detail {

using kernel_row = compiled_kernel[compiled_types];

template <class C, class T>
compiled_kernel compiled_for() {
  using F = typename C::operation;
  if constexpr ((C::groups & group_of<T>()) == 0)
    return {};
  else if constexpr (std::is_same_v<F, op::choose>)
    return compiled_core<core_node<F, slot<bool>, slot<T>, slot<T>>>();
  else if constexpr (C::operands == 1)
    return compiled_core<core_node<F, slot<T>>>();
  else if constexpr (C::operands == 2)
    return compiled_core<core_node<F, slot<T>, slot<T>>>();
  else
    return compiled_core<core_node<F, slot<T>, slot<T>, slot<T>>>();
}
template <class C, class... T>
void fill_row(kernel_row& row, element_list<T...>) {
  compiled_kernel const made[] = {compiled_for<C, T>()...};
  for (int k = 0; k < compiled_types; ++k)
    row[k] = made[k];
}
/// Fills the rows of the operations First ... Last - 1.
template <int First, int Last, class... C>
void fill_rows(kernel_row* table, compiled_list<C...>) {
  [&]<int... K>(std::integer_sequence<int, K...>) {
    (
        [&] {
          if constexpr (K >= First && K < Last)
            fill_row<C>(table[K], compiled_elements{});
        }(),
        ...);
  }(std::make_integer_sequence<int, sizeof...(C)>{});
}

inline constexpr int first_part = 8, second_part = 18, third_part = 41;
void fill_first_rows(kernel_row* table);
void fill_second_rows(kernel_row* table);
void fill_third_rows(kernel_row* table);
void fill_last_rows(kernel_row* table);

} // namespace weft::detail
