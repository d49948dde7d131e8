#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"
#include "dynamic/program/part.hpp"
#include "dynamic/update.hpp"

#include <weft/dynamic/any_tensor.hpp>

#include <cstdint>
#include <limits>

namespace weft::detail {

moved_target target_of(any_tensor& x) {
  return {reinterpret_cast<index_t>(x.data()), static_cast<index_t>(item_size(x.dtype())), {x.shape(), x.strides()}};
}

moved_target target_of(any_view const& v) {
  check_life(leaf_of(*untyped_access::program(any_expr<>(v))).keep, "assignment");
  return {reinterpret_cast<index_t>(v.data()), static_cast<index_t>(item_size(v.dtype())), {v.shape(), v.strides()}};
}

void assign(moved_target const& target, moved_operand const& e, session& s) {
  if (target.place.size() == 0)
    return;
  dynamic_extents const extents = target.extents();
  index_t steps[max_rank];
  for (int k = 0; k < extents.rank(); ++k)
    steps[k] = target.place.stride(k) * target.size;
  run_program(e.program, {target.position, target.size, extents.rank(), extents.values(), steps}, s);
}

void assign(moved_target const& target, constant_leaf<moved_value> const& e, session& s) {
  assign(target, moved_operand{constant_part(e.value.type, e.value.bytes, target.extents())}, s);
}

bool is_in_memory(any_expr<> const& x) {
  return (*untyped_access::program(x)).kind == part_kind::memory;
}

memory_operand::memory_operand(any_expr<> const& x) : held_(is_in_memory(x) ? x : any_expr<>(any_tensor(x))) {
  program_ref const program = untyped_access::program(held_);
  leaf_part const& leaf = leaf_of(*program);
  if (auto const ticket = leaf.keep.watched().ticket(); ticket != 0)
    check_ticket(ticket, "subscript");
  position_ = leaf.position;
  place_ = leaf.place();
  keep_ = leaf.keep;
}

target_bytes::target_bytes(moved_target const& x)
    : extents_(x.extents()), all_{x.position, x.size, extents_.rank(), extents_.values(), steps_} {
  for (int k = 0; k < extents_.rank(); ++k)
    steps_[k] = x.place.stride(k) * x.size;
}

memory_operand apart_from(footprint const& written, program_ref const& elements) {
  sharing read{written};
  list_program(*elements, {&sharing::tell, &read});
  any_expr<> const x = untyped_access::expression_of(elements);
  return read.found ? memory_operand(any_tensor(x)) : memory_operand(x);
}

namespace {

/// Returns x with the sign bit of its 64-bit integers flipped. This maps the order of uint64 to the order of int64, and
/// back.
program_ref sign_turned(program_ref const& x) {
  constexpr std::int64_t sign = std::numeric_limits<std::int64_t>::min();
  untyped_operand operands[] = {{cast_program(x, dtype::int64)},
                                {constant_part(dtype::int64, &sign, dynamic_extents(0))}};
  return untyped_call(operation_number<op::bit_xor>, operands, 2);
}

} // namespace

program_ref in_order_of_int64(program_ref const& x) {
  dtype const type = dtype_of_program(*x);
  if (is_half_type(type))
    return cast_program(x, dtype::float32);
  return is_inexact(type) ? x : type == dtype::uint64 ? sign_turned(x) : cast_program(x, dtype::int64);
}
program_ref from_order_of_int64(program_ref const& x, dtype type) {
  return cast_program(type == dtype::uint64 ? sign_turned(x) : x, type);
}

memory_operand dense_operand(any_expr<> const& x) {
  memory_operand found(x);
  moved_layout const place = found.place();
  index_t step = 1;
  for (int k = place.rank() - 1; k >= 0; --k) {
    if (place.extent(k) != 1 && place.stride(k) != step)
      return memory_operand(any_tensor(x));
    step *= place.extent(k);
  }
  return found;
}

} // namespace weft::detail
