#include "dynamic/bytes.hpp"
#include "dynamic/elements.hpp"
#include "dynamic/list_slicer.hpp"
#include "dynamic/program/part.hpp"
#include "dynamic/program/program.hpp"
#include "dynamic/update.hpp"

#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/eval/gather.hpp>
#include <weft/ops/nonzero.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

// Elements that indices or masks pick are moved by size; indices are read as int64.
namespace weft::detail {

namespace {

/// The expression as memory: itself where it is that, else its elements, computed now.
program_ref in_memory(program_ref const& p) {
  if ((*p).kind == part_kind::memory)
    return p;
  return untyped_access::program(any_tensor(untyped_access::expression_of(p)));
}

dynamic_extents row_major_strides(dynamic_extents const& shape) {
  return layout<dynamic_extents, dense<row_major>>(shape).strides();
}

/// The deferred operand that u(i, all) is.
struct pick_source {
  program_ref whole;
  dynamic_extents shape;
  int count = 0; ///< of tensors of indices
  int axes[max_rank];
  program_ref indices[max_rank]; ///< as int64
  bool without_sign[max_rank];   ///< they were uint64
  bool by_mask = false;          ///< they are the places where a mask was true
};

/// The indices of a pick in memory, checked: element (i) is memory[i * map.strides + index[i * map.table] * unit].
class resolved_indices {
public:
  resolved_indices(pick_source const& from, dynamic_extents const& whole, dynamic_extents const& strides, session& s)
      : map_({}, {}, {}) {
    program_ref offsets;
    for (int k = 0; k < from.count; ++k) {
      int const axis = from.axes[k];
      dynamic_extents const& shape = (*from.indices[k]).shape;
      index_t const at = evaluate(from.indices[k], s);
      check(at, shape, axis, whole[axis], from.without_sign[k]);
      if (from.count == 1) {
        enter(from, whole, strides, at, shape);
        unit_ = strides[axis];
        return;
      }
      program_ref const here = memory_part(dtype::int64, at, {shape, row_major_strides(shape)}, {});
      program_ref const moved = call<op::times>(here, constant_part(dtype::int64, &strides.value[axis], {}));
      offsets = k == 0 ? moved : call<op::plus>(offsets, moved);
    }
    index_t const at = evaluate(offsets, s);
    enter(from, whole, strides, at, (*offsets).shape);
  }

  /// Moves the elements of a list to the memory, or (not Scatter) from it.
  template <bool Scatter>
  void move(index_t size, index_t memory, index_t list, dynamic_extents const& steps) const {
    with_bytes(size, [&]<class T>(std::type_identity<T>) {
      using from_memory = std::conditional_t<Scatter, T, T const>;
      using from_list = std::conditional_t<Scatter, T const, T>;
      move_picked<Scatter, T>(map_, reinterpret_cast<from_memory*>(memory), reinterpret_cast<std::int64_t const*>(at_),
                              unit_, reinterpret_cast<from_list*>(list), steps);
    });
  }

private:
  template <class F>
  static program_ref call(program_ref const& a, program_ref const& b) {
    untyped_operand both[] = {{a}, {b}};
    return untyped_call(operation_number<F>, both, 2);
  }
  index_t evaluate(program_ref const& indices, session& s) {
    dynamic_extents const& shape = kept_.emplace_back(indices).shape();
    temporary_rows const& rows = rows_.emplace_back(shape.values(), shape.rank(), index_t(sizeof(std::int64_t)), s);
    if (count_of(shape) > 0)
      run_program(indices, rows.bytes(), s);
    return rows.bytes().position;
  }
  static void check(index_t at, dynamic_extents const& shape, int axis, index_t extent, bool without_sign) {
    dynamic_extents const strides = row_major_strides(shape);
    if (are_indices_of(extent, at, sizeof(std::int64_t), shape, strides))
      return;
    if (without_sign)
      refuse_picked("subscript", axis, extent, reinterpret_cast<std::uint64_t const*>(at), shape, strides);
    else
      refuse_picked("subscript", axis, extent, reinterpret_cast<std::int64_t const*>(at), shape, strides);
  }
  void enter(pick_source const& from, dynamic_extents const& whole, dynamic_extents const& strides, index_t at,
             dynamic_extents const& shape) {
    map_ = pick_axes(whole, strides, from.axes, from.count, shape, row_major_strides(shape));
    at_ = at;
  }

