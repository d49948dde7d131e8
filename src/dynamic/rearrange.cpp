#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/tile.hpp>

#include <span>
#include <utility>
#include <vector>

// Functions that move elements. The templates of ops/ cut operand and target into windows, and one compiled loop for
// each size of an element copies them. An operand that is an expression is evaluated into the windows.
namespace weft::detail {

namespace {

/// Returns the type that `where` would give to elements of both types.
dtype joint_type(dtype a, dtype b) {
  return a == b ? a : promoted(a, b);
}

any_tensor join(char const* operation, index_t axis, std::span<any_expr<> const> entries) {
  std::vector<dynamic_extents> shapes;
  shapes.reserve(entries.size());
  dtype type = entries[0].dtype();
  for (any_expr<> const& entry : entries) {
    shapes.push_back(entry.shape());
    type = joint_type(type, entry.dtype());
  }
  any_tensor out(uninit, type, joined_shape(operation, axis, shapes.data(), static_cast<int>(shapes.size())));
  moved_target const target = target_of(out);
  int const along = static_cast<int>(axis);
  session s;
  index_t at = 0;
  for (any_expr<> const& entry : entries) {
    index_t const n = entry.shape()[along];
    assign(window_of_leaf(target, range_selector<int>{along, at, n}),
           moved_operand{cast_program(untyped_access::program(entry), type)}, s);
    at += n;
  }
  return out;
}

/// Returns an operand in memory, for functions that read it several times.
moved_operand stored_operand(any_expr<> const& x) {
  return {untyped_access::program(memory_operand(x).expression())};
}

any_tensor repeat_each(char const* operation, any_expr<> const& x, dynamic_extents const& times, bool inner) {
  any_tensor out(uninit, x.dtype(), repeated_shape(operation, x.shape(), times));
  repetition<moved_value, dynamic_extents> repeats{};
  for (int k = 0; k < times.rank(); ++k)
    repeats.times[k] = times[k];
  repeats.inner = inner;
  session s;
  repeats.evaluate(target_of(out), s, stored_operand(x));
  return out;
}

any_tensor continue_beyond(any_expr<> const& x, dynamic_extents const& before, dynamic_extents const& shape,
                           padding mode, moved_value const& value) {
  any_tensor out(uninit, x.dtype(), shape);
  session s;
  continuation<moved_value, dynamic_extents>(before, edge_rule{beyond(mode), 0}, value)
      .evaluate(target_of(out), s, stored_operand(x));
  return out;
}

} // namespace

any_tensor untyped_concatenate(index_t axis, any_expr<> const* entries, index_t count) {
  return join("concatenate", axis, {entries, static_cast<std::size_t>(count)});
}
any_tensor untyped_stack(index_t axis, any_expr<> const* entries, index_t count) {
  std::vector<any_expr<>> with_axis;
  with_axis.reserve(static_cast<std::size_t>(count));
  for (index_t k = 0; k < count; ++k)
    with_axis.push_back(expand_dims(entries[k], axis));
  return join("stack", axis, with_axis);
}

any_tensor untyped_tile(any_expr<> const& x, dynamic_extents const& times) {
  int const rank = std::max(x.rank(), times.rank());
  dynamic_extents each = number_for_each_axis(1, rank), whole = each; // both shapes are aligned at the last axis
  for (int k = 0; k < times.rank(); ++k)
    each.set(rank - times.rank() + k, times[k]);
  for (int k = 0; k < x.rank(); ++k)
    whole.set(rank - x.rank() + k, x.shape()[k]);
  return repeat_each("tile", broadcast_to(x, whole), each, false);
}
any_tensor untyped_repeat(any_expr<> const& x, index_t times, index_t axis) {
  dynamic_extents each = number_for_each_axis(1, x.rank());
  each.set(check_axis("repeat", axis, x.rank()), times);
  return repeat_each("repeat", x, each, true);
}
any_tensor untyped_repeat(any_expr<> const& x, any_expr<> const& counts, index_t axis) {
  int const k = check_axis("repeat", axis, x.rank());
  if (!is_integer(counts.dtype()))
    throw_dtype("repeat", counts.dtype(), dtype::int64);
  index_t const n = x.shape()[k];
  any_tensor const each(cast(counts, dtype::int64));
  if (each.rank() != 1 || (each.size() != n && each.size() != 1))
    throw_shapes("repeat: counts for one axis", each.shape().values(), each.rank(), &n, 1, "the extents differ");
  index_t const* const first = static_cast<index_t const*>(each.data());
  index_t const step = each.size() == 1 ? 0 : 1;
  any_tensor numbers(uninit, dtype::int64, shape(repeated_numbers(first, step, n, nullptr)));
  repeated_numbers(first, step, n, static_cast<index_t*>(numbers.data()));
  return untyped_take(x, numbers, axis);
}

any_tensor untyped_pad(any_expr<> const& x, dynamic_extents const& before, dynamic_extents const& after, padding mode,
                       any_expr<> const& value) {
  dynamic_extents const shape = padded_shape(mode, x.shape(), before, after);
  moved_value beyond{x.dtype()};
  write_element(stored_program("pad", untyped_access::program(value), x.dtype()), x.dtype(), beyond.bytes);
  return continue_beyond(x, before, shape, mode, beyond);
}
any_tensor untyped_roll(any_expr<> const& x, index_t shift, index_t axis) {
  int const k = check_axis("roll", axis, x.rank());
  index_t const n = x.shape()[k];
  dynamic_extents before = number_for_each_axis(0, x.rank());
  before.set(k, n == 0 ? 0 : shift % n);
  return continue_beyond(x, before, x.shape(), padding::wrap, {});
}

any_expr<> untyped_diag(any_expr<> const& x, index_t k) {
  moved_operand const operand{untyped_access::program(x)};
  dynamic_extents const shape = diag_shape(operand, k);
  if (x.rank() == 2)
    return diagonal(x, k);
  any_tensor out(x.dtype(), shape);
  session s;
  assign(window_of_leaf(target_of(out), diagonal_at<index_t>{k}), operand, s);
  return out;
}
any_expr<> untyped_triangle(any_expr<> const& x, index_t k, bool lower) {
  int const rank = x.rank();
  if (rank < 2)
    throw_shape_reason(lower ? "tril" : "triu", "it takes a matrix, or a stack of them");
  index_t const rows = x.extent(rank - 2);
  index_t const last = lower ? k : std::max(k, -rows) - 1; // so that no difference of indices overflows
  auto const below = tri<bool>(shape(rows, x.extent(rank - 1)), last);
  moved_value const zero{x.dtype()};
  any_expr<> const none = untyped_access::expression_of(constant_part(zero.type, zero.bytes, dynamic_extents(0)));
  return lower ? where(below, x, none) : where(below, none, x);
}

/// Returns the `count` parts of x between count + 1 cuts along an axis.
static std::vector<any_expr<>> untyped_sections(any_expr<> const& x, int axis, index_t const* cuts, index_t count) {
  std::vector<any_expr<>> entries;
  entries.reserve(static_cast<std::size_t>(count));
  moved_operand const whole{untyped_access::program(x)};
  for (index_t j = 0; j < count; ++j)
    entries.push_back(untyped_access::expression_of(
        window_of(whole, range_selector<int>{axis, cuts[j], std::max<index_t>(cuts[j + 1] - cuts[j], 0)}).program));
  return entries;
}
plain_vector<any_expr<>> untyped_split(char const* operation, any_expr<> const& x, index_t count, index_t axis,
                                       bool equal) {
  int const k = check_axis(operation, axis, x.rank());
  index_t const n = x.extent(k);
  check_even_sections(operation, n, count, equal);
  std::vector<index_t> cuts;
  for (index_t j = 0; j <= count; ++j)
    cuts.push_back(even_cut(n, count, j));
  return untyped_sections(x, k, cuts.data(), count);
}
plain_vector<any_expr<>> untyped_split_at(any_expr<> const& x, plain_vector<index_t> const& cuts, index_t axis) {
  int const k = check_axis("split", axis, x.rank());
  index_t const n = x.extent(k);
  std::vector<index_t> all{0};
  for (index_t const cut : cuts) {
    if (cut < all.back() || cut > n)
      throw_index("split: a cut", cut, k, n);
    all.push_back(cut);
  }
  all.push_back(n);
  return untyped_sections(x, k, all.data(), static_cast<index_t>(cuts.size()) + 1);
}

} // namespace weft::detail
