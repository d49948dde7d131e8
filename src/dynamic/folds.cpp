#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"
#include "dynamic/program/part.hpp"

#include <weft/dynamic/untyped.hpp>
#include <weft/expr/operations.hpp>
#include <weft/ops/arithmetic.hpp>

#include <cstdint>
#include <type_traits>

// Reductions of elements whose type is known at run time. Integers are folded as signed integers of 64 bits. Sums and
// products of unsigned integers are the same modulo 2^n. Other reductions compare, so the sign bit of elements of
// uint64 is flipped first.
namespace weft::detail {

namespace {

using fold_elements = types_t<bool, std::int64_t, float, double, std::complex<float>, std::complex<double>>;

template <class C, class T>
program_ref folded(program_ref const& operand, untyped_reduction_arguments const& told) {
  using R = typename C::template of<T>;
  R reducer;
  if constexpr (OptionOf<ddof, R>)
    reducer.set_option(ddof(told.ddof));
  dynamic_extents const& whole = (*operand).shape;
  auto const left = reduced_extents<dynamic_extents>(whole, told.axes, told.keep);
  virtual_leaf<T, dynamic_extents> const leaf(operand, whole);
  return to_program(make_fold(reducer, operand_for<R>(leaf, told.axes), left, told.axes));
}

template <class C, class T>
constexpr operation_rule fold_rule() {
  constexpr unsigned g = C::groups;
  constexpr bool integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
  constexpr bool accepts = g == mask_group                      ? std::is_same_v<T, bool>
                           : integer || std::is_same_v<T, bool> ? (g & ordered_group) != 0
                                                                : (g & group_of<T>()) != 0;
  if constexpr (is_half<T>) {
    return fold_rule<C, float>();
  } else if constexpr (!accepts) {
    return {};
  } else {
    using R = typename C::template of<T>;
    using result = decltype(std::declval<R const&>().finish(std::declval<typename R::accumulator>(), index_t(0)));
    constexpr dtype computed = !std::is_integral_v<T> || g == mask_group ? dtype_of<T>
                               : (g & integer_group) != 0                ? dtype::int64
                                                                         : dtype::float64;
    return {true, computed, dtype_of<result>};
  }
}
template <class C, class T>
constexpr unsigned fold_group() {
  return std::is_same_v<T, std::int64_t> ? integer_group : group_of<T>();
}

template <class C, class... T, class... F>
constexpr reduction_row row_of(types_t<T...>, types_t<F...>) {
  reduction_row row{C::name(), C::groups, {}, {fold_rule<C, T>()...}};
  auto const enter = [&row]<class X>(std::type_identity<X>) {
    if constexpr ((C::groups & fold_group<C, X>()) != 0)
      row.fold[static_cast<int>(dtype_of<X>)] = &folded<C, X>;
  };
  (enter(std::type_identity<F>{}), ...);
  return row;
}
template <class List>
struct reduction_table;
template <class... C>
struct reduction_table<operation_list<C...>> {
  reduction_row row[sizeof...(C)] = {row_of<C>(every_type{}, fold_elements{})...};
};
constinit reduction_table<all_reducers> const table;

} // namespace

reduction_row const& find_reduction(int reducer) {
  return table.row[reducer];
}

program_ref untyped_fold(int reducer, program_ref const& operand, untyped_reduction_arguments const& told) {
  reduction_row const& entry = find_reduction(reducer);
  dtype const type = (*operand).type;
  operation_rule const& rule = entry.rule[static_cast<int>(type)];
  if (!rule.exists) {
    if (entry.groups == mask_group)
      throw_dtype(entry.name, type, dtype::boolean);
    throw_elements(entry.name, type);
  }
  auto const fold = entry.fold[static_cast<int>(rule.computed)];
  bool const orders = entry.groups == ordered_group;
  if (!orders || type != dtype::uint64)
    return cast_program(fold(cast_program(operand, rule.computed), told), rule.result);
  program_ref const found = fold(in_order_of_int64(operand), told);
  bool const is_element = rule.result == dtype::uint64 && reducer != place_of_reducer<reducer::ptp>.number;
  return is_element ? from_order_of_int64(found, type) : cast_program(found, rule.result);
}

} // namespace weft::detail
