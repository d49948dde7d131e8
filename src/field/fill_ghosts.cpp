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
  default: // clamped: all ghosts take the layer at the edge
    return {low ? 0 : extent - 1, 0};
  }
}

namespace {

/// The ghost layers at one end of an axis, and their sources: the addresses of the first layers, and the distances to
/// the next ones in bytes.
struct end_layers {
  index_t count = 0, to = 0, from = 0, to_step = 0, from_step = 0;
  bool repeats = false; ///< true if the source is one value

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

/// Layers at both ends, which are copied in one pass: where rows are short, both ends lie in the same cache lines. The
/// operands are target and source at the lower end, then target and source at the upper end.
struct two_layers {
  index_t at[4];
  index_t const *row, *column, *layer; ///< distances of neighbours in bytes
  index_t rows, columns, layers, item;

  bool has_gaps() const { return column[0] != item || column[1] != item || column[3] != item; }
};
/// Copies the layers of both ends element by element. Several layers are copied piece by piece: three layers of 1000 x
/// 1000 points took 1.7 times as long layer by layer.
template <class U>
void copy_elements(two_layers const& l) {
  index_t const step = l.column[0], from_step = l.column[1], other_from_step = l.column[3];
  index_t const columns = l.columns, piece = l.layers > 1 ? 64 : columns;
  for (index_t r = 0; r < l.rows; ++r)
    for (index_t first = 0; first < columns; first += piece)
      for (index_t j = 0; j < l.layers; ++j) {
        auto const place = [&](int k) { return l.at[k] + r * l.row[k] + first * l.column[k] + j * l.layer[k]; };
        index_t const to = place(0), other_to = place(2), reach = std::min(piece, columns - first) * step;
        index_t from = place(1), other_from = place(3);
        if (from_step == step && other_from_step == step) // this loop needs one index in place of four pointers
          for (index_t c = 0; c != reach; c += step) {
            move_item<U>(to + c, from + c);
            move_item<U>(other_to + c, other_from + c);
          }
        else
          for (index_t c = 0; c != reach; c += step, from += from_step, other_from += other_from_step) {
            move_item<U>(to + c, from);
            move_item<U>(other_to + c, other_from);
          }
      }
}
using element_copier = void (*)(two_layers const&);
/// Returns the copier of elements of `item` bytes, or null for other sizes.
element_copier copier_of(index_t item) {
  switch (item) {
  case 1:
    return copy_elements<std::uint8_t>;
  case 2:
    return copy_elements<std::uint16_t>;
  case 4:
    return copy_elements<std::uint32_t>;
  case 8:
    return copy_elements<std::uint64_t>;
  case 16:
    return copy_elements<two_words>;
  default:
    return nullptr;
  }
}

/// Copies rows without gaps in words of 8 bytes, by vector instructions: a call of memcpy for each row took as long as
/// 30 elements.
struct whole_rows {
  WEFT_INLINE static void run(any_vector, two_layers const& shared) {
    typedef std::uint64_t word [[gnu::may_alias, gnu::aligned(1)]]; // auto would lose both attributes
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
/// Copies one layer at one end, by memcpy of an element or of a row without gaps.
void copy_layer(two_layers const& l, int end) {
  bool const whole = l.column[end] == l.item && l.column[end + 1] == l.item;
  index_t const columns = whole ? 1 : l.columns, bytes = whole ? l.columns * l.item : l.item;
  for (index_t r = 0; r < l.rows; ++r)
    for (index_t c = 0; c < columns; ++c)
      std::memcpy(reinterpret_cast<void*>(l.at[end] + r * l.row[end] + c * l.column[end]),
                  reinterpret_cast<void const*>(l.at[end + 1] + r * l.row[end + 1] + c * l.column[end + 1]),
                  static_cast<std::size_t>(bytes));
}
/// Copies the layers that both ends have, then the others. `position` has the addresses of the first layers.
void copy_layers(two_layers& l, index_t const* position, end_layers const& low, end_layers const& high) {
  bool const gaps = l.has_gaps(), words = !gaps && l.columns * l.item % index_t(sizeof(std::uint64_t)) == 0;
  index_t const both = std::min(low.count, high.count), all = std::max(low.count, high.count);
  element_copier const elements = gaps && both > 0 ? copier_of(l.item) : nullptr;
  l.layers = elements != nullptr ? both : 1;
  for (index_t j = 0; j < all; j += j == 0 ? l.layers : 1) {
    for (int k = 0; k < 4; ++k)
      l.at[k] = position[k] + j * l.layer[k];
    if (j == 0 && elements != nullptr) {
      elements(l);
    } else if (j < both && words) {
      copy_whole_rows(l);
    } else {
      if (j < low.count)
        copy_layer(l, 0);
      if (j < high.count)
        copy_layer(l, 2);
    }
  }
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
  index_t const layer[] = {low.to_step, low.from_step, high.to_step, high.from_step};
  two_layers l{{},
               n.rank > 1 ? n.steps(n.rank - 2) : none,
               n.steps(n.rank - 1),
               layer,
               n.extent(n.rank - 2),
               n.extent(n.rank - 1),
               1,
               g.item};
  odometer outer(n, 0, n.rank - 2);
  do
    copy_layers(l, n.position, low, high);
  while (outer.next(n.position));
}

void check_policies(ghost_memory const& g, ghost_end const* ends, bool are_numbers) {
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
      if (kind == boundary::extrapolated && width > 0 && !are_numbers)
        throw_error("field::fill_ghosts", "only numbers are extrapolated");
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
