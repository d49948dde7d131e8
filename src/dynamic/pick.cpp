#include "dynamic/bytes.hpp"
#include "dynamic/list_slicer.hpp"
#include "dynamic/picks.hpp"
#include "dynamic/program/part.hpp"
#include "dynamic/program/program.hpp"
#include "dynamic/update.hpp"

#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/unravel_index.hpp>

#include <utility>

// Elements that indices and masks pick. take, put and compress move them at once; subscripts make a deferred operand,
// which picks them when it is read.
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
void put_picked(char const* operation, element_pick const& pick, any_view const& v, any_expr<> const& x) {
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

void untyped_put(any_view const& v, any_expr<> const& numbers, any_expr<> const& x) {
  put_picked("put", picked_by_numbers(indices_of("put", numbers)), v, x);
}
void untyped_put_along(any_view const& v, any_expr<> const& indices, any_expr<> const& x, index_t axis) {
  put_picked("put_along", picked_on_lines("put_along", v.shape(), axis, indices_of("put_along", indices)), v, x);
}

namespace {

dynamic_extents row_major_strides(dynamic_extents const& shape) {
  return layout<dynamic_extents, dense<row_major>>(shape).strides();
}

/// The deferred operand that u(i, all), or u(mask), returns.
struct pick_source {
  program_ref whole;
  element_pick pick;
  bool by_mask = false; ///< true if the indices are of the elements where a mask is true
};
pick_source const& source_at(void const* object) {
  return *static_cast<pick_source const*>(object);
}
evaluated_operand gather(void const* object, session& s) {
  auto const& [whole, pick, by_mask] = source_at(object);
  index_t const size = (*whole).size(), bytes = count_of(pick.shape) * size;
  temporary_rows values(pick.shape.values(), pick.shape.rank(), size, s);
  if (!described(s, [&](session& t) { note_moved(t, bytes, 0); }))
    read_picked(pick, memory_operand(untyped_access::expression_of(whole)),
                {values.bytes().position, size, {pick.shape, row_major_strides(pick.shape)}}, s);
  return values.yield();
}
constexpr deferred_kind gathered_kind{gather, [](void const* object, memory_listener const& listener) {
                                        pick_source const& from = source_at(object);
                                        list_program(*from.whole, listener);
                                        for (int k = 0; k < from.pick.count; ++k)
                                          list_program(*from.pick.indices[k], listener);
                                      }};
program_ref gathered(pick_source const& source) {
  dynamic_extents const& shape = source.pick.shape;
  layout<dynamic_extents, strided> const place(shape, row_major_strides(shape));
  return deferred_part(dtype_of_program(*source.whole), gathered_kind, erase(source), place);
}

void add_indices(element_pick& to, int axis, program_ref const& indices) {
  dtype const type = dtype_of_program(*indices);
  if (type == dtype::boolean)
    throw dtype_error("weft: subscript: a mask stands alone, as in u(mask): among others nonzero(mask)[0] picks");
  if (!is_integer(type))
    throw_elements("subscript", type);
  if (to.count == max_rank)
    throw_index_reason("subscript", "more than 16 tensors of indices");
  to.axes[to.count] = axis;
  to.indices[to.count++] = indices;
}

/// Returns the elements where a mask is true, in row-major order, picked by a tensor of indices for each axis. A tensor
/// of rank 0 gets an axis first.
program_ref chosen_program(program_ref const& whole, program_ref const& mask) {
  any_subscript const at[] = {newaxis};
  pick_source source;
  source.by_mask = true;
  source.whole = (*whole).shape.rank() == 0 ? sliced_program(whole, at, 1) : whole;
  dynamic_extents const& shape = (*source.whole).shape;
  memory_operand const chosen(untyped_access::expression_of(mask));
  auto const places = window_of_leaf(chosen.leaf<bool>(), broadcaster<dynamic_extents>{shape});
  for (auto& list : lists_of_places<tensor<index_t, 1>>(places))
    add_indices(source.pick, source.pick.count, untyped_access::program(any_tensor(std::move(list))));
  source.pick = picked_by_axes(std::move(source.pick), shape);
  return gathered(source);
}

pick_source const& source_of(program_ref const& picked) {
  return source_at(leaf_of(*picked).object.get());
}
bool is_chosen(program_ref const& p) {
  return (*p).kind == part_kind::deferred && leaf_of(*p).deferred == &gathered_kind && source_of(p).by_mask;
}
/// Returns the elements that u(mask) = x stores. x broadcasts to the shape of u, and its elements where the mask is
/// true are stored.
untyped_operand chosen_value(pick_source const& places, untyped_operand value) {
  if (is_chosen(value.program))
    throw_shape_reason("assignment", "x in u(mask) = x has the shape of u: v, not v(mask)");
  if (value.is_scalar)
    return value;
  dynamic_extents const& whole = (*places.whole).shape;
  check_fits(whole, (*value.program).shape);
  broadcaster<dynamic_extents> const wide{whole};
  pick_source source = places;
  source.whole = window_of_program(value.program, {&wide, &apply_transformation<broadcaster<dynamic_extents>>});
  return {gathered(source)};
}

} // namespace

program_ref picked_program(program_ref const& whole, any_subscript const* at, program_ref const* indices, int count) {
  if (count == 1 && dtype_of_program(*indices[0]) == dtype::boolean)
    return chosen_program(whole, indices[0]);
  pick_source source;
  source.whole = sliced_program(whole, at, count);
  int axis = 0;
  for (int k = 0; k < count; ++k)
    if (indices[k].get() == nullptr)
      axis += list_slicer{at, count}.axes_made(k, (*whole).shape.rank());
    else
      add_indices(source.pick, axis++, indices[k]);
  source.pick = picked_by_axes(std::move(source.pick), (*source.whole).shape);
  return gathered(source);
}

void any_picked::update(char const* name, int operation, untyped_operand value) const {
  program_ref const self = untyped_access::program(*this);
  pick_source const& source = source_of(self);
  if (source.by_mask)
    value = chosen_value(source, std::move(value));
  leaf_part const& memory = leaf_of(*source.whole);
  program_ref const elements = updated_program(name, operation, self, std::move(value));
  check_life(memory.keep, "assignment");
  session s;
  write_picked(source.pick, {memory.position, memory.size(), memory.place()}, elements, s);
}

void any_masked::update(char const* name, int operation, untyped_operand value) const {
  program_ref const self = untyped_access::program(to_);
  program_ref const wanted =
      stored_program(name, changed_program(name, operation, self, std::move(value)), to_.dtype());
  untyped_operand all[] = {{mask_}, {wanted}, {self}};
  to_(ellipsis) = untyped_access::expression_of(untyped_call(operation_number<op::choose>, all, 3));
}

namespace {

any_expr<> mask_of(any_expr<> const& mask) {
  if (mask.dtype() != dtype::boolean)
    throw_dtype("compress", mask.dtype(), dtype::boolean);
  return mask;
}
/// Returns a mask in memory that is true where elements are not 0.
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
    copy_true(places, window_of_leaf(from.leaf<T>(), wide), static_cast<T*>(out.data()), 1, out.size());
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

/// Returns indices as a tensor of int64. An index of 2^63 or more becomes negative, so it is refused too.
static any_tensor int64_indices(char const* operation, any_expr<> const& x) {
  if (!is_integer(x.dtype()))
    throw_dtype(operation, x.dtype(), dtype::int64);
  return any_tensor(cast(x, dtype::int64));
}
plain_vector<any_tensor> untyped_unravel_index(any_expr<> const& numbers, dynamic_extents const& shape) {
  any_tensor const given = int64_indices("unravel_index", numbers);
  index_t const* const number = static_cast<index_t const*>(given.data());
  index_t const count = checked_count(shape, "unravel_index");
  std::vector<any_tensor> out;
  out.reserve(static_cast<std::size_t>(shape.rank()));
  for (int k = 0; k < shape.rank(); ++k)
    out.emplace_back(uninit, dtype::int64, given.shape());
  for (index_t i = 0; i < given.size(); ++i) {
    check_number(number[i], count, shape);
    index_t n = number[i];
    for (int k = shape.rank() - 1; k >= 0; --k) {
      static_cast<index_t*>(out[static_cast<std::size_t>(k)].data())[i] = n % shape[k];
      n /= shape[k];
    }
  }
  return out;
}
any_tensor untyped_ravel_index(any_expr<> const* indices, index_t count, dynamic_extents const& shape) {
  checked_count(shape, "ravel_index");
  if (count != shape.rank())
    throw_subscripts(static_cast<int>(count), shape.rank());
  any_expr<> n = std::int64_t(0);
  for (int k = 0; k < shape.rank(); ++k) {
    any_tensor const index = int64_indices("ravel_index", indices[k]);
    for (index_t i = 0; i < index.size(); ++i)
      check_entry(static_cast<index_t const*>(index.data())[i], k, shape[k]);
    n = n * shape[k] + index;
  }
  return n;
}

} // namespace weft::detail
