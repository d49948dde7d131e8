#include "loop/walk.hpp"
#include "loop/stream.hpp"

#include <algorithm>

namespace weft::detail {

namespace {

/// Returns a frame of the last two axes of a nest, with operands at these addresses.
loop_frame matrix_frame(nest const& n, index_t const* position, index_t rows, index_t columns) {
  int const inner = n.rank - 1;
  return {rows, columns, position, n.steps(inner - 1), n.steps(inner), n.context};
}

/// Runs all blocks of a piece: an odometer walks the outer axes, then blocks of rows and columns the last two.
class block_walk {
public:
  block_walk(nest const& n, schedule const& s, void const* core, index_t first, nest_piece const& p)
      : n_(n), s_(s), core_(core), kernel_(s.variant->run[chosen_isa]), piece_(p), inner_(n.rank - 1), at_(n.operands) {
    at_.copy_from(n.position, n.operands);
    if (first != 0)
      for (int j = 0; j < n.operands; ++j)
        at_[j] += first * n.steps(p.axis)[j];
  }

  template <class Visit>
  void each_matrix(Visit const& visit) {
    nest const& n = n_;
    if (n.rank <= 2)
      return visit();
    odometer outer(n, 0, n.rank - 2, s_.backwards, piece_);
    outer.begin(at_.data());
    do
      visit();
    while (outer.next(at_.data()));
  }

  /// Runs the tiles of one band on and above the diagonal, each with its mirror image; both are read before either is
  /// written.
  void run_pairs(index_t first, index_t side) {
    buffers const room(n_, s_, 0, false), room_across(n_, s_, 0, false);
    frame_slots slots(n_.operands), slots_across(n_.operands);
    set_steps(slots);
    set_steps(slots_across);
    index_t const all = extent(inner_), high = std::min(side, all - first);
    each_matrix([&] {
      block(room, slots, first, high, first, high);
      for (index_t c = first + high; c < all; c += side) {
        index_t const wide = std::min(side, all - c);
        read_block(room, slots, first, high, c, wide);
        read_block(room_across, slots_across, c, wide, first, high);
        compute(room, slots, first, high, c, wide);
        compute(room_across, slots_across, c, wide, first, high);
      }
    });
  }

  /// Calls the kernel for all rows and columns at once, for each index of the outer axes.
  void run_direct() {
    loop_frame const frame = matrix_frame(n_, at_.data(), extent(inner_ - 1), extent(inner_));
    each_matrix([&] { kernel_(core_, frame); });
  }

  void run_buffered() {
    buffers const room(n_, s_, 0, false);
    frame_slots slots(n_.operands);
    set_steps(slots);
    each_matrix([&] { s_.is_streamed() ? streamed_rows(room, slots) : blocks(room, slots); });
    if (s_.is_streamed())
      stream_end();
  }

private:
  index_t extent(int axis) const { return axis == piece_.axis ? piece_.count : n_.extent(axis); }

  /// Sets the steps of all operands. For one without a buffer only the address changes from block to block.
  void set_steps(frame_slots& slots) const {
    for (int j = 0; j < n_.operands; ++j)
      slots.set(j, {0, n_.stride(j, inner_ - 1), n_.steps(inner_)[j]});
  }

  void blocks(buffers const& room, frame_slots& slots) const {
    index_t const rows = extent(inner_ - 1), columns = extent(inner_), wide = s_.fit_columns(columns);
    index_t const high = wide < columns && !s_.tiled ? 1 : s_.fit_rows(rows, wide);
    index_t const across = (columns + wide - 1) / wide, all = (rows + high - 1) / high * across;
    for (index_t b = 0; b < all; ++b) {
      index_t const m = s_.backwards ? all - 1 - b : b, r = m / across * high, c = m % across * wide;
      block(room, slots, r, std::min(rows - r, high), c, std::min(columns - c, wide));
    }
  }

