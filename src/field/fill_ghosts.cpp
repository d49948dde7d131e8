#include "loop/limits.hpp"
#include "loop/schedule.hpp"

#include <weft/base/clones.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/field/boundary.hpp>
#include <weft/field/fill_ghosts.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

WEFT_KERNELS_BEGIN
namespace weft::detail {

using field::boundary;
using field::side;

ghost_source source_of_ghosts(boundary kind, side s, index_t width, index_t extent) {
  edge_rule const rule{rule_of_boundary[static_cast<int>(kind)], 0};
  bool const low = s == side::lower;
  // One run has all layers, because the interior has as many as there are ghosts.
  pad_run const run = find_pad_run({0, rule, rule}, extent, low ? -1 : extent, low ? -1 : 1, width);
  return {run.source, run.step};
}

namespace {

/// The ghost layers at one end of an axis, from the edge outwards, and their sources: the addresses of the first
/// layers, and the distances to the next ones in bytes.
struct end_layers {
  index_t count = 0, to = 0, from = 0, to_step = 0, from_step = 0;
  bool repeats = false; ///< true if the source is one value

  end_layers(ghost_memory const& g, int axis, side s, ghost_end const& end) {
    bool const low = s == side::lower;
    field::width const w = g.widths[axis];
    index_t const extent = g.extents[axis] - w.lower - w.upper, step = g.strides[axis] * g.item;
    index_t const edge = reinterpret_cast<index_t>(g.data) + w.lower * step;
    count = end.kind == boundary::extrapolated ? 0 : low ? w.lower : w.upper;
    to = edge + (low ? -1 : extent) * step;
    to_step = low ? -step : step;
    repeats = end.kind == boundary::padded;
    if (repeats) {
      from = reinterpret_cast<index_t>(end.value);
    } else if (count > 0) {
      ghost_source const source = source_of_ghosts(end.kind, s, count, extent);
      from = edge + source.first * step;
      from_step = source.step * step;
    }
  }
  /// Returns the address of layer j of the ghosts, `offset` bytes into it.
  index_t target(index_t j, index_t offset) const { return to + j * to_step + offset; }
  index_t source(index_t j, index_t offset) const { return from + j * from_step + (repeats ? 0 : offset); }
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

/// Rows of the layers at both ends, which are copied in one pass: where rows are short, both ends lie in the same cache
/// lines. Elements and rows of ghosts are `column` and `row` bytes from each other, and so are their sources.
struct layer_rows {
  end_layers low, high;
  index_t offset, row, column, rows, columns, item;

