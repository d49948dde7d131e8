#pragma once
#include "dynamic/program/operations.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/integer.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

// Private to src: makes the table of operations, a constant. Several files compile a part of the list each.
namespace weft::detail {

/// F, which refuses what it may refuse in every build: the program that calls it may be built with checks or without.
template <class F>
struct refusing {
  static constexpr char const* name = F::name;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if (F::refusal::template holds<A>(b))
      F::refusal::report();
    return F::value(a, b);
  }
};

/// The operation of operands of types T.
template <class F, class... T>
constexpr call_kind compiled_of() {
  if constexpr ((refuses_integers<F, T> && ...)) {
    call_kind made = compiled_core<core_node<refusing<F>, slot<T>...>>();
    made.refuses = true;
    return made;
  } else {
    return compiled_core<core_node<F, slot<T>...>>();
  }
}
template <class C, class T>
constexpr call_kind compiled_for() {
  using F = typename C::operation;
  if constexpr ((C::groups & group_of<T>()) == 0) {
    return {};
  } else {
    call_kind made = [] {
      if constexpr (std::is_same_v<F, op::choose>)
        return compiled_of<F, bool, T, T>();
      else if constexpr (C::operands == 1)
        return compiled_of<F, T>();
      else if constexpr (C::operands == 2)
        return compiled_of<F, T, T>();
      else
        return compiled_of<F, T, T, T>();
    }();
    made.operation = compiled_entry_of<F>.number;
    made.operands = dtype_of<T>;
    return made;
  }
}

/// True for operands that the operation takes, of whatever type they are computed in.
template <class C, class T>
constexpr bool takes() {
  if constexpr (std::is_same_v<T, bool>)
    return !std::is_same_v<typename C::operation, op::bit_not> && (C::groups & (mask_group | ordered_group)) != 0;
  else if constexpr (std::is_integral_v<T>)
    return (C::groups & ordered_group) != 0;
  else
    return (C::groups & group_of<T>()) != 0;
}
template <class C, class T>
constexpr bool has_kernel = (C::groups & group_of<T>()) != 0;

template <class C, class T>
constexpr operation_rule rule_for() {
  using F = typename C::operation;
  if constexpr (!takes<C, T>()) {
    return {};
  } else {
    constexpr auto result = [] {
      if constexpr (std::is_same_v<F, op::choose>)
        return dtype_of<decltype(F{}(bool(), T(), T()))>;
      else if constexpr (C::operands == 1)
        return dtype_of<decltype(F{}(T()))>;
      else if constexpr (C::operands == 2)
        return dtype_of<decltype(F{}(T(), T()))>;
      else
        return dtype_of<decltype(F{}(T(), T(), T()))>;
    }();
    if constexpr (has_kernel<C, T>)
      return {true, dtype_of<T>, result};
    else
      return {true, has_kernel<C, std::int32_t> ? dtype::int32 : dtype::float64, result};
  }
}

template <class F, class... List>
constexpr bool is_one_of = (std::is_same_v<F, List> || ...);
template <class F>
constexpr operation_form form_of() {
  return is_one_of<F, op::shift_left, op::shift_right>                            ? operation_form::shift
         : is_one_of<F, op::choose>                                               ? operation_form::choice
         : is_one_of<F, op::less, op::less_equal, op::equal_to, op::not_equal_to> ? operation_form::comparison
         : is_one_of<F, op::minimum, op::maximum, op::not_below, op::not_above, op::fmin, op::fmax>
             ? operation_form::extreme
             : operation_form::plain;
}

template <class C, class... T>
constexpr operation_row row_of(types_t<T...>) {
  using F = typename C::operation;
  operation_row row{F::name, form_of<F>(), {compiled_for<C, T>()...}, {rule_for<C, T>()...}, {}, {}};
  if constexpr ((C::groups & mixed_group) != 0) {
    row.real_first[0] = compiled_of<F, float, std::complex<float>>();
    row.real_first[1] = compiled_of<F, double, std::complex<double>>();
    row.complex_first[0] = compiled_of<F, std::complex<float>, float>();
    row.complex_first[1] = compiled_of<F, std::complex<double>, double>();
  }
  return row;
}
/// The rows of the operations First ... Last - 1.
template <int First, int Last>
struct operation_rows {
  operation_row row[Last - First];
  template <class... C>
  constexpr explicit operation_rows(compiled_list<C...>) {
    (enter<C>(), ...);
  }

private:
  template <class C>
  constexpr void enter() {
    constexpr int number = compiled_entry_of<typename C::operation>.number;
    if constexpr (number >= First && number < Last)
      row[number - First] = row_of<C>(every_type{});
  }
};

inline constexpr int first_part = 10, second_part = 21, third_part = 38, fourth_part = 55;
extern const operation_rows<0, first_part> first_rows;
extern const operation_rows<first_part, second_part> second_rows;
extern const operation_rows<second_part, third_part> third_rows;
extern const operation_rows<third_part, fourth_part> fourth_rows;
extern const operation_rows<fourth_part, compiled_operations::count> last_rows;

} // namespace weft::detail