  /// Runs rows in blocks. Each block, but for the first one of a row, begins where a cache line of the target does.
  void streamed_rows(buffers const& room, frame_slots& slots) const {
    constexpr index_t line = limits::line;
    index_t const size = n_.size(0), wide = s_.block - line, rows = extent(inner_ - 1), columns = extent(inner_);
    slots.set(0, room.target(0, 0));
    for (index_t r = 0; r < rows; ++r) {
      index_t const to = place(0, r, 0), before = (line - to % line) % line / size;
      for (index_t c = 0, next; c < columns; c = next) {
        next = std::min(columns, c == 0 ? before + wide : c + wide);
        read(room, slots, r, 1, c, next - c);
        kernel_(core_, slots.frame(1, next - c, n_.context));
        stream_copy(to + c * size, room.target(0, 0).position, (next - c) * size);
      }
    }
  }

  void block(buffers const& room, frame_slots& slots, index_t row, index_t rows, index_t column,
             index_t columns) const {
    read_block(room, slots, row, rows, column, columns);
    compute(room, slots, row, rows, column, columns);
  }
  void read_block(buffers const& room, frame_slots& slots, index_t row, index_t rows, index_t column,
                  index_t columns) const {
    for (int j = 0; j < n_.targets; ++j)
      if (room.holds(j))
        slots.set(j, room.target(j, columns));
      else
        slots.move(j, place(j, row, column));
    read(room, slots, row, rows, column, columns);
  }
  void compute(buffers const& room, frame_slots& slots, index_t row, index_t rows, index_t column,
               index_t columns) const {
    kernel_(core_, slots.frame(rows, columns, n_.context));
    for (int j = 0; j < n_.targets; ++j)
      if (room.holds(j))
        room.store(j, place(j, row, column), rows, columns);
  }

  WEFT_INLINE void read(buffers const& room, frame_slots& slots, index_t row, index_t rows, index_t column,
                        index_t columns) const {
    for (int j = n_.targets; j < n_.operands; ++j)
      if (room.holds(j))
        slots.set(j, room.load(j, place(j, row, column), rows, columns, inner_ - 1));
      else
        slots.move(j, place(j, row, column));
  }

  index_t place(int j, index_t row, index_t column) const {
    return at_[j] + (inner_ > 0 ? row : 0) * n_.steps(inner_ - 1)[j] + column * n_.steps(inner_)[j];
  }

  nest const& n_;
  schedule const& s_;
  void const* core_;
  loop_kernel kernel_;
  nest_piece piece_;
  int inner_;
  positions at_;
};

/// Runs p.count indices of axis p.axis, from index `first` on.
void walk_piece(nest const& n, schedule const& s, void const* core, index_t first, nest_piece const& p) {
  block_walk w(n, s, core, first, p);
  s.is_direct() ? w.run_direct() : w.run_buffered();
}

/// Runs a loop cut along one axis into pieces that any thread may run, in any order.
struct divided_walk {
  nest const& n;
  schedule const& s;
  void const* core;

  void run() { parallel_for(s.threads, (n.extents[s.cut] + s.step - 1) / s.step, &divided_walk::run_piece, this); }
  static void run_piece(void* me, index_t number) {
    auto const& [n, s, core] = *static_cast<divided_walk const*>(me);
    index_t const first = number * s.step;
    walk_piece(n, s, core, first, {s.cut, std::min(s.step, n.extents[s.cut] - first)});
  }
};

/// Runs bands of tiles, each tile with its mirror image across the diagonal, in any order.
struct walk_in_pairs {
  nest const& n;
  schedule const& s;
  void const* core;
  index_t side;

  void run() { parallel_for(s.threads, (n.extent(n.rank - 1) + side - 1) / side, &walk_in_pairs::run_band, this); }
  static void run_band(void* me, index_t number) {
    auto const& [n, s, core, side] = *static_cast<walk_in_pairs const*>(me);
    block_walk(n, s, core, 0, {0, n.extent(0)}).run_pairs(number * side, side);
  }
};

} // namespace

void walk(nest const& n, schedule const& s, void const* core) {
  if (s.packed)
    walk_packed(n, s, core);
  else if (s.in_pairs)
    walk_in_pairs{n, s, core, s.fit_columns(n.extent(n.rank - 1))}.run();
  else if (s.threads > 1)
    divided_walk{n, s, core}.run();
  else if (s.is_direct() && n.rank <= 2)
    s.variant->run[chosen_isa](core, matrix_frame(n, n.position, n.extent(n.rank - 2), n.extent(n.rank - 1)));
  else
    walk_piece(n, s, core, 0, {0, n.extent(n.rank > 0 ? 0 : -1)});
}

} // namespace weft::detail
