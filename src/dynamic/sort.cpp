#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/unique.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>

// Sorts lines whose elements are adjacent in memory. Lines along another axis than the last one are copied so that this
// axis is the last one, sorted, and copied back. Real numbers of other sizes than 16-bit floats are sorted by the
// compiled sorts of src/ops/sort.cpp; complex numbers and floats of 16 bits are sorted by merging.
namespace weft::detail {

static_assert(side() == side::left);

namespace {

/// The types of elements that are sorted by merging.
using merged_types = types_t<std::complex<float>, std::complex<double>, float16, bfloat16>;
bool is_merged(dtype t) {
  return is_complex_type(t) || is_half_type(t);
}

/// The lines along the last axis of dense elements.
struct dense_lines {
  dtype type;
  index_t length, count;
  dense_lines(dtype t, dynamic_extents const& shape)
      : type(t), length(shape.rank() == 0 ? 1 : shape[shape.rank() - 1]),
        count(length == 0 ? 0 : count_of(shape) / length) {}
  index_t bytes() const { return length * static_cast<index_t>(item_size(type)); }
  number_form form() const {
    return {static_cast<int>(item_size(type)), !is_unsigned(type) && type != dtype::boolean, is_inexact(type)};
  }
};

void sort_lines(any_tensor& x) {
  dense_lines const lines(x.dtype(), x.shape());
  any_tensor room(uninit, x.dtype(), shape(lines.length));
  for (index_t i = 0; i < lines.count; ++i) {
    void* const first = static_cast<std::byte*>(x.data()) + i * lines.bytes();
    if (!is_merged(lines.type))
      sort_numbers(lines.form(), first, lines.length, room.data());
    else
      with_dtype(merged_types{}, lines.type, [&]<class T>(std::type_identity<T>) {
        whole_order{}(static_cast<T*>(first), lines.length, static_cast<T*>(room.data()));
      });
  }
}

/// Returns the indices that sort the lines along the last axis of dense elements.
any_tensor sorting_indices(memory_operand const& x) {
  dense_lines const lines(x.type(), x.extents());
  any_tensor out(uninit, dtype::int64, x.extents());
  bool const merged = is_merged(lines.type);
  any_tensor room(uninit, dtype::int64,
                  shape(merged ? lines.length : room_for_indices(item_size(lines.type), lines.length)));
  index_t* const space = static_cast<index_t*>(room.data());
  for (index_t i = 0; i < lines.count; ++i) {
    auto const* const line = x.data<std::byte>() + i * lines.bytes();
    index_t* const first = static_cast<index_t*>(out.data()) + i * lines.length;
    if (!merged)
      sort_indices(lines.form(), line, lines.length, first, space);
    else
      with_dtype(merged_types{}, lines.type, [&]<class T>(std::type_identity<T>) {
        whole_order{}.indices(reinterpret_cast<T const*>(line), lines.length, first, space);
      });
  }
  return out;
}

/// Returns a copy of x with `axis` and the last axis exchanged.
any_tensor with_lines_last(any_expr<> const& x, int axis) {
  return any_tensor(swap_axes(x, axis, x.rank() - 1));
}
any_tensor with_lines_back(any_tensor&& x, int axis) {
  if (axis == x.rank() - 1)
    return std::move(x);
  return with_lines_last(x, axis);
}

using partitioned_types = types_t<std::int64_t, float, double, std::complex<float>, std::complex<double>>;
order_around place_on_axis(char const* operation, any_expr<> const& x, index_t place, int axis) {
  if (place < 0 || place >= x.extent(axis))
    throw_index(operation, place, axis, x.extent(axis));
  return {place};
}

/// Returns a vector of all elements in row-major order.
any_tensor flat_copy(any_expr<> const& x) {
  any_tensor out(uninit, x.dtype(), shape(x.size()));
  moved_target target = target_of(out);
  layout<dynamic_extents, dense<row_major>> const by_rows(x.shape());
  target.place = {x.shape(), by_rows.strides()};
  session s;
  assign(target, moved_operand{untyped_access::program(x)}, s);
  return out;
}

/// Calls f with the type in which elements are compared for equality. All integers of one size share a type.
template <class F>
decltype(auto) with_equality(dtype type, F const& f) {
  using compared = types_t<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float, double,
                           std::complex<float>, std::complex<double>, float16, bfloat16>;
  dtype const unsigned_type[] = {dtype::uint8, dtype::uint8,  dtype::uint16, dtype::uint32, dtype::uint64,
                                 dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64};
  return with_dtype(compared{}, is_inexact(type) ? type : unsigned_type[static_cast<int>(type)], f);
}
/// Numbers the distinct elements of a sorted list, as number_distinct does. Signed integers may be passed as unsigned
/// ones, because this compares only for equality.
template <class T, class F>
index_t number_different(T const* sorted, index_t size, F const& f) {
  if constexpr (std::is_integral_v<T>) {
    index_t n = -1;
    for (index_t i = 0; i < size; ++i) {
      bool const first = i == 0 || sorted[i - 1] != sorted[i];
      n += int(first);
      f(i, n, first);
    }
    return n + 1;
  } else {
    return number_distinct(sorted, size, f);
  }
}
template <class T>
index_t count_different(any_tensor const& sorted) {
  return number_different(static_cast<T const*>(sorted.data()), sorted.size(), [](index_t, index_t, bool) {});
}

} // namespace

any_tensor untyped_sort(any_expr<> const& x, index_t axis) {
  int const k = check_axis("sort", axis, x.rank());
  any_tensor out = with_lines_last(x, k);
  sort_lines(out);
  return with_lines_back(std::move(out), k);
}
any_tensor untyped_argsort(any_expr<> const& x, index_t axis) {
  int const k = check_axis("argsort", axis, x.rank());
  return with_lines_back(sorting_indices(dense_operand(swap_axes(x, k, x.rank() - 1))), k);
}

any_tensor untyped_partition(any_expr<> const& x, index_t place, index_t axis) {
  int const k = check_axis("partition", axis, x.rank());
  order_around const order = place_on_axis("partition: place", x, place, k);
  any_expr<> const lines_last = swap_axes(x, k, x.rank() - 1);
  any_tensor out(untyped_access::expression_of(in_order_of_int64(untyped_access::program(lines_last))));
  dense_lines const lines(out.dtype(), out.shape());
  with_dtype(partitioned_types{}, out.dtype(), [&]<class T>(std::type_identity<T>) {
    for (index_t i = 0; i < lines.count; ++i)
      order(static_cast<T*>(out.data()) + i * lines.length, lines.length, static_cast<T*>(nullptr));
  });
  if (out.dtype() != x.dtype())
    out = any_tensor(
        untyped_access::expression_of(from_order_of_int64(untyped_access::program(any_expr<>(out)), x.dtype())));
  return with_lines_back(std::move(out), k);
}
any_tensor untyped_argpartition(any_expr<> const& x, index_t place, index_t axis) {
  int const k = check_axis("argpartition", axis, x.rank());
  order_around const order = place_on_axis("argpartition: place", x, place, k);
  any_expr<> const lines_last = swap_axes(x, k, x.rank() - 1);
  memory_operand const values =
      dense_operand(untyped_access::expression_of(in_order_of_int64(untyped_access::program(lines_last))));
  any_tensor out(uninit, dtype::int64, values.extents());
  dense_lines const lines(values.type(), values.extents());
  with_dtype(partitioned_types{}, values.type(), [&]<class T>(std::type_identity<T>) {
    for (index_t i = 0; i < lines.count; ++i)
      order.indices(values.data<T>() + i * lines.length, lines.length,
                    static_cast<index_t*>(out.data()) + i * lines.length, nullptr);
  });
  return with_lines_back(std::move(out), k);
}

any_topk untyped_topk(any_expr<> const& x, index_t n, index_t axis) {
  int const k = check_axis("topk", axis, x.rank());
  index_t const length = x.extent(k);
  if (n < 0 || n > length)
    throw_shape_reason("topk", "the lines have fewer elements than are asked for, or a negative number is");
  // The sort is stable, so in the order of the reversed line, read from its end, the first of equal elements comes
  // first.
  any_expr<> const order = reverse(untyped_argsort(reverse(x, k), k), k);
  any_subscript first[max_rank];
  first[k] = range(0, n);
  any_tensor indices =
      length - 1 - untyped_access::expression_of(sliced_program(untyped_access::program(order), first, x.rank()));
  return {untyped_take_along(x, indices, k), std::move(indices)};
}

any_tensor untyped_lexsort(any_expr<> const* keys, index_t count) {
  bool const rows = count == 1 && keys[0].rank() == 2;
  for (index_t k = 0; k < count; ++k)
    if ((!rows && keys[k].rank() != 1) || keys[k].size() != keys[0].size())
      throw_shape_reason("lexsort", "the keys are vectors of one extent, or the rows of one matrix");
  if (rows && keys[0].extent(0) == 0)
    throw_shape_reason("lexsort", "the keys are vectors, or the rows of one matrix");
  auto const key = [&](index_t k) { return rows ? slice(keys[0], 0, k) : keys[k]; };
  any_tensor order = untyped_argsort(key(0), 0);
  for (index_t k = 1; k < (rows ? keys[0].extent(0) : count); ++k) // stable: each key counts before earlier keys
    order = untyped_take(order, untyped_argsort(untyped_take(key(k), order), 0));
  return order;
}

any_tensor untyped_unique(any_expr<> const& x) {
  any_tensor sorted = flat_copy(x);
  sort_lines(sorted);
  return with_equality(sorted.dtype(), [&]<class T>(std::type_identity<T>) {
    T const* const from = static_cast<T const*>(sorted.data());
    any_tensor values(uninit, sorted.dtype(), shape(count_different<T>(sorted)));
    T* const to = static_cast<T*>(values.data());
    number_different(from, sorted.size(), [&](index_t i, index_t n, bool first) {
      if (first)
        to[n] = from[i];
    });
    return values;
  });
}
any_unique_elements untyped_unique_all(any_expr<> const& x) {
  any_tensor const elements = flat_copy(x), order = sorting_indices(memory_operand(elements)),
                   sorted = untyped_take(elements, order, 0);
  return with_equality(sorted.dtype(), [&]<class T>(std::type_identity<T>) {
    auto const found = shape(count_different<T>(sorted));
    any_unique_elements out{{uninit, sorted.dtype(), found},
                            {uninit, dtype::int64, found},
                            {uninit, dtype::int64, x.shape()},
                            {dtype::int64, found}};
    auto const numbers = [](any_tensor& t) { return static_cast<index_t*>(t.data()); };
    index_t *const indices = numbers(out.indices), *const inverse = numbers(out.inverse),
                   *const counts = numbers(out.counts);
    index_t const* const place = static_cast<index_t const*>(order.data());
    T const* const from = static_cast<T const*>(sorted.data());
    T* const values = static_cast<T*>(out.values.data());
    number_different(from, sorted.size(), [&](index_t i, index_t n, bool first) {
      ++counts[n];
      if (first) {
        values[n] = from[i];
        indices[n] = place[i]; // the first equal element, because the sort is stable
      }
      inverse[place[i]] = n;
    });
    return out;
  });
}

namespace {

/// Writes for each value whether the list `sorted` contains it.
template <class T, class U>
void find_members(any_tensor const& sorted, memory_operand const& values, bool* to) {
  T const* const list = static_cast<T const*>(sorted.data());
  index_t numbers = sorted.size();
  if constexpr (!std::is_integral_v<T>)
    while (numbers > 0 && op::isnan{}(list[numbers - 1]))
      --numbers;
  found_in<T> const is_member{list, numbers};
  U const* const value = values.data<U>();
  for (index_t i = 0, n = count_of(values.extents()); i < n; ++i)
    to[i] = is_member(value[i]);
}

} // namespace

any_tensor untyped_isin(any_expr<> const& x, any_expr<> const& values) {
  // Integers are compared by value, as int64 or uint64; other elements are compared in their common type.
  dtype const a = x.dtype(), b = values.dtype();
  auto const wide = [](dtype t) { return t == dtype::uint64 ? t : dtype::int64; };
  bool const inexact = is_inexact(a) || is_inexact(b);
  dtype const both = a == b ? a : promoted(a, b), joint = is_half_type(both) ? dtype::float32 : both;
  using inexact_types = types_t<float, double, std::complex<float>, std::complex<double>>;
  using integer_types = types_t<std::int64_t, std::uint64_t>;
  memory_operand const from = dense_operand(cast(x, inexact ? joint : wide(a)));
  any_tensor sorted = flat_copy(cast(values, inexact ? joint : wide(b)));
  sort_lines(sorted);
  any_tensor out(uninit, dtype::boolean, x.shape());
  bool* const to = static_cast<bool*>(out.data());
  if (inexact)
    with_dtype(inexact_types{}, joint, [&]<class T>(std::type_identity<T>) { find_members<T, T>(sorted, from, to); });
  else
    with_dtype(integer_types{}, sorted.dtype(), [&]<class T>(std::type_identity<T>) {
      with_dtype(integer_types{}, from.type(),
                 [&]<class U>(std::type_identity<U>) { find_members<T, U>(sorted, from, to); });
    });
  return out;
}

any_tensor untyped_set_of(untyped_set kind, any_expr<> const& a, any_expr<> const& b) {
  any_expr<> const operands[] = {flat_copy(a), flat_copy(b)};
  any_tensor const all = untyped_concatenate(0, operands, 2);
  if (kind == untyped_set::either)
    return untyped_unique(all);
  any_tensor const x = untyped_unique(all(range(0, a.size()))), y = untyped_unique(all(range(a.size(), end)));
  if (kind == untyped_set::both)
    return untyped_compress(untyped_isin(x, y), x);
  any_tensor others = untyped_compress(!untyped_isin(x, y), x); // a NaN in x is among them, because isin() finds no NaN
  if (kind == untyped_set::first)
    return others;
  any_expr<> const either[] = {others, untyped_compress(!untyped_isin(y, x), y)};
  return untyped_sort(untyped_concatenate(0, either, 2), 0);
}

any_tensor untyped_searchsorted(any_expr<> const& sorted, any_expr<> const& values, bool after) {
  if (sorted.rank() != 1)
    throw_shape_reason("searchsorted", "the sorted list is no vector");
  // Integers are compared by value, as int64 or uint64; other elements are compared in their common type.
  dtype const a = sorted.dtype(), b = values.dtype(), joint = a == b ? a : promoted(a, b);
  auto const compared = [&](any_expr<> const& x) {
    return dense_operand(is_half_type(joint) ? cast(cast(x, joint), dtype::float32)
                         : is_inexact(joint) ? cast(x, joint)
                                             : cast(x, x.dtype() == dtype::uint64 ? dtype::uint64 : dtype::int64));
  };
  memory_operand const list = compared(sorted), from = compared(values);
  any_tensor out(uninit, dtype::int64, values.shape());
  auto const search = [&]<class T, class U>(std::type_identity<T>, std::type_identity<U>) {
    place_in_order<T> const find{list.data<T>(), sorted.size(), after};
    U const* const value = from.data<U>();
    index_t* const to = static_cast<index_t*>(out.data());
    for (index_t i = 0; i < out.size(); ++i)
      to[i] = find(value[i]);
  };
  if (is_inexact(list.type()))
    with_dtype(types_t<float, double, std::complex<float>, std::complex<double>>{}, list.type(),
               [&](auto type) { search(type, type); });
  else
    with_dtype(types_t<std::int64_t, std::uint64_t>{}, list.type(), [&](auto type) {
      with_dtype(types_t<std::int64_t, std::uint64_t>{}, from.type(), [&](auto of_values) { search(type, of_values); });
    });
  return out;
}

} // namespace weft::detail
