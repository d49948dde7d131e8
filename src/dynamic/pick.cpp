#include "dynamic/bytes.hpp"
#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/take.hpp>
#include <weft/ops/unravel_index.hpp>

#include <cstdint>

// Elements that indices and masks pick. The maps of indices are those of typed operands; kernels know the size of an
// element alone.
namespace weft::detail {

namespace {

template <bool Scatter, class At>
kernel_variant const& pick_kernel_of(index_t size) {
  return with_bytes(
      size, []<class T>(std::type_identity<T>) -> kernel_variant const& { return pick_kernel<Scatter, T, At>(); });
}

/// Indices in memory; those that are not read where they lie have 64 bits then.
memory_operand index_operand(char const* operation, any_expr<> const& indices) {
  dtype const type = indices.dtype();
  if (!is_integer(type))
    throw_dtype(operation, type, dtype::int64);
  bool const in_place = type == dtype::int32 || type == dtype::int64 || type == dtype::uint64;
  return memory_operand(in_place ? indices : cast(indices, dtype::int64));
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

/// Copies the elements of `memory` that `how` picks into a list, or (Scatter) from it.
template <bool Scatter, class How>
void move_elements(How const& how, moved_target const& memory, memory_operand const& indices,
                   moved_target const& list) {
  with_index_leaf(indices, [&](auto const& leaf) {
    const auto move = [&](pick_map const& m, auto const* index, index_t unit) {
      using At = std::conditional_t<sizeof(*index) == 4, std::int32_t, index_t>;
      run_picks(pick_kernel_of<Scatter, At>(memory.size), m, list.place.strides(),
                {list.position, memory.position, reinterpret_cast<index_t>(index), memory.size, sizeof(At),
                 unit * memory.size},
                Scatter);
    };
    session s;
    how(memory.place, s, nullptr, move, leaf);
  });
}
template <class How>
any_tensor picked(How const& how, any_expr<> const& x, memory_operand const& indices, dynamic_extents const& shape) {
  memory_operand const from(x);
  any_tensor out(uninit, x.dtype(), shape);
  move_elements<false>(how, memory_of(from), indices, target_of(out));
  return out;
}

template <class How>
void put_picked(char const* operation, How const& how, any_view const& v, memory_operand const& indices,
                dynamic_extents const& shape, any_expr<> const& x) {
  check_fits(shape, x.shape());
  moved_target const target = target_of(v);
  memory_operand const values = apart_from(
      target,
      memory_operand(untyped_access::expression_of(stored_program(operation, untyped_access::program(x), v.dtype()))));
  move_elements<true>(how, target, apart_from(target, indices),
                      window_of_leaf(memory_of(values), broadcaster<dynamic_extents>{shape}));
}

} // namespace

any_tensor untyped_take(any_expr<> const& x, any_expr<> const& indices, index_t axis) {
  int const k = check_axis("take", axis, x.rank());
  dynamic_extents const &whole = x.shape(), &of_indices = indices.shape();
  return picked(axes_picker<1>{{k}}, x, index_operand("take", indices),
                pick_axes(whole, whole, &k, 1, of_indices, of_indices).extents);
}
any_tensor untyped_take(any_expr<> const& x, any_expr<> const& numbers) {
  return picked(number_picker{}, x, index_operand("take", numbers), numbers.shape());
}
any_tensor untyped_take_along(any_expr<> const& x, any_expr<> const& indices, index_t axis) {
  dynamic_extents const &whole = x.shape(), &of_indices = indices.shape();
  dynamic_extents const shape = pick_along("take_along", whole, whole, axis, of_indices, of_indices).extents;
  return picked(line_picker{"take_along", static_cast<int>(axis)}, x, index_operand("take_along", indices), shape);
}

void untyped_put(any_view const& v, any_expr<> const& numbers, any_expr<> const& x) {
  put_picked("put", number_picker{}, v, index_operand("put", numbers), numbers.shape(), x);
}
void untyped_put_along(any_view const& v, any_expr<> const& indices, any_expr<> const& x, index_t axis) {
  dynamic_extents const &whole = v.shape(), &of_indices = indices.shape();
  dynamic_extents const shape = pick_along("put_along", whole, whole, axis, of_indices, of_indices).extents;
  put_picked("put_along", line_picker{"put_along", static_cast<int>(axis)}, v, index_operand("put_along", indices),
             shape, x);
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

/// Indices as tensors of int64; an index beyond 2^63 becomes a negative one, which is refused as well.
static any_tensor indices_of(char const* operation, any_expr<> const& x) {
  if (!is_integer(x.dtype()))
    throw_dtype(operation, x.dtype(), dtype::int64);
  return any_tensor(cast(x, dtype::int64));
}
plain_vector<any_tensor> untyped_unravel_index(any_expr<> const& numbers, dynamic_extents const& shape) {
  any_tensor const given = indices_of("unravel_index", numbers);
  index_t const* const number = static_cast<index_t const*>(given.data());
  index_t const count = checked_count(shape, "unravel_index");
  std::vector<any_tensor> out;
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
    any_tensor const index = indices_of("ravel_index", indices[k]);
    for (index_t i = 0; i < index.size(); ++i)
      check_entry(static_cast<index_t const*>(index.data())[i], k, shape[k]);
    n = n * shape[k] + index;
  }
  return n;
}

} // namespace weft::detail
