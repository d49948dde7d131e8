#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"

#include <algorithm>

namespace weft::detail {

namespace {

/// Calls the kernel for all rows of results along the last axis that stays; the places of values in a window are the
/// same for all results.
class window_walk {
public:
  window_walk(nest const& n, fold_schedule const& s, fold_task const& f)
      : n_(n), s_(s), f_(f), inner_(n.rank - 1), rows_(s.kept - 1), slots_(n.operands - 1), at_(n.operands),
        to_(n.operands), offsets_("the places of values", static_cast<std::size_t>(s.count * slots_)),
        read_("the places of values", static_cast<std::size_t>(s.read.is_direct() ? 0 : s.count * slots_)),
        room_("the buffer of windows",
              static_cast<std::size_t>(s.read.is_direct() ? 0 : s.read.block * s.read.staged_bytes)) {
    at_.copy_from(n.position, n.operands);
    odometer values(n, s.kept, inner_);
    index_t* offset = offsets_.data();
    do
      for (int j = 1; j <= slots_; ++j)
        *offset++ = at_[j] - n.position[j];
    while (values.next(at_.data()));
    if (!s.read.is_direct())
      for (index_t k = 0; k < s.count * slots_; ++k) {
        int const j = static_cast<int>(k % slots_) + 1;
        read_[k] = s.read.is_buffered(j) ? k / slots_ * s.read.block * n.size(j) : offsets_[k];
      }
  }

  void run() {
    if (!s_.read.is_direct())
      return run_packed();
    bool const is_one = f_.kind.merge == nullptr || s_.count <= limits::fold_rows;
    odometer results(n_, 0, is_one ? std::max(rows_, 0) : s_.kept);
    do {
      for (int j = 0; j < n_.operands; ++j)
        to_.set(j, {at_[j], n_.stride(j, rows_), 0});
      if (is_one)
        call(n_.extent(rows_), n_.extents[inner_], {0, s_.count}, false);
      else
        row_in_blocks();
    } while (results.next(at_.data()));
  }

private:
  struct value_range {
    index_t first, count;
  };
  void call(index_t rows, index_t columns, value_range v, bool unfinished) {
    index_t const* const offset = offsets_.data() + v.first * slots_;
    s_.windows(f_.core, window_frame{to_.frame(rows, columns, nullptr), v.count, offset, unfinished});
  }
  /// Makes rows of results block by block. The buffer has a row for each value of each packed operand.
  void run_packed() {
    index_t const all = n_.extents[inner_];
    for (index_t c = 0, columns; c < all; c += columns) {
      columns = std::min(s_.read.block, all - c);
      positions packed(n_.operands); // rows that repeat for all results stay in the buffer
      std::fill_n(packed.data(), n_.operands, 0);
      odometer results(n_, 0, s_.kept);
      do {
        auto room = reinterpret_cast<index_t>(room_.data());
        for (int j = 0; j <= slots_; ++j) {
          index_t const from = at_[j] + c * n_.steps(inner_)[j];
          bool const is_packed = j > 0 && s_.read.is_buffered(j);
          to_.set(j, {is_packed ? room : from, 0, 0});
          if (!is_packed)
            continue;
          if (packed[j] != from)
            pack(j, from, columns, room);
          packed[j] = from;
          room += s_.count * s_.read.block * n_.size(j);
        }
        s_.windows(f_.core, window_frame{to_.frame(1, columns, nullptr), s_.count, read_.data(), false});
      } while (results.next(at_.data()));
    }
  }
  /// Copies a row for each value of operand j into the buffer. Values that lie side by side are copied at once, as many
  /// as there are between neighbouring results.
  void pack(int j, index_t from, index_t columns, index_t to) {
    index_t const size = n_.size(j), pitch = s_.read.block * size, step = n_.steps(inner_)[j];
    index_t const next = n_.stride(j, inner_ - 1);
    index_t const run = n_.extents[inner_ - 1], at_once = next == size ? std::max<index_t>(step / size, 1) : 1;
    for (index_t v = 0, some; v < s_.count; v += some, to += some * pitch) {
      some = std::min(at_once, run - v % run);
      copy_block(size, to, pitch, size, from + offsets_[v * slots_ + j - 1], next, step, some, columns);
    }
  }
  /// Makes a row of results from partial ones of blocks, some columns at a time, whose partial results the stack holds.
  void row_in_blocks() {
    index_t const all = n_.extents[inner_], most = limits::window_columns / f_.kind.acc_size;
    for (index_t c = 0; c < all; c += most) {
      index_t const columns = std::min(most, all - c);
      accumulators room(f_.kind, columns);
      cascade joined(f_.kind, f_.reducer, columns);
      for (int j = 1; j < n_.operands; ++j)
        to_.move(j, at_[j] + c * n_.steps(inner_)[j]);
      to_.move(0, reinterpret_cast<index_t>(room.at(0)));
      for (index_t v = 0; v < s_.count; v += limits::fold_rows) {
        call(1, columns, {v, std::min(limits::fold_rows, s_.count - v)}, true);
        joined.push(room.at(0));
      }
      f_.kind.init(f_.reducer, room.at(0), columns);
      joined.collect(room.at(0));
      f_.kind.finish(f_.reducer, reinterpret_cast<void*>(at_[0] + c * n_.size(0)), n_.size(0), room.at(0), columns,
                     s_.count);
    }
  }

  nest const& n_;
  fold_schedule const& s_;
  fold_task const& f_;
  int inner_, rows_, slots_;
  positions at_;
  frame_slots to_;
  local_array<index_t, 512> offsets_; ///< the places of values in windows, for each slot
  local_array<index_t, 512> read_;    ///< the places where the kernel reads them: in the buffer if they are packed
  local_array<std::byte, limits::most_fold_packed> room_;
};

} // namespace

void walk_windows(nest const& n, fold_schedule const& s, fold_task const& f) {
  window_walk(n, s, f).run();
}

} // namespace weft::detail