  bool has_gaps() const { return column != item || low.repeats || high.repeats; }
};

/// Copies the first `layers` layers of both ends element by element. Several layers are copied piece by piece: three
/// layers of 1000 x 1000 points took 1.7 times as long layer by layer.
template <class U>
void copy_elements(layer_rows const& shared, index_t layers) {
  layer_rows const l = shared; // a copy, which no store can change: so it stays in registers
  index_t const step = l.column, columns = l.columns, piece = layers > 1 ? 64 : columns;
  index_t const from_step = l.low.repeats ? 0 : step, other_from_step = l.high.repeats ? 0 : step;
  for (index_t r = 0; r < l.rows; ++r)
    for (index_t first = 0; first < columns; first += piece)
      for (index_t j = 0; j < layers; ++j) {
        index_t const offset = l.offset + r * l.row + first * step, reach = std::min(piece, columns - first) * step;
        index_t const to = l.low.target(j, offset), other_to = l.high.target(j, offset);
        index_t from = l.low.source(j, offset), other_from = l.high.source(j, offset);
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
using element_copier = void (*)(layer_rows const&, index_t layers);
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

/// Copies rows without gaps by vectors. The last vector of a row ends where the row does, and copies bytes again that
/// the vector before it copied. A call of memcpy takes as long as 30 elements; long rows are worth it.
struct whole_rows {
  static constexpr index_t bytes = 64, long_row = 1024;
  typedef std::uint64_t vector [[gnu::vector_size(64), gnu::may_alias, gnu::aligned(1)]];

  WEFT_INLINE static void run(any_vector, layer_rows const& l, index_t layer) {
    index_t const rows = l.rows, row = l.row, bytes_of_row = l.columns * l.item;
    index_t const to = l.low.target(layer, l.offset), from = l.low.source(layer, l.offset);
    index_t const other_to = l.high.target(layer, l.offset), other_from = l.high.source(layer, l.offset);
    for (index_t r = 0; r < rows; ++r) {
      copy_row(to + r * row, from + r * row, bytes_of_row);
      copy_row(other_to + r * row, other_from + r * row, bytes_of_row);
    }
  }

private:
  WEFT_INLINE static void copy_row(index_t to, index_t from, index_t n) {
    if (n >= long_row) {
      std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void const*>(from), static_cast<std::size_t>(n));
      return;
    }
    for (index_t c = 0; c < n - bytes; c += bytes)
      *reinterpret_cast<vector*>(to + c) = *reinterpret_cast<vector const*>(from + c);
    *reinterpret_cast<vector*>(to + n - bytes) = *reinterpret_cast<vector const*>(from + n - bytes);
  }
};
void copy_whole_rows(layer_rows const& l, index_t layer) {
  static constexpr auto kernels = clones<whole_rows, void(layer_rows const&, index_t)>::all();
  kernels[chosen_isa](l, layer);
}
/// Copies one layer at one end, by memcpy of an element or of a row without gaps.
void copy_layer(layer_rows const& l, end_layers const& end, index_t layer) {
  bool const whole = l.column == l.item && !end.repeats;
  index_t const columns = whole ? 1 : l.columns, bytes = whole ? l.columns * l.item : l.item;
  for (index_t r = 0; r < l.rows; ++r)
    for (index_t c = 0; c < columns; ++c) {
      index_t const offset = l.offset + r * l.row + c * l.column;
      std::memcpy(reinterpret_cast<void*>(end.target(layer, offset)),
                  reinterpret_cast<void const*>(end.source(layer, offset)), static_cast<std::size_t>(bytes));
    }
}
/// Copies the layers that both ends have, then the others.
void copy_layers(layer_rows const& l) {
  bool const gaps = l.has_gaps(), long_rows = !gaps && l.columns * l.item >= whole_rows::bytes;
  index_t const both = std::min(l.low.count, l.high.count), all = std::max(l.low.count, l.high.count);
  element_copier const elements = !long_rows && both > 0 ? copier_of(l.item) : nullptr;
  if (elements != nullptr)
    elements(l, both);
  for (index_t j = elements != nullptr ? both : 0; j < all; ++j) {
    if (j < both && long_rows) {
      copy_whole_rows(l, j);
    } else {
      if (j < l.low.count)
        copy_layer(l, l.low, j);
      if (j < l.high.count)
        copy_layer(l, l.high, j);
    }
  }
}

/// The layers of an axis, and a nest over the other axes whose one operand is the offset into a layer.
struct axis_layers {
  end_layers low, high;
  index_t item;
  operand_kind kind;
  nest n;

  /// The layers include the ghosts of the axes with a bit in `filled`.
  axis_layers(ghost_memory const& g, int axis, ghost_end const* ends, unsigned filled)
      : low(g, axis, side::lower, ends[0]), high(g, axis, side::upper, ends[1]), item(g.item),
        kind(memory_kind(g.item, true)), n(1) {
    n.kind = &kind;
    n.context = nullptr;
    n.position[0] = 0;
    for (int k = 0; k < g.rank; ++k) {
      if (k == axis)
        continue;
      field::width const w = (filled >> k & 1u) != 0 ? field::width() : g.widths[k];
      n.extents[n.rank] = g.extents[k] - w.lower - w.upper;
      n.origin[n.rank] = n.rank;
      *n.steps(n.rank++) = g.strides[k] * g.item;
      n.position[0] += w.lower * g.strides[k] * g.item;
    }
  }
  bool is_empty() const { return n.elements() == 0 || low.count + high.count == 0; }

  /// Copies the layers, or a piece of them along one axis of the nest.
  void copy(nest_piece const& piece, index_t first) const {
    auto const extent = [&](int axis) { return axis >= 0 && axis == piece.axis ? piece.count : n.extent(axis); };
    int const columns = n.rank - 1, rows = n.rank - 2;
    index_t const column = columns < 0 ? item : n.stride(0, columns);
    index_t const offset = n.position[0] + first * n.stride(0, piece.axis);
    layer_rows l{low, high, offset, n.stride(0, rows), column, extent(rows), extent(columns), item};
    odometer outer(n, 0, rows, false, piece);
    do
      copy_layers(l);
    while (outer.next(&l.offset));
  }
  /// Returns the estimated time of copy(): where rows have gaps, each element is in a cache line of its own.
  double nanoseconds() const {
    bool const gaps = n.stride(0, n.rank - 1) != item;
    return element_time(1, gaps ? 128 : static_cast<double>(2 * item)) *
           static_cast<double>(n.elements() * (low.count + high.count));
  }
};

/// Returns true if edges and corners depend on the order of the axes: two axes are padded by different values, or ends
/// are extrapolated.
bool depends_on_order(ghost_memory const& g, ghost_end const* ends) {
  void const* value = nullptr; // the value of a padded axis
  for (ghost_end const* e = ends; e != ends + 2 * g.rank; ++e) {
    if (e->kind == boundary::extrapolated)
      return true;
    if (e->kind != boundary::padded)
      continue;
    if (value != nullptr && std::memcmp(value, e->value, static_cast<std::size_t>(g.item)) != 0)
      return true;
    value = e->value;
  }
  return false;
}

} // namespace

void fill_ghost_axis(ghost_memory const& g, int axis, ghost_end const* ends, unsigned filled) {
  axis_layers layers(g, axis, ends, filled);
  if (layers.is_empty())
    return;
  normalise(layers.n, 0);
  nest const& n = layers.n;
  bool const divisible = n.extent(n.rank - 1) > 1 && n.elements() >= limits::least_divided;
  int const threads = divisible ? threads_for(layers.nanoseconds()) : 1;
  if (threads == 1)
    return layers.copy({-1, 0}, 0);
  struct {
    axis_layers const& layers;
    index_t extent, step;
  } divided{layers, n.extents[0], length_of_pieces(n.extents[0], threads * pieces_per_thread, 1)};
  parallel_for(
      threads, (divided.extent + divided.step - 1) / divided.step,
      [](void* context, index_t number) {
        auto const& d = *static_cast<decltype(divided)*>(context);
        index_t const first = number * d.step;
        d.layers.copy({0, std::min(d.step, d.extent - first)}, first);
      },
      &divided);
}

bool fill_in_any_order(ghost_memory const& g, ghost_end const* ends) {
  if (depends_on_order(g, ends))
    return false;
  // The layers of the axes with the longest strides come last: they have the ghosts of all others in rows without gaps.
  int order[max_rank];
  for (int k = 0; k < g.rank; ++k) {
    int const axis = g.rank - 1 - k;
    int j = k;
    for (; j > 0 && std::abs(g.strides[axis]) < std::abs(g.strides[order[j - 1]]); --j)
      order[j] = order[j - 1];
    order[j] = axis;
  }
  unsigned filled = 0;
  for (int k = 0; k < g.rank; ++k) {
    fill_ghost_axis(g, order[k], ends + 2 * order[k], filled);
    filled |= 1u << order[k];
  }
  return true;
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