  struct kept_program { ///< whose shape the rows point to
    program_ref program;
    explicit kept_program(program_ref const& p) : program(p) {}
    dynamic_extents const& shape() const { return (*program).shape; }
  };
  std::deque<kept_program> kept_;
  std::deque<temporary_rows> rows_;
  pick_map map_;
  index_t at_ = 0, unit_ = 1;
};

evaluated_operand gather(void const* object, session& s) {
  pick_source const& from = *static_cast<pick_source const*>(object);
  program_part const& whole = *from.whole;
  dynamic_extents const& shape = from.shape;
  temporary_rows values(shape.values(), shape.rank(), whole.size(), s);
  index_t const bytes = count_of(shape) * whole.size();
  if (described(s, [&](session& t) { note_moved(t, bytes, 0); }))
    return values.yield();
  program_ref const memory = in_memory(from.whole);
  leaf_part const& leaf = leaf_of(*memory);
  check_life(leaf.keep, "subscript");
  resolved_indices(from, leaf.shape, leaf.strides, s)
      .move<false>(whole.size(), leaf.position, values.bytes().position, row_major_strides(shape));
  return values.yield();
}

constexpr deferred_kind gathered_kind{gather, [](void const* object, memory_listener const& listener) {
                                        pick_source const& from = *static_cast<pick_source const*>(object);
                                        list_program(*from.whole, listener);
                                        for (int k = 0; k < from.count; ++k)
                                          list_program(*from.indices[k], listener);
                                      }};

void add_indices(pick_source& to, int axis, program_ref const& indices) {
  dtype const type = dtype_of_program(*indices);
  if (type == dtype::boolean)
    throw dtype_error("weft: subscript: a mask stands alone, as in u(mask): among others nonzero(mask)[0] picks");
  if (!is_integer(type))
    throw_elements("subscript", type);
  to.axes[to.count] = axis;
  to.indices[to.count] = cast_program(indices, dtype::int64);
  to.without_sign[to.count++] = type == dtype::uint64;
}

/// The elements that a source names, in the order of its indices.
program_ref gathered(pick_source&& source, dynamic_extents const& indices) {
  dynamic_extents const& shape = (*source.whole).shape;
  source.shape = pick_axes(shape, shape, source.axes, source.count, indices, indices).extents;
  dtype const type = dtype_of_program(*source.whole);
  layout<dynamic_extents, strided> const place(source.shape, row_major_strides(source.shape));
  return deferred_part(type, gathered_kind, erase(source), place);
}
/// The elements where a mask is true, row by row: picked by an index for each axis. One element has an axis for them.
program_ref chosen_program(program_ref const& whole, program_ref const& mask) {
  any_subscript const at[] = {newaxis};
  pick_source source;
  source.by_mask = true;
  source.whole = (*whole).shape.rank() == 0 ? sliced_program(whole, at, 1) : whole;
  dynamic_extents const& shape = (*source.whole).shape;
  memory_operand const chosen(untyped_access::expression_of(mask));
  auto const places = window_of_leaf(chosen.leaf<bool>(), broadcaster<dynamic_extents>{shape});
  for (auto& list : lists_of_places<tensor<index_t, 1>>(places))
    add_indices(source, source.count, untyped_access::program(any_tensor(std::move(list))));
  dynamic_extents const indices = (*source.indices[0]).shape;
  return gathered(std::move(source), indices);
}

pick_source const& source_of(program_ref const& picked) {
  return *static_cast<pick_source const*>(leaf_of(*picked).object.get());
}
bool is_chosen(program_ref const& p) {
  return (*p).kind == part_kind::deferred && leaf_of(*p).deferred == &gathered_kind && source_of(p).by_mask;
}
/// What an assignment to chosen elements stores of a value of the shape of the whole tensor: those at their places.
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
  return {gathered(std::move(source), (*places.indices[0]).shape)};
}

/// Writes the elements of an expression to those of memory that are picked; both have one type.
void scatter(pick_source const& to, program_ref const& values, session& s) {
  leaf_part const& memory = leaf_of(*to.whole);
  check_life(memory.keep, "assignment");
  dynamic_extents const& given = (*values).shape;
  temporary_rows const list(given.values(), given.rank(), memory.size(), s);
  if (count_of(given) > 0)
    run_program(values, list.bytes(), s);
  resolved_indices const indices(to, memory.shape, memory.strides, s);
  auto const wide = transform_layout(layout<dynamic_extents, strided>(given, row_major_strides(given)),
                                     broadcaster<dynamic_extents>{to.shape});
  indices.move<true>(memory.size(), memory.position, list.bytes().position, wide.layout.strides());
}

} // namespace

program_ref picked_program(program_ref const& whole, any_subscript const* at, program_ref const* indices, int count) {
  if (count == 1 && dtype_of_program(*indices[0]) == dtype::boolean)
    return chosen_program(whole, indices[0]);
  pick_source source;
  source.whole = sliced_program(whole, at, count);
  dynamic_extents common;
  int axis = 0;
  for (int k = 0; k < count; ++k) {
    if (indices[k].get() == nullptr) {
      axis += list_slicer{at, count}.axes_made(k, (*whole).shape.rank());
      continue;
    }
    if (source.count == max_rank)
      throw_index_reason("subscript", "more than 16 tensors of indices");
    add_indices(source, axis++, indices[k]);
    common = broadcast("subscript", common, (*indices[k]).shape);
  }
  return gathered(std::move(source), common);
}

void any_picked::update(char const* name, int operation, untyped_operand value) const {
  program_ref const self = untyped_access::program(*this);
  pick_source const& source = source_of(self);
  if (source.by_mask)
    value = chosen_value(source, std::move(value));
  session s;
  scatter(source, updated_program(name, operation, self, std::move(value)), s);
}

void any_masked::update(char const* name, int operation, untyped_operand value) const {
  program_ref const self = untyped_access::program(to_);
  dtype const type = to_.dtype();
  program_ref const wanted = stored_program(name, changed_program(name, operation, self, std::move(value)), type);
  untyped_operand all[] = {{mask_}, {wanted}, {self}};
  to_(ellipsis) = untyped_access::expression_of(untyped_call(operation_number<op::choose>, all, 3));
}

} // namespace weft::detail
