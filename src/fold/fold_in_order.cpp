#include "fold/fold_loop.hpp"

#include <cstring>

namespace weft::detail {

namespace {

/// The reduced axes of an operand, taken for one line of `count` elements in logical order: its elements are `step`
/// apart where they all are, and must be copied together where they are not.
struct line {
  bool even;
  index_t step;
};

line line_of(loop_request const& q, int j, int kept) {
  const index_t step = stride(q, j, q.rank - 1);
  index_t next = step;
  for (int k = q.rank - 1; k >= kept; --k) {
    if (stride(q, j, k) != next)
      return {false, 0};
    next *= q.extents[k];
  }
  return {true, step};
}

/// Results of which the last axis goes, each from its elements in logical order: blocks of them, wherever they lie.
class ordered_rows {
public:
  ordered_rows(loop_request const& q, fold_kind const& f, void const* reducer, int kept)
      : q_(q), f_(f), reducer_(reducer), kept_(kept), slots_(q.operands), at_(q.operands) {
    for (int k = kept; k < q.rank; ++k)
      count_ *= q.extents[k];
    block_ = count_ < 2 * fold_block ? count_ : fold_block;
    index_t bytes = 0;
    for (int j = 1; j < q.operands; ++j)
      bytes += is_direct(j) ? 0 : (block_ * q.operand[j].size + 63) / 64 * 64;
    buffer_.reset(new std::byte[static_cast<std::size_t>(bytes + 64)]);
  }

  void run() {
    for (int j = 0; j < q_.operands; ++j)
      at_[j] = q_.operand[j].position;
    index_t index[max_rank]{};
    for (;;) {
      one_result();
      int k = kept_ - 1;
      for (; k >= 0; --k) {
        shift(k, 1);
        if (++index[k] < q_.extents[k])
          break;
        shift(k, -q_.extents[k]);
        index[k] = 0;
      }
      if (k < 0)
        return;
    }
  }

private:
  void shift(int axis, index_t steps) {
    for (int j = 0; j < q_.operands; ++j)
      at_[j] += steps * stride(q_, j, axis);
  }
  bool is_direct(int j) const {
    const line l = line_of(q_, j, kept_);
    return q_.operand[j].fill == nullptr && l.even && l.step == q_.operand[j].size;
  }

  void one_result() {
    part_list parts(f_, reducer_);
    for (index_t first = 0; first < count_; first += block_) {
      const index_t n = count_ - first < block_ ? count_ - first : block_;
      auto to = (reinterpret_cast<index_t>(buffer_.get()) + 63) / 64 * 64;
      for (int j = 1; j < q_.operands; ++j) {
        const index_t size = q_.operand[j].size;
        if (is_direct(j)) {
          slots_.set(j, {at_[j] + first * size, 0, size});
        } else {
          collect(j, first, n, to);
          slots_.set(j, {to, 0, size});
          to += (block_ * size + 63) / 64 * 64;
        }
      }
      slots_.set(0, {reinterpret_cast<index_t>(parts.take(1)), 0, f_.acc_size});
      f_.rows.run[chosen_isa](q_.core, slots_.frame(1, n, q_.context));
    }
    f_.finish(reducer_, reinterpret_cast<void*>(at_[0]), 0, parts.result(), 1, count_);
  }

  /// Copies n elements of operand j together, from element `first` of its line on.
  void collect(int j, index_t first, index_t n, index_t to) const {
    const int last = q_.rank - 1;
    const index_t size = q_.operand[j].size, length = q_.extents[last];
    index_t index[max_rank]{}, rest = first, position = at_[j];
    for (int k = last; k >= kept_; --k) {
      index[k] = rest % q_.extents[k];
      rest /= q_.extents[k];
      position += index[k] * stride(q_, j, k);
    }
    while (n > 0) {
      const index_t m = length - index[last] < n ? length - index[last] : n;
      take(j, position, m, to);
      to += m * size;
      n -= m;
      position += (length - index[last]) * stride(q_, j, last);
      index[last] = length;
      for (int k = last; k > kept_ && index[k] == q_.extents[k]; --k) {
        position += stride(q_, j, k - 1) - q_.extents[k] * stride(q_, j, k);
        index[k] = 0;
        ++index[k - 1];
      }
    }
  }
  void take(int j, index_t position, index_t n, index_t to) const {
    table_operand const& o = q_.operand[j];
    const index_t step = stride(q_, j, q_.rank - 1);
    if (o.fill != nullptr)
      o.fill(o.context, reinterpret_cast<void*>(to), position, step, n);
    else
      copy_block(o.size, to, 0, o.size, position, 0, step, 1, n);
  }

  loop_request const& q_;
  fold_kind const& f_;
  void const* reducer_;
  int kept_;
  index_t count_ = 1, block_ = 1;
  frame_slots slots_;
  positions at_;
  std::unique_ptr<std::byte[]> buffer_;
};

} // namespace

bool has_uneven_numbers(loop_request const& q, int kept) {
  for (int j = 1; j < q.operands; ++j)
    if (q.operand[j].numbers && !line_of(q, j, kept).even)
      return true;
  return false;
}

void fold_rows_in_order(loop_request const& q, fold_kind const& f, void const* reducer, int kept) {
  ordered_rows(q, f, reducer, kept).run();
}

} // namespace weft::detail
