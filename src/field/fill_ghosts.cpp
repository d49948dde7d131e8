#include "loop/nest.hpp"

#include <weft/base/clones.hpp>
#include <weft/field/fill_ghosts.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

WEFT_KERNELS_BEGIN
namespace weft::detail {

using field::boundary;
using field::side;

ghost_source source_of_ghosts(boundary kind, side s, index_t width, index_t extent) {
  bool const low = s == side::lower;
  switch (kind) {
  case boundary::periodic:
    return {low ? extent - width : 0, 1};
  case boundary::mirrored:
    return {low ? width : extent - 2, -1};
  case boundary::mirrored_twice:
    return {low ? width - 1 : extent - 1, -1};
  default: // clamped
    return {low ? 0 : extent - 1, 0};
  }
}

namespace {

/// The layers at one end of an axis: places of the first one, in bytes, and the steps to the next.
struct end_layers {
  index_t count = 0, to = 0, from = 0, to_step = 0, from_step = 0;
  bool repeats = false; ///< one value for all

  end_layers(ghost_memory const& g, int axis, side s, ghost_end const& end) {
    field::width const w = g.widths[axis];
    index_t const extent = g.extents[axis] - w.lower - w.upper;
    count = end.kind == boundary::extrapolated ? 0 : s == side::lower ? w.lower : w.upper;
    to_step = g.strides[axis] * g.item;
    to = reinterpret_cast<index_t>(g.data) + (s == side::lower ? 0 : w.lower + extent) * to_step;
    repeats = end.kind == boundary::padded;
    if (repeats) {
      from = reinterpret_cast<index_t>(end.value);
      return;
    }
    ghost_source const source = source_of_ghosts(end.kind, s, count, extent);
    from = reinterpret_cast<index_t>(g.data) + (w.lower + source.first) * to_step;
    from_step = source.step * to_step;
  }
};

struct two_words {
  std::uint64_t word[2];
};
template <class U>
void move_item(index_t to, index_t from) {
  U u;
  std::memcpy(&u, reinterpret_cast<void const*>(from), sizeof u);
  std::memcpy(reinterpret_cast<void*>(to), &u, sizeof u);
}

/// A layer at each end, in one pass: where rows are short, both ends lie in the same cache lines. Operands are target
/// and source at the lower end, then target and source at the upper one.
struct two_layers {
  index_t at[4];
  index_t const *row, *column; ///< steps
  index_t rows, columns, item;
};
template <class U>
void copy_elements(two_layers const& two) {
  two_layers const l = two; // the stores below cannot change a local copy
  index_t const step = l.column[0], from_step = l.column[1], other_from_step = l.column[3], reach = step * l.columns;
  for (index_t r = 0; r < l.rows; ++r) {
    index_t const to = l.at[0] + r * l.row[0], other_to = l.at[2] + r * l.row[2];
    index_t from = l.at[1] + r * l.row[1], other_from = l.at[3] + r * l.row[3];
    if (from_step == step && other_from_step == step) { // one index in place of four pointers
      for (index_t c = 0; c != reach; c += step) {
        move_item<U>(to + c, from + c);
        move_item<U>(other_to + c, other_from + c);
      }
      continue;
    }
    for (index_t c = 0; c != reach; c += step, from += from_step, other_from += other_from_step) {
      move_item<U>(to + c, from);
      move_item<U>(other_to + c, other_from);
    }
  }
}

/// Rows without gaps as words of machine vectors: a call of memcpy for each of them took as long as 30 elements.
struct whole_rows {
  WEFT_INLINE static void run(any_vector, two_layers const& shared) {
    typedef std::uint64_t word [[gnu::may_alias, gnu::aligned(1)]]; // auto would lose both
    two_layers const l = shared;
    index_t const words = l.columns * l.item / index_t(sizeof(std::uint64_t));
    for (index_t r = 0; r < l.rows; ++r) {
      word* const to = reinterpret_cast<word*>(l.at[0] + r * l.row[0]);
      word* const other_to = reinterpret_cast<word*>(l.at[2] + r * l.row[2]);
      word const* const from = reinterpret_cast<word const*>(l.at[1] + r * l.row[1]);
      word const* const other_from = reinterpret_cast<word const*>(l.at[3] + r * l.row[3]);
      WEFT_SIMD_OWN
      for (index_t c = 0; c < words; ++c) {
        to[c] = from[c];
        other_to[c] = other_from[c];
      }
    }
  }
};
void copy_whole_rows(two_layers const& l) {
  static constexpr auto kernels = clones<whole_rows, void(two_layers const&)>::all();
  kernels[chosen_isa](l);
}
/// One end, an element or a row at a time.
void copy_layer(two_layers const& l, int end) {
  bool const whole = l.column[end] == l.item && l.column[end + 1] == l.item;
  index_t const columns = whole ? 1 : l.columns, bytes = whole ? l.columns * l.item : l.item;
  for (index_t r = 0; r < l.rows; ++r)
    for (index_t c = 0; c < columns; ++c)
      std::memcpy(reinterpret_cast<void*>(l.at[end] + r * l.row[end] + c * l.column[end]),
                  reinterpret_cast<void const*>(l.at[end + 1] + r * l.row[end + 1] + c * l.column[end + 1]),
                  static_cast<std::size_t>(bytes));
}
void copy_layers(two_layers const& l, bool has_low, bool has_high) {
  bool const gaps = l.column[0] != l.item || l.column[1] != l.item || l.column[3] != l.item;
  if (has_low && has_high && !gaps && l.columns * l.item % index_t(sizeof(std::uint64_t)) == 0)
    return copy_whole_rows(l);
  if (has_low && has_high && gaps) {
    switch (l.item) {
    case 1:
      return copy_elements<std::uint8_t>(l);
    case 2:
      return copy_elements<std::uint16_t>(l);
    case 4:
      return copy_elements<std::uint32_t>(l);
    case 8:
      return copy_elements<std::uint64_t>(l);
    case 16:
      return copy_elements<two_words>(l);
    default:
      break;
    }
  }
  if (has_low)
    copy_layer(l, 0);
  if (has_high)
    copy_layer(l, 2);
}

} // namespace

void fill_ghost_axis(ghost_memory const& g, int axis, ghost_end const* ends) {
  end_layers const low(g, axis, side::lower, ends[0]), high(g, axis, side::upper, ends[1]);
  index_t first = 0;
  nest n(4);
  for (int k = 0; k < g.rank; ++k) {
    if (k == axis)
      continue;
    field::width const w = k < axis ? field::width() : g.widths[k];
    index_t const step = g.strides[k] * g.item, count = g.extents[k] - w.lower - w.upper;
    if (count == 0)
      return;
    first += w.lower * step;
    n.extents[n.rank] = count;
    n.origin[n.rank] = n.rank;
    index_t* const steps = n.steps(n.rank++);
    steps[0] = steps[2] = step;
    steps[1] = low.repeats ? 0 : step;
    steps[3] = high.repeats ? 0 : step;
  }
  operand_kind const kinds[] = {memory_kind(g.item, true), memory_kind(g.item, true), memory_kind(g.item, true),
                                memory_kind(g.item, true)};
  n.kind = kinds;
  n.context = nullptr;
  n.position[0] = low.to + first;
  n.position[1] = low.from + (low.repeats ? 0 : first);
  n.position[2] = high.to + first;
  n.position[3] = high.from + (high.repeats ? 0 : first);
  normalise(n, 0);

  static constexpr index_t none[4] = {};
  two_layers l{
      {},    n.rank > 1 ? n.steps(n.rank - 2) : none, n.steps(n.rank - 1), n.extent(n.rank - 2), n.extent(n.rank - 1),
      g.item};
  odometer outer(n, 0, n.rank - 2);
  do {
    for (index_t j = 0; j < std::max(low.count, high.count); ++j) {
      l.at[0] = n.position[0] + j * low.to_step;
      l.at[1] = n.position[1] + j * low.from_step;
      l.at[2] = n.position[2] + j * high.to_step;
      l.at[3] = n.position[3] + j * high.from_step;
      copy_layers(l, j < low.count, j < high.count);
    }
  } while (outer.next(n.position));
}

void check_policies(ghost_memory const& g, ghost_end const* ends) {
  for (int k = 0; k < g.rank; ++k) {
    if (g.strides[k] == 0 && g.extents[k] > 1)
      throw_layout_reason("field::fill_ghosts", "elements of the grid are at one place: a stride is 0");
    for (int end = 0; end < 2; ++end) {
      boundary const kind = ends[2 * k + end].kind;
      auto const head = [&] { return "weft: field::fill_ghosts: axis " + std::to_string(k); };
      if ((kind == boundary::periodic) != (ends[2 * k].kind == boundary::periodic))
        throw shape_error(head() + " is periodic at one end, and not at the other");
      index_t const width = end == 0 ? g.widths[k].lower : g.widths[k].upper;
      index_t const extent = g.extents[k] - g.widths[k].lower - g.widths[k].upper;
      index_t const wanted = kind == boundary::mirrored ? width + 1 : kind == boundary::extrapolated ? 2 : 0;
      if (width > 0 && extent < wanted)
        throw shape_error(head() + " of extent " + std::to_string(extent) + ": " +
                          (kind == boundary::mirrored ? "mirrored" : "extrapolated") + " ghosts in " +
                          std::to_string(width) + " layers take " + std::to_string(wanted));
    }
  }
}

void throw_policies(std::size_t given, int rank) {
  throw shape_error("weft: field::fill_ghosts: " + std::to_string(given) + " policies for a grid of rank " +
                    std::to_string(rank) + ": one for all, or one or two in braces for each axis");
}

} // namespace weft::detail
WEFT_KERNELS_END
