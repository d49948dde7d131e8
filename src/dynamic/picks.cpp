#include "dynamic/picks.hpp"
#include "dynamic/bytes.hpp"
#include "dynamic/program/operations.hpp"
#include "dynamic/program/part.hpp"

#include <weft/eval/reads.hpp>
#include <weft/ops/take.hpp>

#include <algorithm>
#include <cstdint>

namespace weft::detail {

element_pick picked_by_axes(element_pick pick, dynamic_extents const& whole) {
  dynamic_extents common;
  for (int k = 0; k < pick.count; ++k)
    common = broadcast("subscript", common, extents_of_program(*pick.indices[k]));
  pick.what = element_pick::by::axes;
  pick.shape = pick_axes(whole, whole, pick.axes, pick.count, common, common).extents;
  return pick;
}

namespace {

element_pick pick_by_one(any_expr<> const& indices) {
  element_pick out;
  out.count = 1;
  out.indices[0] = untyped_access::program(indices);
  return out;
}

} // namespace

element_pick picked_by_axis(dynamic_extents const& whole, int axis, any_expr<> const& indices) {
  element_pick out = pick_by_one(indices);
  out.axes[0] = axis;
  return picked_by_axes(std::move(out), whole);
}
element_pick picked_on_lines(char const* operation, dynamic_extents const& whole, index_t axis,
                             any_expr<> const& indices) {
  element_pick out = pick_by_one(indices);
  out.what = element_pick::by::lines;
  out.operation = operation;
  out.shape = pick_along(operation, whole, whole, axis, indices.shape(), indices.shape()).extents;
  out.axes[0] = static_cast<int>(axis);
  return out;
}
element_pick picked_by_numbers(any_expr<> const& numbers) {
  element_pick out = pick_by_one(numbers);
  out.shape = numbers.shape();
  return out;
}

namespace {

/// Returns indices in memory. Indices of int32, int64 and uint64 are read in place, others are converted to int64.
memory_operand index_operand(program_ref const& indices) {
  dtype const type = dtype_of_program(*indices);
  bool const in_place = type == dtype::int32 || type == dtype::int64 || type == dtype::uint64;
  return memory_operand(untyped_access::expression_of(in_place ? indices : cast_program(indices, dtype::int64)));
}
template <class F>
void with_index_leaf(memory_operand const& indices, F const& f) {
  switch (indices.type()) {
  case dtype::int32:
    return f(indices.leaf<std::int32_t>());
  case dtype::uint64:
    return f(indices.leaf<std::uint64_t>());
  default:
    return f(indices.leaf<index_t>());
  }
}

template <class F>
program_ref call_of_two(program_ref const& a, program_ref const& b) {
  untyped_operand both[] = {{a}, {b}};
  return untyped_call(operation_number<F>, both, 2);
}
/// Returns for each picked element the sum of its index times the stride over all indexed axes. Throws index_error for
/// an index that is out of range.
any_tensor offsets_of(element_pick const& pick, moved_layout const& whole, session& s) {
  program_ref sum;
  for (int k = 0; k < pick.count; ++k) {
    int const axis = pick.axes[k];
    memory_operand const at = index_operand(pick.indices[k]);
    with_index_leaf(at, [&](auto const& leaf) {
      with_checked_indices("subscript", axis, whole.extent(axis), leaf, nullptr, s,
                           [](auto const*, dynamic_extents const&, dynamic_extents const&) {});
    });
    index_t const stride = whole.stride(axis);
    program_ref const offset =
        call_of_two<op::times>(cast_program(untyped_access::program(at.expression()), dtype::int64),
                               constant_part(dtype::int64, &stride, dynamic_extents(0)));
    sum = k == 0 ? offset : call_of_two<op::plus>(sum, offset);
  }
  return any_tensor(untyped_access::expression_of(sum));
}

/// Calls move(pick_layout, indices, unit) with checked indices in memory that does not overlap `written`.
template <class F>
void with_pick(element_pick const& pick, moved_layout const& whole, footprint const* written, session& s,
               F const& move) {
  if (pick.count > 1) {
    any_tensor const offsets = offsets_of(pick, whole, s);
    return move(pick_axes(whole.extents(), whole.strides(), pick.axes, pick.count, offsets.shape(), offsets.strides()),
                static_cast<index_t const*>(offsets.data()), 1);
  }
  with_index_leaf(index_operand(pick.indices[0]), [&](auto const& leaf) {
    switch (pick.what) {
    case element_pick::by::axes:
      return axes_picker<1>{{pick.axes[0]}}(whole, s, written, move, leaf);
    case element_pick::by::lines:
      return line_picker{pick.operation, pick.axes[0]}(whole, s, written, move, leaf);
    default:
      return number_picker{}(whole, s, written, move, leaf);
    }
  });
}

template <class At>
kernel_variant const& pick_kernel_of(bool scatters, index_t size) {
  return with_bytes(size, [&]<class T>(std::type_identity<T>) -> kernel_variant const& {
    return scatters ? guided_kernel<pick_body<true, T, At>>() : guided_kernel<pick_body<false, T, At>>();
  });
}
void move_picked(element_pick const& pick, moved_target const& memory, footprint const* written,
                 moved_target const& list, session& s) {
  bool const scatters = written != nullptr;
  with_pick(pick, memory.place, written, s, [&](pick_layout const& m, auto const* index, index_t unit) {
    using At = std::conditional_t<sizeof(*index) == 4, std::int32_t, index_t>;
    run_picks(
        pick_kernel_of<At>(scatters, memory.size), m, list.place.strides(),
        {list.position, memory.position, reinterpret_cast<index_t>(index), memory.size, sizeof(At), unit * memory.size},
        scatters);
  });
}

} // namespace

void read_picked(element_pick const& pick, memory_operand const& memory, moved_target const& list, session& s) {
  move_picked(pick, memory_of(memory), nullptr, list, s);
}

void write_picked(element_pick const& pick, moved_target const& memory, program_ref const& elements, session& s) {
  target_bytes const written(memory);
  memory_operand const values = apart_from(written.all(), elements);
  move_picked(pick, memory, &written.all(), window_of_leaf(memory_of(values), broadcaster<dynamic_extents>{pick.shape}),
              s);
}

} // namespace weft::detail
