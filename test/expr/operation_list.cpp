// The list of operations: each has a place, and its entry is whole, so that a member that is misspelt does not compile.
#include <weft/eval/vector_math.hpp>
#include <weft/expr/hooks.hpp>
#include <weft/expr/operation_list.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/integer.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/reduction.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>

using namespace weft;
using detail::all_operations, detail::operation_list, detail::operation_number;

namespace {

template <class F>
constexpr bool is_whole() {
  static_assert(requires { F::total; } || requires { typename F::refusal; },
                "an operation throws for no number, or says which it refuses");
  return true;
}
template <class... F>
constexpr bool are_whole(operation_list<F...>) {
  return (is_whole<F>() && ...);
}
static_assert(are_whole(all_operations{}));

template <class F>
constexpr int vector_form_of() {
  if constexpr (requires { F::vector_form; })
    return static_cast<int>(F::vector_form);
  else
    return -1;
}
/// How many operations each function of vector mathematics computes.
template <class... F>
constexpr bool are_vector_forms_of_one(operation_list<F...>) {
  const int form[] = {vector_form_of<F>()...};
  for (int f = 0; f < detail::math_functions; ++f) {
    int times = 0;
    for (int const of : form)
      times += int(of == f);
    if (times != int(f != static_cast<int>(detail::math_function::normal_quantile))) // that is no operation
      return false;
  }
  return true;
}
static_assert(are_vector_forms_of_one(all_operations{}), "each function of vector mathematics has its operation");

/// Whether the reducer says what its gradient is, or that it has none, as those without NaN do.
template <class C>
constexpr bool is_whole_reducer(auto) {
  using T = std::conditional_t<C::groups == detail::mask_group, bool, double>;
  using R = typename C::template of<T>;
  static_assert(requires { R::total; }, "a reducer says whether it throws");
  return (detail::hooks_in<R>() & detail::set_of(hooks::gradient)) != 0;
}
template <class... C>
std::set<std::string> reducers_without_gradient(operation_list<C...>) {
  std::set<std::string> names;
  ((is_whole_reducer<C>(0) ? void() : void(names.insert(C::name()))), ...);
  return names;
}

template <class... F>
std::set<std::string> names_of(operation_list<F...>) {
  return {F::name...};
}

template <class... F>
std::set<std::string> names_with(hooks::name hook, operation_list<F...>) {
  std::set<std::string> names;
  (((detail::hooks_in<F>() & detail::set_of(hook)) != 0 ? void(names.insert(F::name)) : void()), ...);
  return names;
}

} // namespace

TEST_CASE("operation_list: numbers are places in the list of the groups, one after the other") {
  CHECK(operation_number<op::plus> == 0);
  CHECK(operation_number<op::divide> == 3); // programs join the first four
  CHECK(operation_number<op::sqrt> == op::arithmetic_operations::count);
  CHECK(operation_number<op::abs2> == all_operations::count - 1);
  CHECK(operation_number<op::exchanged<op::less>> == operation_number<op::less>);
  CHECK(operation_number<op::mapped<int>> == -1);
  CHECK(operation_number<op::polar> == -1);
}

TEST_CASE("operation_list: groups of element types") {
  using detail::group_of;
  CHECK(group_of<double>() == detail::real_group);
  CHECK(group_of<std::complex<float>>() == detail::complex_group);
  CHECK(group_of<bool>() == detail::mask_group);
  CHECK(group_of<std::uint32_t>() == detail::integer_group);
  CHECK(group_of<std::int8_t>() == 0);
  CHECK(group_of<long double>() == 0);
}

TEST_CASE("operation_list: a name and a group say which operation it is") {
  CHECK(names_of(op::trigonometric_operations{}) ==
        std::set<std::string>{"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "degrees",
                              "radians", "sin", "sinh", "tan", "tanh"});
  CHECK(names_of(op::integer_operations{}) ==
        std::set<std::string>{"ceil", "floor", "gcd", "lcm", "operator&", "operator<<", "operator>>", "operator^",
                              "operator|", "operator~", "rint", "round", "trunc"});
}

TEST_CASE("operation_list: which operations have an optional member") {
  using names = std::set<std::string>;
  constexpr all_operations list{};
  CHECK(names_with(hooks::slope_reads, list) == names{"fma", "heaviside", "operator*", "operator/", "where"});
  CHECK(names_with(hooks::partner, list) == names{"cos", "cosh", "erf", "pow", "sin", "sinh"});
  CHECK(names_with(hooks::partner_of, list) == names{"pow"});
  CHECK(names_with(hooks::recorded, list) == names{"hypot"});
  CHECK(names_with(hooks::refusal, list) ==
        names{"floor_divide", "floor_modulo", "operator%", "operator/", "operator<<", "operator>>"});
  CHECK(names_with(hooks::cost, op::arithmetic_operations{}) == names{"floor_divide", "floor_modulo", "operator/"});
  CHECK(names_with(hooks::cost, op::trigonometric_operations{}) == names_of(op::trigonometric_operations{}));
  CHECK(names_with(hooks::straight, list).empty());
}

TEST_CASE("operation_list: reducers without a gradient of their own") {
  CHECK(reducers_without_gradient(detail::all_reducers{}) ==
        std::set<std::string>{"all_of", "any_of", "argmax", "argmin", "count", "minmax", "none_of", "prod"});
}
