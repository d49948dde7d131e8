#include <weft/eval/gather.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/tile.hpp>

#include <algorithm>

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

pad_run find_pad_run(padding mode, index_t n, index_t before, index_t total, index_t p) noexcept {
  index_t const left = total - p, i = p - before; // element i of the operand, as it goes on
  if (mode != padding::wrap && i >= 0 && i < n)
    return {std::min(n - i, left), i, 1};
  if (mode == padding::constant)
    return {i < 0 ? std::min(-i, left) : left, -1, 0};
  if (mode == padding::edge || n == 1)
    return {i < 0 ? std::min(-i, left) : left, i < 0 ? 0 : n - 1, 0};
  index_t const period = mode == padding::wrap ? n : 2 * (n - 1), in_period = (i % period + period) % period;
  if (in_period < n)
    return {std::min(n - in_period, left), in_period, 1};
  return {std::min(period - in_period, left), period - in_period, -1};
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

pick_map pick_axes(dynamic_extents const& whole, dynamic_extents const& strides, int const* axes, int count,
                   dynamic_extents const& indices, dynamic_extents const& steps) {
  int const rank = check_rank(whole.rank() - count + indices.rank());
  pick_map m{dynamic_extents(rank), dynamic_extents(rank), dynamic_extents(rank)};
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

pick_map pick_along(char const* operation, dynamic_extents const& whole, dynamic_extents const& strides, index_t axis,
                    dynamic_extents const& indices, dynamic_extents const& steps) {
  int const a = check_axis(operation, axis, whole.rank());
  if (indices.rank() != whole.rank())
    throw_shapes(operation, whole.value, whole.rank(), indices.value, indices.rank(), "the ranks differ");
  dynamic_extents others = whole;
  others.set(a, indices[a]);
  pick_map m{broadcast(operation, others, indices), strides, steps};
  for (int k = 0; k < whole.rank(); ++k) {
    m.strides.set(k, k == a || whole[k] == 1 ? 0 : strides[k]);
    m.table.set(k, indices[k] == 1 ? 0 : steps[k]);
  }
  return m;
}

pick_map pick_numbers(dynamic_extents const& indices, dynamic_extents const& steps) {
  pick_map m{indices, indices, steps};
  for (int k = 0; k < indices.rank(); ++k)
    m.strides.set(k, 0);
  return m;
}

} // namespace weft::detail
