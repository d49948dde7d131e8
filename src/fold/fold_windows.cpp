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
        to_(n.operands), offsets_("the places of values", static_cast<std::size_t>(s.count * slots_)) {
    at_.copy_from(n.position, n.operands);
    odometer values(n, s.kept, inner_);
    index_t* offset = offsets_.data();
    do
      for (int j = 1; j <= slots_; ++j)
        *offset++ = at_[j] - n.position[j];
    while (values.next(at_.data()));
  }

  void run() {
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
  local_array<index_t, 512> offsets_;
};

} // namespace

void walk_windows(nest const& n, fold_schedule const& s, fold_task const& f) {
  window_walk(n, s, f).run();
}

} // namespace weft::detail
