#include "dynamic/bytes.hpp"
#include "dynamic/list_slicer.hpp"
#include "dynamic/picks.hpp"
#include "dynamic/program/part.hpp"
#include "dynamic/program/program.hpp"
#include "dynamic/update.hpp"

#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/nonzero.hpp>

#include <utility>

// Elements that indices and masks pick: at once by take, put and compress, and where they are read by subscripts.
namespace weft::detail {

namespace {

any_expr<> const& indices_of(char const* operation, any_expr<> const& indices) {
  if (!is_integer(indices.dtype()))
    throw_dtype(operation, indices.dtype(), dtype::int64);
  return indices;
}
any_tensor picked(element_pick const& pick, any_expr<> const& x) {
  memory_operand const from(x);
  any_tensor out(uninit, x.dtype(), pick.shape);
  session s;
  read_picked(pick, from, target_of(out), s);
  return out;
}
void put_picked(char const* operation, element_pick const& pick, any_tensor& v, any_expr<> const& x) {
  check_fits(pick.shape, x.shape());
  session s;
  write_picked(pick, target_of(v), stored_program(operation, untyped_access::program(x), v.dtype()), s);
}

} // namespace

any_tensor untyped_take(any_expr<> const& x, any_expr<> const& indices, index_t axis) {
  int const k = check_axis("take", axis, x.rank());
  return picked(picked_by_axis(x.shape(), k, indices_of("take", indices)), x);
}
any_tensor untyped_take(any_expr<> const& x, any_expr<> const& numbers) {
  return picked(picked_by_numbers(indices_of("take", numbers)), x);
}
any_tensor untyped_take_along(any_expr<> const& x, any_expr<> const& indices, index_t axis) {
  return picked(picked_on_lines("take_along", x.shape(), axis, indices_of("take_along", indices)), x);
}

void untyped_put(any_tensor& v, any_expr<> const& numbers, any_expr<> const& x) {
  put_picked("put", picked_by_numbers(indices_of("put", numbers)), v, x);
}
void untyped_put_along(any_tensor& v, any_expr<> const& indices, any_expr<> const& x, index_t axis) {
  put_picked("put_along", picked_on_lines("put_along", v.shape(), axis, indices_of("put_along", indices)), v, x);
}

namespace {

dynamic_extents row_major_strides(dynamic_extents const& shape) {
  return layout<dynamic_extents, dense<row_major>>(shape).strides();
}

/// The deferred operand that u(i, all) is.
struct pick_source {
  program_ref whole;
  element_pick pick;
};
evaluated_operand gather(void const* object, session& s) {
  auto const& [whole, pick] = *static_cast<pick_source const*>(object);
  index_t const size = (*whole).size(), bytes = count_of(pick.shape) * size;
  temporary_rows values(pick.shape.values(), pick.shape.rank(), size, s);
  if (!described(s, [&](session& t) { note_moved(t, bytes, 0); }))
    read_picked(pick, memory_operand(untyped_access::expression_of(whole)),
                {values.bytes().position, size, {pick.shape, row_major_strides(pick.shape)}}, s);
  return values.yield();
}
constexpr deferred_kind gathered_kind{gather, [](void const* object, memory_listener const& listener) {
                                        auto const& [whole, pick] = *static_cast<pick_source const*>(object);
                                        list_program(*whole, listener);
                                        for (int k = 0; k < pick.count; ++k)
                                          list_program(*pick.indices[k], listener);
                                      }};

void add_indices(element_pick& to, int axis, program_ref const& indices) {
  dtype const type = dtype_of_program(*indices);
  if (type == dtype::boolean)
    throw dtype_error("weft: subscript: a mask is no subscript: masked(u, mask) = x writes, compress(mask, u) reads");
  if (!is_integer(type))
    throw_elements("subscript", type);
  if (to.count == max_rank)
    throw_index_reason("subscript", "more than 16 tensors of indices");
  to.axes[to.count] = axis;
  to.indices[to.count++] = indices;
}

} // namespace

program_ref picked_program(program_ref const& whole, any_subscript const* at, program_ref const* indices, int count) {
  pick_source source;
  source.whole = sliced_program(whole, at, count);
  int axis = 0;
  for (int k = 0; k < count; ++k)
    if (indices[k].get() == nullptr)
      axis += list_slicer{at, count}.axes_made(k, (*whole).shape.rank());
    else
      add_indices(source.pick, axis++, indices[k]);
  source.pick = picked_by_axes(std::move(source.pick), (*source.whole).shape);
  dynamic_extents const& shape = source.pick.shape;
  return deferred_part(dtype_of_program(*whole), gathered_kind, erase(source), {shape, row_major_strides(shape)});
}

void any_picked::update(char const* name, int operation, untyped_operand value) const {
  program_ref const self = untyped_access::program(*this);
  auto const& [whole, pick] = *static_cast<pick_source const*>(leaf_of(*self).object.get());
  leaf_part const& memory = leaf_of(*whole);
  program_ref const elements = updated_program(name, operation, self, std::move(value));
  check_life(memory.keep, "assignment");
  session s;
  write_picked(pick, {memory.position, memory.size(), memory.place()}, elements, s);
}

void any_masked::update(char const* name, int operation, untyped_operand value) const {
  program_ref const self = untyped_access::program(to_);
  program_ref const wanted =
      stored_program(name, changed_program(name, operation, self, std::move(value)), to_.dtype());
  untyped_operand all[] = {{mask_}, {wanted}, {self}};
  to_(ellipsis) = untyped_access::expression_of(untyped_call(compiled_entry_of<op::choose>.number, all, 3));
}

namespace {

any_expr<> mask_of(any_expr<> const& mask) {
  if (mask.dtype() != dtype::boolean)
    throw_dtype("compress", mask.dtype(), dtype::boolean);
  return mask;
}
/// Where elements are not 0.
memory_operand places_operand(any_expr<> const& x) {
  return memory_operand(x.dtype() == dtype::boolean ? x : not_equal(x, 0));
}

} // namespace

any_tensor untyped_compress(any_expr<> const& mask, any_expr<> const& x) {
  memory_operand const chosen(mask_of(mask)), from(x);
  broadcaster<dynamic_extents> const wide{common_extents("compress", mask.shape(), x.shape())};
  auto const places = window_of_leaf(chosen.leaf<bool>(), wide);
  any_tensor out(uninit, x.dtype(), shape(count_true(places)));
  with_bytes(from.size(), [&]<class T>(std::type_identity<T>) {
    auto const elements = window_of_leaf(from.leaf<T>(), wide);
    T* to = static_cast<T*>(out.data());
    for_each_true(places, [&](index_t const* index) { *to++ = elements.data[offset_at(elements.place, index)]; });
  });
  return out;
}
any_tensor untyped_compress(any_expr<> const& mask, any_expr<> const& x, index_t axis) {
  int const k = check_axis("compress", axis, x.rank());
  any_tensor const chosen(mask_of(mask));
  return untyped_take(x, any_tensor(places_on_axis(chosen.as<bool, 1>(), x.extent(k))), axis);
}

any_tensor untyped_argwhere(any_expr<> const& x) {
  memory_operand const places = places_operand(x);
  return any_tensor(table_of_places<tensor<index_t, 2>>(make_view(places.leaf<bool>())));
}
plain_vector<any_tensor> untyped_nonzero(any_expr<> const& x) {
  memory_operand const places = places_operand(x);
  std::vector<any_tensor> out;
  for (auto& list : lists_of_places<tensor<index_t, 1>>(make_view(places.leaf<bool>())))
    out.emplace_back(std::move(list));
  return out;
}

} // namespace weft::detail
