#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/dispatch.hpp>
#include <weft/dynamic/scatter.hpp>
#include <weft/eval/gather.hpp>
#include <weft/layout/walk.hpp>
#include <weft/ops/scatter.hpp>

#include <complex>
#include <cstdint>

// Updates by indices. Only the loop over one row is compiled for each type in which updates are computed: the loops of
// ops/scatter.hpp for all these types would take half a megabyte. Sums of signed integers are computed as unsigned,
// which is the same modulo 2^n.
namespace weft::detail {

namespace {

using summed_types = types_t<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float, double,
                             std::complex<float>, std::complex<double>, float16, bfloat16>;
using ordered_types = types_t<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                              std::uint32_t, std::uint64_t, float, double, float16, bfloat16>;

/// Elements of a row in memory: the address of the first, and the distance of neighbours in bytes.
struct row_places {
  index_t first, step;
};
/// Updates n elements of the target. Update k is of the element that lies `unit` bytes times index k beyond element k
/// of the row `to`.
using row_update = void (*)(row_places to, index_t unit, row_places index, row_places from, index_t n);
template <class F, class T>
void update_row(row_places to, index_t unit, row_places index, row_places from, index_t n) {
  for (index_t k = 0; k < n; ++k) {
    index_t const i = *reinterpret_cast<index_t const*>(index.first + k * index.step);
    update<F>(*reinterpret_cast<T*>(to.first + i * unit + k * to.step),
              *reinterpret_cast<T const*>(from.first + k * from.step));
  }
}
template <class F, class Types>
row_update row_update_of(Types types, dtype computed) {
  return with_dtype(types, computed, []<class T>(std::type_identity<T>) -> row_update { return &update_row<F, T>; });
}

/// Updates the target row by row, for any rank: along the axes of the indices, then the other axes of the target.
void update_rows(row_update update, moved_target const& to, memory_operand const& indices, moved_target const& from) {
  int const listed = indices.extents().rank();
  dynamic_extents const& whole = from.place.extents();
  dynamic_extents moves[] = {dynamic_extents(whole.rank()), dynamic_extents(whole.rank()),
                             dynamic_extents(whole.rank())};
  for (int k = 0; k < whole.rank(); ++k) {
    moves[0].set(k, k < listed ? 0 : to.place.stride(k - listed + 1) * to.size);
    moves[1].set(k, k < listed ? indices.place().stride(k) * index_t(sizeof(index_t)) : 0);
    moves[2].set(k, from.place.stride(k) * from.size);
  }
  walk_rows(whole, moves, [&](index_t const*, index_t const* at, index_t n) {
    update({to.position + at[0], row_step(moves[0])}, to.place.stride(0) * to.size,
           {indices.position() + at[1], row_step(moves[1])}, {from.position + at[2], row_step(moves[2])}, n);
  });
}

/// Returns the type in which sums are computed: for integers the unsigned type of the same size.
dtype type_of_sums(dtype t) {
  dtype const of_size[] = {dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64};
  return is_inexact(t) ? t : of_size[item_size(t) == 1 ? 0 : item_size(t) == 2 ? 1 : item_size(t) == 4 ? 2 : 3];
}

} // namespace

void untyped_update_at(untyped_change change, any_view const& target, any_expr<> const& indices,
                       any_expr<> const& values) {
  char const* const names[] = {"add_at", "max_at", "min_at"};
  char const* const name = names[static_cast<int>(change)];
  dtype const type = target.dtype();
  if (change == untyped_change::add ? type == dtype::boolean : is_complex_type(type))
    throw_elements(name, type);
  if (!is_integer(indices.dtype()))
    throw_dtype(name, indices.dtype(), dtype::int64);
  moved_target const to = target_of(target);
  int const axis = check_axis(name, 0, target.rank());
  // An index of 2^63 or more becomes negative, so it is refused too.
  target_bytes const written(to);
  memory_operand const at = apart_from(written.all(), cast_program(untyped_access::program(indices), dtype::int64));
  dynamic_extents const &whole = target.shape(), &listed = at.extents();
  dynamic_extents const shape = pick_axes(whole, whole, &axis, 1, listed, listed).extents;
  check_fits(shape, values.shape());
  memory_operand const from = apart_from(written.all(), stored_program(name, untyped_access::program(values), type));
  dynamic_extents const steps = convert_extents<dynamic_extents>(at.place().strides());
  if (!are_indices_of(whole[0], at.position(), sizeof(index_t), listed, steps))
    refuse_picked(name, axis, whole[0], at.data<index_t>(), listed, steps);
  dtype const ordered = type == dtype::boolean ? dtype::uint8 : type;
  row_update const update = change == untyped_change::add ? row_update_of<op::plus>(summed_types{}, type_of_sums(type))
                            : change == untyped_change::largest ? row_update_of<op::maximum>(ordered_types{}, ordered)
                                                                : row_update_of<op::minimum>(ordered_types{}, ordered);
  update_rows(update, to, at, window_of_leaf(memory_of(from), broadcaster<dynamic_extents>{shape}));
}

} // namespace weft::detail
