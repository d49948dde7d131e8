#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"
#include "dynamic/program/part.hpp"

#include <weft/dynamic/untyped.hpp>
#include <weft/expr/operations.hpp>
#include <weft/ops/arithmetic.hpp>

#include <cstdint>
#include <type_traits>

// Reductions of elements that are decided at run time. Integers are folded as 64 bits with a sign: modulo 2^n sums and
// products are the same, and the others are sorted as such once the bit of the sign is turned.
namespace weft::detail {

namespace {

using fold_elements = types_t<bool, std::int64_t, float, double, std::complex<float>, std::complex<double>>;

struct fold_entry {
  char const* name = nullptr;
  unsigned groups = 0;
  program_ref (*fold[element_types])(program_ref const& operand, untyped_reduction_arguments const& told) = {};
  operation_rule rule[element_types];
};

template <class C, class T>
program_ref folded(program_ref const& operand, untyped_reduction_arguments const& told) {
  using R = typename C::template of<T>;
  R reducer;
  if constexpr (OptionOf<ddof, R>)
    reducer.take(ddof(told.ddof));
  dynamic_extents const& whole = (*operand).shape;
  auto const left = reduced_extents<dynamic_extents>(whole, told.axes, told.keep);
  virtual_leaf<T, dynamic_extents> const leaf(operand, whole);
  return to_program(make_fold(reducer, operand_for<R>(leaf, told.axes), left, told.axes));
}

template <class C, class T>
constexpr operation_rule fold_rule() {
  constexpr unsigned g = C::groups;
  constexpr bool integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
  constexpr bool takes = g == mask_group                      ? std::is_same_v<T, bool>
                         : integer || std::is_same_v<T, bool> ? (g & ordered_group) != 0
                                                              : (g & group_of<T>()) != 0;
  if constexpr (is_half<T>) {
    return fold_rule<C, float>();
  } else if constexpr (!takes) {
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

struct fold_table {
  fold_entry entry[compiled_reducers::count];
  fold_table() { fill(compiled_reducers{}); }

private:
  template <class... C>
  void fill(compiled_list<C...>) {
    int n = 0;
    (fill_entry<C>(entry[n++], every_type{}, fold_elements{}), ...);
  }
  template <class C, class... T, class... F>
  void fill_entry(fold_entry& to, types_t<T...>, types_t<F...>) {
    to.name = C::name();
    to.groups = C::groups;
    ((to.rule[static_cast<int>(dtype_of<T>)] = fold_rule<C, T>()), ...);
    (add_fold<C, F>(to), ...);
  }
  template <class C, class T>
  void add_fold(fold_entry& to) {
    if constexpr ((C::groups & fold_group<C, T>()) != 0)
      to.fold[static_cast<int>(dtype_of<T>)] = &folded<C, T>;
  }
};

} // namespace

program_ref untyped_fold(int reducer, program_ref const& operand, untyped_reduction_arguments const& told) {
  static fold_table const table;
  fold_entry const& entry = table.entry[reducer];
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
  bool const is_element = rule.result == dtype::uint64 && reducer != compiled_reducer_of<reducer::ptp>.number;
  return is_element ? from_order_of_int64(found, type) : cast_program(found, rule.result);
}

} // namespace weft::detail
