#include <weft/eval/gather.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/cut_operand.hpp>
#include <weft/ops/tile.hpp>

#include <algorithm>
#include <limits>

namespace weft::detail {

namespace {

void check_counted(char const* operation, bool overflows) {
  if (overflows)
    throw_shape_reason(operation, "an extent is more than 64 bits can count");
}

} // namespace

dynamic_extents joined_shape(char const* operation, index_t axis, dynamic_extents const* shapes, int count) {
  dynamic_extents out = shapes[0];
  int const a = check_axis(operation, axis, out.rank());
  for (int j = 1; j < count; ++j) {
    bool fits = shapes[j].rank() == out.rank();
    for (int k = 0; k < out.rank() && fits; ++k)
      fits = k == a || shapes[j][k] == out[k];
    if (!fits)
      throw_shapes(operation, shapes[0].value, shapes[0].rank(), shapes[j].value, shapes[j].rank(),
                   ("they differ on another axis than " + std::to_string(a) + ", on which they are joined").c_str());
    index_t sum;
    check_counted(operation, __builtin_add_overflow(out[a], shapes[j][a], &sum));
    out.set(a, sum);
  }
  return out;
}

pad_run find_pad_run(continued_axis const& axis, index_t n, index_t i, index_t by, index_t limit) noexcept {
  // Returns the number of moves until y, which is in from ... to, leaves that range, at most `limit`. A division takes
  // longer than all the rest.
  auto const stays = [&](index_t y, index_t from, index_t to) {
    index_t const way = by > 0 ? to - y : y - from, step = by > 0 ? by : -by;
    return by == 0 ? limit : std::min((step == 1 ? way : way / step) + 1, limit);
  };
  bool const is_low = i < 0, wraps = axis.low.how == beyond::wrap;
  if (i >= 0 && i < n && !wraps)
    return {stays(i, 0, n - 1), i, by, 0};
  edge_rule const rule = is_low ? axis.low : axis.high;
  index_t const end = is_low ? 0 : n - 1, last = (std::numeric_limits<index_t>::max)() / 2;
  auto const outside = [&] { return is_low ? stays(i, -last, -1) : stays(i, n, last); };
  if (rule.how == beyond::constant)
    return {outside(), -1, rule.value, 0};
  if (rule.how == beyond::linear)
    return {1, end, is_low ? 1 : -1, is_low ? -i : i - end};
  bool const repeats = rule.how == beyond::symmetric;
  if (rule.how == beyond::edge || (n == 1 && !wraps))
    return {outside(), end, 0, 0};
  index_t const period = wraps ? n : 2 * n - (repeats ? 0 : 2);
  index_t y = i < 0 ? i + period : i < period ? i : i - period;
  if (y < 0 || y >= period)
    y = (y % period + period) % period;
  if (y < n)
    return {stays(y, 0, n - 1), y, by, 0};
  return {stays(y, n - (repeats ? 0 : 1), period - (repeats ? 1 : 0)), period - (repeats ? 1 : 0) - y, -by, 0};
}

namespace {

/// Finds the index of the element with this number in an array, dense and row-major.
void place_of(index_t number, dynamic_extents const& whole, index_t* index) {
  for (int a = whole.rank() - 1; a >= 0; number /= whole[a--])
    index[a] = number % whole[a];
}
/// Finds the axis of the array along which axis k of a window moves, with `count` elements `stride` apart. Returns
/// false if there is no single one.
bool add_move(dynamic_extents const& whole, int k, index_t count, index_t stride, index_t offset, axis_move* out) {
  index_t neighbour = count_of(whole);
  for (int a = 0; a < whole.rank(); ++a) {
    neighbour /= whole[a];
    if (neighbour == stride && out[a].along < 0 && out[a].first + count <= whole[a]) {
      out[a].step = 1;
      out[a].along = k;
      return true;
    }
  }
  // Each element has its own index, so the second index gives the steps, and the last one shows whether they are even.
  index_t second[max_rank], last[max_rank];
  place_of(offset + stride, whole, second);
  place_of(offset + (count - 1) * stride, whole, last);
  bool moves = false;
  for (int a = 0; a < whole.rank(); ++a) {
    index_t const by = second[a] - out[a].first;
    if (by == 0 && last[a] == out[a].first)
      continue;
    if (moves || out[a].along >= 0 || last[a] - out[a].first != by * (count - 1))
      return false;
    moves = true;
    out[a].step = by;
    out[a].along = k;
  }
  return true;
}

} // namespace

bool find_moves(dynamic_extents const& whole, dynamic_extents const& extents, dynamic_extents const& strides,
                index_t offset, axis_move* out) noexcept {
  index_t first[max_rank]{};
  if (offset != 0)
    place_of(offset, whole, first);
  for (int a = 0; a < whole.rank(); ++a)
    out[a] = {first[a], 0, -1};
  for (int k = 0; k < extents.rank(); ++k)
    if (extents[k] > 1 && strides[k] != 0 && !add_move(whole, k, extents[k], strides[k], offset, out))
      return false;
  return true;
}

dynamic_extents padded_shape(padding mode, dynamic_extents const& whole, dynamic_extents const& before,
                             dynamic_extents const& after) {
  auto const refuse = [&](dynamic_extents const& other, char const* reason) {
    throw_shapes("pad", whole.value, whole.rank(), other.value, other.rank(), reason);
  };
  dynamic_extents out = whole;
  for (dynamic_extents const* width : {&before, &after}) {
    if (width->rank() != whole.rank())
      refuse(*width, "one width is needed for each axis");
    for (int k = 0; k < out.rank(); ++k) {
      if ((*width)[k] < 0)
        refuse(*width, "a width is negative");
      if ((*width)[k] > 0 && whole[k] == 0 && mode != padding::constant)
        refuse(*width, "an axis of extent 0 has no element to go on with");
      index_t sum;
      check_counted("pad", __builtin_add_overflow(out[k], (*width)[k], &sum));
      out.set(k, sum);
    }
  }
  return out;
}

dynamic_extents repeated_shape(char const* operation, dynamic_extents const& whole, dynamic_extents const& times) {
  dynamic_extents out = whole;
  for (int k = 0; k < out.rank(); ++k) {
    if (times[k] < 0)
      throw_shapes(operation, whole.value, whole.rank(), times.value, times.rank(), "a number of copies is negative");
    index_t product;
    check_counted(operation, __builtin_mul_overflow(out[k], times[k], &product));
    out.set(k, product);
  }
  return out;
}

index_t repeated_numbers(index_t const* counts, index_t step, index_t n, index_t* out) {
  index_t total = 0;
  for (index_t i = 0; i < n; ++i) {
    index_t const count = counts[i * step];
    if (count < 0)
      throw_shape_reason("repeat", "a number of copies is negative");
    if (out != nullptr)
      std::fill_n(out + total, count, i);
    if (__builtin_add_overflow(total, count, &total))
      throw_shape_reason("repeat", "the copies are more than 64 bits can count");
  }
  return total;
}

pick_layout pick_axes(dynamic_extents const& whole, dynamic_extents const& strides, int const* axes, int count,
                      dynamic_extents const& indices, dynamic_extents const& steps) {
  int const rank = check_rank(whole.rank() - count + indices.rank());
  pick_layout m{dynamic_extents(rank), dynamic_extents(rank), dynamic_extents(rank)};
  int out = 0;
  auto const push = [&](index_t extent, index_t stride, index_t step) {
    m.extents.set(out, extent);
    m.strides.set(out, stride);
    m.table.set(out++, step);
  };
  for (int k = 0, next = 0; k < whole.rank(); ++k) {
    if (next == count || axes[next] != k) {
      push(whole[k], strides[k], 0);
      continue;
    }
    if (next++ == 0)
      for (int j = 0; j < indices.rank(); ++j)
        push(indices[j], 0, steps[j]);
  }
  return m;
}

pick_layout pick_along(char const* operation, dynamic_extents const& whole, dynamic_extents const& strides,
                       index_t axis, dynamic_extents const& indices, dynamic_extents const& steps) {
  int const a = check_axis(operation, axis, whole.rank());
  if (indices.rank() != whole.rank())
    throw_shapes(operation, whole.value, whole.rank(), indices.value, indices.rank(), "the ranks differ");
  dynamic_extents others = whole;
  others.set(a, indices[a]);
  pick_layout m{broadcast(operation, others, indices), strides, steps};
  for (int k = 0; k < whole.rank(); ++k) {
    m.strides.set(k, k == a || whole[k] == 1 ? 0 : strides[k]);
    m.table.set(k, indices[k] == 1 ? 0 : steps[k]);
  }
  return m;
}

pick_layout pick_numbers(dynamic_extents const& indices, dynamic_extents const& steps) {
  pick_layout m{indices, indices, steps};
  for (int k = 0; k < indices.rank(); ++k)
    m.strides.set(k, 0);
  return m;
}

} // namespace weft::detail
