#include "dynamic/program/operations.hpp"
#include "dynamic/program/part.hpp"
#include "dynamic/program/program.hpp"

#include <weft/dynamic/untyped.hpp>
#include <weft/layout/broadcast.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/piecewise.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>

// Selects the kernel of an operation by the element types of its operands, which are known at run time.
namespace weft::detail {

namespace {

/// The operands of one operation. The functions below convert them in place.
using operands = std::span<untyped_operand>;

dtype type_of(untyped_operand const& x) {
  return (*x.program).type;
}
dynamic_extents const& shape_of(untyped_operand const& x) {
  return (*x.program).shape;
}

[[noreturn]] void refuse(operation_row const& row, dtype type) {
  bool const accepts_masks_only =
      row.rule[static_cast<int>(dtype::boolean)].exists && !row.rule[static_cast<int>(dtype::int32)].exists;
  if (accepts_masks_only)
    throw_dtype(row.name, type, dtype::boolean);
  throw_elements(row.name, type);
}

/// Returns the common shape of all operands that do not have rank 0, or null if shapes differ.
dynamic_extents const* one_shape(operands x) {
  dynamic_extents const* whole = &shape_of(x[0]);
  for (untyped_operand const& next : x.subspan(1)) {
    dynamic_extents const& other = shape_of(next);
    if (whole->rank() == 0)
      whole = &other;
    else if (other.rank() != 0 && !(*whole == other))
      return nullptr;
  }
  return whole;
}
program_ref call_of_kernel(call_kind const& kernel, dynamic_extents const& shape, operands x) {
  return called(kernel, nullptr, static_cast<int>(x.size()), shape,
                [x](int k) { return std::move(x[static_cast<std::size_t>(k)].program); });
}
[[gnu::noinline]] program_ref broadcast_call(call_kind const& kernel, char const* operation, operands x) {
  dynamic_extents shape = shape_of(x[0]);
  for (untyped_operand const& next : x.subspan(1))
    shape = broadcast(operation, shape, shape_of(next));
  return call_of_kernel(kernel, shape, x);
}
/// Returns a call of one kernel on operands that have its types. Throws shape_error unless they broadcast.
program_ref call_of_kernel(call_kind const& kernel, char const* operation, operands x) {
  dynamic_extents const* const shape = one_shape(x);
  return shape != nullptr ? call_of_kernel(kernel, *shape, x) : broadcast_call(kernel, operation, x);
}

program_ref call(int operation, std::initializer_list<untyped_operand> list) {
  untyped_operand x[3];
  std::copy(list.begin(), list.end(), x);
  return untyped_call(operation, x, static_cast<int>(list.size()));
}
template <class F>
program_ref call(std::initializer_list<untyped_operand> list) {
  return call(operation_number<F>, list);
}
template <class T>
untyped_operand number(T value) {
  return {constant_part(dtype_of<T>, &value, dynamic_extents(0)), true};
}
untyped_operand with_type(untyped_operand const& x, dtype to) {
  return {cast_program(x.program, to), false};
}
void convert(untyped_operand& x, dtype to) {
  if (type_of(x) != to)
    x = with_type(x, to);
}

/// Returns the common type of the operands from `first` on, and converts scalars. A scalar that is one of the first two
/// operands adapts to the type of the first tensor, a third one to the common type of the first two.
dtype common_type(operands x, std::size_t first) {
  auto const taken = x.subspan(first);
  dtype const one = type_of(x[first]);
  if (std::all_of(taken.begin(), taken.end(), [&](untyped_operand const& o) { return type_of(o) == one; }))
    return one;
  auto const tensor = std::find_if(taken.begin(), taken.end(), [](untyped_operand const& o) { return !o.is_scalar; });
  dtype const of_tensor = type_of(tensor != taken.end() ? *tensor : x[first]);
  dtype all{};
  for (std::size_t k = first; k < x.size(); ++k) {
    dtype type = type_of(x[k]);
    if (x[k].is_scalar && tensor != taken.end()) {
      type = beside(k < first + 2 ? of_tensor : all, type);
      convert(x[k], is_half_type(type) ? dtype::float32 : type); // a scalar beside 16-bit floats is a float
    }
    all = k == first || all == type ? type : promoted(all, type);
  }
  return all;
}

/// Returns true for a signed and an unsigned integer, which are compared by value.
bool differ_in_sign(operands x) {
  return is_integer(type_of(x[0])) && is_integer(type_of(x[1])) &&
         is_unsigned(type_of(x[0])) != is_unsigned(type_of(x[1]));
}
program_ref extreme_by_value(int operation, operands x) {
  bool const least = operation == operation_number<op::minimum> || operation == operation_number<op::not_above> ||
                     operation == operation_number<op::fmin>;
  untyped_operand const first{least ? call<op::less>({x[0], x[1]}) : call<op::less>({x[1], x[0]})};
  return call<op::choose>({first, x[0], x[1]});
}
program_ref compare_by_value(int operation, operands x) {
  if (type_of(x[0]) != dtype::uint64 && type_of(x[1]) != dtype::uint64)
    return call(operation, {with_type(x[0], dtype::int64), with_type(x[1], dtype::int64)});
  // A negative number is less than all unsigned ones; other numbers are compared as unsigned.
  std::size_t const with_sign = is_unsigned(type_of(x[0])) ? 1 : 0;
  untyped_operand const negative{call<op::less>({x[with_sign], number(std::int64_t(0))})};
  x[with_sign] = with_type(x[with_sign], dtype::uint64);
  x[1 - with_sign] = with_type(x[1 - with_sign], dtype::uint64);
  untyped_operand const compared{call(operation, {x[0], x[1]})};
  bool const equality = operation == operation_number<op::equal_to>;
  if (equality || (with_sign == 1 && operation != operation_number<op::not_equal_to>))
    return call<op::both>({{call<op::negation>({negative})}, compared});
  return call<op::either>({negative, compared});
}

/// Returns a shift, which has the type of its first operand. A number of bits that is negative or too large for all
/// types is refused, whatever type that number has.
program_ref shift(int operation, operands x) {
  operation_row const& row = find_operation(operation);
  operation_rule const& rule = row.rule[static_cast<int>(type_of(x[0]))];
  dtype const places = type_of(x[1]);
  if (!rule.exists)
    refuse(row, type_of(x[0]));
  if (is_inexact(places))
    refuse(row, places);
  // A conversion to a narrower type could make a number of bits valid that is not, so such numbers are limited first. A
  // conversion to a type of the same size cannot: a number that changes its sign is refused with either sign.
  if (item_size(places) > item_size(rule.computed)) {
    x[1] = {call<op::minimum>({{x[1].program}, with_type(number(64), places)})};
    if (!is_unsigned(places))
      x[1] = {call<op::maximum>({x[1], with_type(number(-1), places)})};
  }
  convert(x[0], rule.computed);
  convert(x[1], rule.computed);
  return call_of_kernel(row.kernel[static_cast<int>(rule.computed)], row.name, x);
}

/// Returns a call of a real and a complex operand, whose kernel takes the real one without conversion to complex.
program_ref call_mixed(operation_row const& row, operands x, dtype type) {
  bool const real_first = !is_complex_type(type_of(x[0]));
  int const precision = type == dtype::complex128;
  auto const& kernel = real_first ? row.real_first[precision] : row.complex_first[precision];
  dtype const real = real_of_type(type);
  convert(x[0], real_first ? real : type);
  convert(x[1], real_first ? type : real);
  return call_of_kernel(kernel, row.name, x);
}

/// Returns the kernel of an operation if no conversion is needed: all operands have the same type, and the kernel
/// computes in this type and returns the type of the result. Else returns null, also for operations with special rules.
call_kind const* direct_kernel(operation_row const& row, operands x) {
  dtype const type = type_of(x[0]);
  for (untyped_operand const& next : x.subspan(1))
    if (type_of(next) != type)
      return nullptr;
  operation_rule const& rule = row.rule[static_cast<int>(type)];
  call_kind const& kernel = row.kernel[static_cast<int>(type)];
  bool const is_direct = rule.exists && rule.computed == type && rule.result == kernel.type &&
                         row.form != operation_form::shift && row.form != operation_form::choice;
  return is_direct ? &kernel : nullptr;
}

program_ref converted_call(int operation, operation_row const& row, operands x) {
  if (row.form == operation_form::shift)
    return shift(operation, x);
  bool const chooses = row.form == operation_form::choice;
  if (chooses && type_of(x[0]) != dtype::boolean)
    throw_dtype(row.name, type_of(x[0]), dtype::boolean);
  if (row.form >= operation_form::comparison && differ_in_sign(x))
    return row.form == operation_form::comparison ? compare_by_value(operation, x) : extreme_by_value(operation, x);
  std::size_t const first = chooses ? 1 : 0;
  dtype const type = common_type(x, first);
  operation_rule const& rule = row.rule[static_cast<int>(type)];
  if (!rule.exists)
    refuse(row, type);
  if (x.size() == 2 && is_complex_type(type) && row.real_first[0].kernel != nullptr &&
      is_complex_type(type_of(x[0])) != is_complex_type(type_of(x[1])))
    return call_mixed(row, x, type);
  // An operation that computes in floating point converts each operand directly: beside a uint64, -3 is still -3.
  for (std::size_t k = first; k < x.size(); ++k) {
    if (!is_inexact(rule.computed))
      convert(x[k], type);
    convert(x[k], rule.computed);
  }
  call_kind const& kernel = row.kernel[static_cast<int>(rule.computed)];
  program_ref made = call_of_kernel(kernel, row.name, x);
  if (kernel.type == rule.result)
    return made;
  if (!is_half_type(rule.result))
    return cast_program(made, rule.result);
  untyped_operand rounded[] = {{std::move(made)}};
  return call_of_kernel(find_rounding(rule.result), row.name, rounded);
}

} // namespace

dtype dtype_of_program(program_part const& program) {
  return program.type;
}
dynamic_extents const& extents_of_program(program_part const& program) {
  return program.shape;
}

program_ref untyped_call(int operation, untyped_operand* operand, int count) {
  operation_row const& row = find_operation(operation);
  operands const x(operand, static_cast<std::size_t>(count));
  if (call_kind const* const kernel = direct_kernel(row, x))
    return call_of_kernel(*kernel, row.name, x);
  return converted_call(operation, row, x);
}

namespace {

/// Returns the operand in float if the last operation of an expression rounds floats to elements of 16 bits, else null.
program_ref before_rounding(program_part const& x) {
  bool const rounds =
      is_half_type(x.type) && x.kind == part_kind::call && call_of(x).call.kernel == find_rounding(x.type).kernel;
  return rounds ? call_of(x).operands[0] : program_ref();
}

} // namespace

program_ref cast_program(program_ref const& program, dtype to) {
  dtype const from = (*program).type;
  if (program_ref const floats = before_rounding(*program); floats.get() != nullptr)
    return cast_program(floats, to);
  if (from == to)
    return program;
  call_kind const& kernel = find_cast(from, to);
  if (kernel.kernel == nullptr && is_half_type(from))
    return cast_program(cast_program(program, dtype::float32), to);
  if (kernel.kernel == nullptr && is_half_type(to) && !is_complex_type(from))
    return cast_program(cast_program(program, dtype::float64), to);
  if (kernel.kernel == nullptr)
    throw dtype_error("weft: cast: complex elements do not become " + to_string(to) +
                      ": real(x), imag(x) and abs(x) do");
  if ((*program).kind == part_kind::constant) {
    alignas(16) std::byte value[16];
    index_t const position[] = {reinterpret_cast<index_t>(value),
                                reinterpret_cast<index_t>(constant_of(*program).bytes)};
    run_once(*kernel.kernel, &no_core, position);
    return constant_part(to, value, (*program).shape);
  }
  untyped_operand from_it[] = {{program}};
  return call_of_kernel(kernel, "cast", from_it);
}

program_ref stored_program(char const* operation, program_ref const& program, dtype to) {
  dtype const from = (*program).type;
  if ((is_complex_type(from) && !is_complex_type(to)) || (is_inexact(from) && !is_inexact(to)))
    throw_dtype(operation, from, to);
  return cast_program(program, to);
}

namespace {

/// The kind of a deferred operand that is an expression: it is evaluated before the loop that reads it.
constexpr deferred_kind evaluated_kind{[](void const* operand, session& s) {
                                         program_ref const& program = *static_cast<program_ref const*>(operand);
                                         temporary_rows values((*program).shape.values(), (*program).shape.rank(),
                                                               (*program).size(), s);
                                         run_program(program, values.bytes(), s);
                                         return values.yield();
                                       },
                                       [](void const* operand, memory_listener const& listener) {
                                         list_program(**static_cast<program_ref const*>(operand), listener);
                                       }};

} // namespace

program_ref evaluated_later(program_ref const& program) {
  if ((*program).kind == part_kind::memory)
    return program;
  layout<dynamic_extents, dense<row_major>> const place((*program).shape);
  return deferred_part((*program).type, evaluated_kind, erase(program), {(*program).shape, place.strides()});
}

void write_program(program_ref const& program, storage_ref const& to) {
  dynamic_extents const& shape = (*program).shape;
  if (count_of(shape) == 0)
    return;
  index_t strides[max_rank];
  write_row_major_steps(strides, shape.rank(), shape.values(), (*program).size());
  session s;
  run_program(
      program,
      {reinterpret_cast<index_t>(block_data(to.get())), (*program).size(), shape.rank(), shape.values(), strides}, s);
}

void write_element(program_ref const& program, dtype to, void* out) {
  if ((*program).shape.rank() != 0)
    throw_shape_reason("any_expr", "a number is asked of an expression whose rank is not 0: sum, all_of or any_of make "
                                   "one");
  program_ref const stored = stored_program("any_expr", program, to);
  index_t const none[1] = {0};
  program_element(stored, none, out);
}

program_ref isclose_program(untyped_operand const& a, untyped_operand const& b, double rtol, double atol) {
  // A scalar keeps its type here: with small tolerances, 0.1 is not close to 0.1f.
  auto const floating = [](untyped_operand const& x) {
    return with_type(x, is_inexact(type_of(x)) ? type_of(x) : dtype::float64);
  };
  untyped_operand const x = floating(a), y = floating(b);
  auto const magnitude = [](untyped_operand const& z) {
    return untyped_operand{cast_program(call<op::abs>({z}), dtype::float64)};
  };
  untyped_operand const distance = magnitude({call<op::minus>({x, y})});
  untyped_operand const most{call<op::plus>({number(atol), {call<op::times>({number(rtol), magnitude(y)})}})};
  untyped_operand const near{
      call<op::both>({{call<op::less_equal>({distance, most})},
                      {call<op::less>({distance, number(std::numeric_limits<double>::infinity())})}})};
  return call<op::either>({{call<op::equal_to>({x, y})}, near});
}

} // namespace weft::detail
