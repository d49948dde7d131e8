#pragma once
#include "dynamic/program/operations.hpp"

#include <weft/ops/math.hpp>

// Private to src: makes the rows of the table of operations as constants. Each group of operations in op:: has a file,
// which instantiates its rows.
namespace weft::detail {

/// F with its checks of operands in every build, because the program that calls the library may be built with or
/// without checks.
template <class F>
struct always_refusing {
  static constexpr char const* name = F::name;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if (F::refusal::template holds<A>(b))
      F::refusal::report();
    return F::value(a, b);
  }
};

/// Returns the call of F for operands of types T.
template <class F, class... T>
constexpr call_kind compiled_of() {
  if constexpr ((refuses_integers<F, T> && ...)) {
    call_kind made = compiled_core<core_node<always_refusing<F>, slot<T>...>>();
    made.refuses = true;
    return made;
  } else {
    return compiled_core<core_node<F, slot<T>...>>();
  }
}
template <class F, class T>
constexpr bool has_kernel = (F::domain::groups & group_of<T>()) != 0;

/// Returns f with a template argument for the type of each operand of F: a mask and T, or T for each.
template <class F, class T, class Function>
constexpr auto with_operands(Function const& f) {
  if constexpr (std::is_same_v<F, op::choose>)
    return f.template operator()<bool, T, T>();
  else if constexpr (F::domain::operands == 1)
    return f.template operator()<T>();
  else if constexpr (F::domain::operands == 2)
    return f.template operator()<T, T>();
  else
    return f.template operator()<T, T, T>();
}

template <class F, class T>
constexpr call_kind compiled_for() {
  if constexpr (has_kernel<F, T>) {
    call_kind made = with_operands<F, T>([]<class... X>() { return compiled_of<F, X...>(); });
    made.operation = operation_number<F>;
    made.operands = dtype_of<T>;
    return made;
  } else {
    return {};
  }
}

/// Returns true if the operation takes operands of type T, even if it computes them in another type.
template <class F, class T>
constexpr bool accepts() {
  constexpr unsigned groups = F::domain::groups;
  if constexpr (std::is_same_v<T, bool>)
    return !std::is_same_v<F, op::bit_not> && (groups & (mask_group | ordered_group)) != 0;
  else if constexpr (std::is_integral_v<T>)
    return (groups & ordered_group) != 0;
  else
    return has_kernel<F, T>;
}

template <class F, class T>
constexpr operation_rule rule_for() {
  if constexpr (is_half<T>) {
    operation_rule rule = rule_for<F, float>();
    rule.result = rule.result == dtype::float32 ? dtype_of<T> : rule.result;
    return rule;
  } else if constexpr (!accepts<F, T>()) {
    return {};
  } else {
    constexpr dtype result = with_operands<F, T>([]<class... X>() { return dtype_of<decltype(F{}(X()...))>; });
    if constexpr (has_kernel<F, T>)
      return {true, dtype_of<T>, result};
    else
      return {true, has_kernel<F, std::int32_t> ? dtype::int32 : dtype::float64, result};
  }
}

template <class F>
constexpr operation_form form_of() {
  return is_one_of<F, op::shift_left, op::shift_right>                            ? operation_form::shift
         : is_one_of<F, op::choose>                                               ? operation_form::choice
         : is_one_of<F, op::less, op::less_equal, op::equal_to, op::not_equal_to> ? operation_form::comparison
         : is_one_of<F, op::minimum, op::maximum, op::not_below, op::not_above, op::fmin, op::fmax>
             ? operation_form::extreme
             : operation_form::plain;
}

template <class F, class... T>
constexpr operation_row row_of(types_t<T...>) {
  operation_row row{F::name, form_of<F>(), F::domain::operands, {compiled_for<F, T>()...}, {rule_for<F, T>()...}, {},
                    {}};
  if constexpr ((F::domain::groups & mixed_group) != 0) {
    row.real_first[0] = compiled_of<F, float, std::complex<float>>();
    row.real_first[1] = compiled_of<F, double, std::complex<double>>();
    row.complex_first[0] = compiled_of<F, std::complex<float>, float>();
    row.complex_first[1] = compiled_of<F, std::complex<double>, double>();
  }
  return row;
}

template <class List>
struct rows_of;
template <class... F>
struct rows_of<operation_list<F...>> {
  operation_row row[sizeof...(F)];
  constexpr rows_of() : row{row_of<F>(every_type{})...} {}
};
extern rows_of<op::arithmetic_operations> const arithmetic_rows;
extern rows_of<op::power_operations> const power_rows;
extern rows_of<op::trigonometric_operations> const trigonometric_rows;
extern rows_of<op::comparing_operations> const comparing_rows;
extern rows_of<op::integer_operations> const integer_rows;
extern rows_of<op::special_operations> const special_rows;

} // namespace weft::detail
