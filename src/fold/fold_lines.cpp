#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"

#include <algorithm>

namespace weft::detail {

namespace {

constexpr index_t line = limits::line;

/// Folds the values of each result as one line in logical order. The length of its blocks depends only on their number.
class line_walk {
public:
  line_walk(nest const& n, fold_schedule const& s, fold_task const& f)
      : n_(n), s_(s), f_(f), slots_(n.operands), at_(n.operands), block_(is_one_row(s.count) ? s.count : fold_block),
        room_("the buffers of a loop", room_of_buffers()) {
    at_.copy_from(n.position, n.operands);
  }

  void run() {
    odometer outer(n_, 0, s_.kept);
    do
      one_result();
    while (outer.next(at_.data()));
  }

private:
  bool is_direct(int j) const { return s_.read.access(n_, j) == operand_access::direct; }
  /// Returns the bytes of a block of operand j, in whole cache lines.
  index_t room_of(int j) const { return (block_ * n_.size(j) + line - 1) / line * line; }
  std::size_t room_of_buffers() const {
    index_t bytes = 0;
    for (int j = 1; j < n_.operands; ++j)
      bytes += is_direct(j) ? 0 : room_of(j);
    return static_cast<std::size_t>(bytes == 0 ? 0 : bytes + line);
  }

  void one_result() {
    partial_list partials(f_.kind, f_.reducer);
    for (index_t first = 0; first < s_.count; first += block_) {
      index_t const n = std::min(s_.count - first, block_);
      auto to = (reinterpret_cast<index_t>(room_.data()) + line - 1) / line * line;
      for (int j = 1; j < n_.operands; ++j) {
        index_t const size = n_.size(j);
        if (is_direct(j)) {
          slots_.set(j, {at_[j] + first * size, 0, size});
        } else {
          collect(j, first, n, to);
          slots_.set(j, {to, 0, size});
          to += room_of(j);
        }
      }
      slots_.set(0, {reinterpret_cast<index_t>(partials.append(1)), 0, f_.kind.acc_size});
      f_.kind.rows.run[chosen_isa](f_.core, slots_.frame(1, n, n_.context));
    }
    f_.kind.finish(f_.reducer, reinterpret_cast<void*>(at_[0]), 0, partials.result(), 1, s_.count);
  }

  /// Copies `count` elements of operand j to address `to`, side by side, from element `first` of its line on.
  void collect(int j, index_t first, index_t count, index_t to) const {
    int const last = n_.rank - 1;
    index_t const size = n_.size(j), length = n_.extents[last];
    while (count > 0) {
      index_t rest = first, position = at_[j];
      for (int k = last; k >= s_.kept; --k) {
        position += rest % n_.extents[k] * n_.steps(k)[j];
        rest /= n_.extents[k];
      }
      index_t const m = std::min(length - first % length, count);
      pack(j, position, m, to);
      to += m * size;
      count -= m;
      first += m;
    }
  }
  void pack(int j, index_t position, index_t count, index_t to) const {
    index_t const step = n_.steps(n_.rank - 1)[j], size = n_.size(j);
    operand_kind const& kind = n_.kind[j];
    if (kind.fill != nullptr)
      kind.fill(n_.context[j], reinterpret_cast<void*>(to), position, step, count);
    else
      copy_block(size, to, 0, size, position, 0, step, 1, count);
  }

  nest const& n_;
  fold_schedule const& s_;
  fold_task const& f_;
  frame_slots slots_;
  positions at_;
  index_t block_;
  local_array<std::byte, limits::buffers_on_stack> room_;
};

} // namespace

void walk_lines(nest const& n, fold_schedule const& s, fold_task const& f) {
  line_walk(n, s, f).run();
}

} // namespace weft::detail
