#include "plan.hpp"

#include <cstring>
#include <vector>

namespace weft::detail {

namespace {

/// Joins partial results pairwise, as in a binary counter: level l holds a result of 2^l blocks. So a sum of n blocks
/// has an error of order log n, not n.
class cascade {
public:
  cascade(fold_kind const& f, void const* reducer, index_t n)
      : f_(f), reducer_(reducer), n_(n), bytes_(n * f.acc_size) {}

  /// Adds the partial result in `part`, which it overwrites.
  void push(std::byte* part) {
    std::size_t level = 0;
    for (; level < used_.size() && used_[level]; ++level) {
      f_.merge(reducer_, at(level), part, n_);
      std::memcpy(part, at(level), static_cast<std::size_t>(bytes_));
      used_[level] = false;
    }
    if (level == used_.size()) {
      used_.push_back(false);
      memory_.resize(used_.size() * static_cast<std::size_t>(bytes_));
    }
    std::memcpy(at(level), part, static_cast<std::size_t>(bytes_));
    used_[level] = true;
  }
  /// The result of all, in `into`, which holds the result of nothing.
  void collect(std::byte* into) {
    bool first = true;
    for (std::size_t level = 0; level < used_.size(); ++level) {
      if (!used_[level])
        continue;
      if (!first)
        f_.merge(reducer_, at(level), into, n_);
      std::memcpy(into, at(level), static_cast<std::size_t>(bytes_));
      used_[level] = false;
      first = false;
    }
  }

private:
  std::byte* at(std::size_t level) { return memory_.data() + level * static_cast<std::size_t>(bytes_); }
  fold_kind const& f_;
  void const* reducer_;
  index_t n_, bytes_;
  std::vector<bool> used_;
  std::vector<std::byte> memory_;
};

/// Positions of all operands while some axes are walked.
class cursor {
public:
  cursor(loop_request const& q, int first, int last) : q_(q), first_(first), last_(last) {}
  bool next(index_t* position) {
    for (int k = last_ - 1; k >= first_; --k) {
      shift(position, k, 1);
      if (++index_[k] < q_.extents[k])
        return true;
      shift(position, k, -q_.extents[k]);
      index_[k] = 0;
    }
    return false;
  }

private:
  void shift(index_t* position, int axis, index_t steps) {
    for (int j = 0; j < q_.operands; ++j)
      position[j] += steps * stride(q_, j, axis);
  }
  loop_request const& q_;
  int first_, last_;
  index_t index_[max_rank]{};
};

class fold_walk {
public:
  fold_walk(loop_request& q, fold_kind const& f, void const* reducer, stager& st, int kept)
      : q_(q), f_(f), reducer_(reducer), stager_(st), kept_(kept), slots_(q.operands),
        position_(static_cast<std::size_t>(q.operands)) {
    for (int k = 0; k < q.rank; ++k)
      if (stride(q, 0, k) == 0)
        count_ *= q.extents[k];
  }

  void run() {
    for (int j = 0; j < q_.operands; ++j)
      position_[static_cast<std::size_t>(j)] = q_.operand[j].position;
    const bool inner_kept = q_.rank > 0 && stride(q_, 0, q_.rank - 1) != 0;
    cursor outer(q_, 0, kept_);
    do {
      if (inner_kept)
        columns();
      else
        single();
    } while (outer.next(position_.data()));
  }

private:
  static constexpr index_t row_block = 64, element_block = 1024, wide = 512;

  /// The inner axis stays: whole rows of accumulators, a stretch of columns at a time.
  void columns() {
    const int inner = q_.rank - 1;
    const index_t all = extent(q_, inner),
                  step = smaller(wide, stager_.stages_anything() ? stager_.block_columns() : wide);
    for (index_t c = 0; c < all; c += step) {
      const index_t n = smaller(step, all - c);
      start_ = position_;
      for (int j = 0; j < q_.operands; ++j)
        start_[static_cast<std::size_t>(j)] += c * stride(q_, j, inner);
      reduce_columns(start_, n);
    }
  }

  void reduce_columns(std::vector<index_t> const& start, index_t n) {
    const int inner = q_.rank - 1, rows_axis = inner > kept_ ? inner - 1 : -1;
    const index_t rows = extent(q_, rows_axis);
    resize(n);
    cascade joined(f_, reducer_, n);
    std::vector<index_t>& at = at_ = start;
    cursor reduced(q_, kept_, rows_axis < 0 ? kept_ : rows_axis);
    const bool one_block = f_.merge == nullptr || (rows <= row_block && rows == count_);
    f_.init(reducer_, total(), n);
    do {
      const index_t high = smaller(row_block, stager_.stages_anything() ? stager_.block_rows(n) : row_block);
      for (index_t r = 0; r < rows; r += high) {
        if (!one_block)
          f_.init(reducer_, part(), n);
        block(at, r, rows_axis, smaller(high, rows - r), n, one_block ? total() : part(), f_.columns.run[chosen_isa]);
        if (!one_block)
          joined.push(part());
      }
    } while (reduced.next(at.data()));
    if (!one_block)
      joined.collect(total());
    f_.finish(reducer_, reinterpret_cast<void*>(start[0]), stride(q_, 0, inner), total(), n, count_);
  }

  /// The inner axis goes: one result.
  void single() {
    const int inner = q_.rank - 1, rows_axis = inner > kept_ ? inner - 1 : -1;
    const index_t rows = extent(q_, rows_axis), all = extent(q_, inner);
    const index_t room = stager_.stages_anything() ? stager_.block_columns() : element_block;
    const index_t step = smaller(all, room), high = rows_axis < 0 ? 1 : larger(1, room / larger(step, 1));
    resize(1);
    cascade joined(f_, reducer_, 1);
    std::vector<index_t>& at = at_ = position_;
    cursor reduced(q_, kept_, rows_axis < 0 ? kept_ : rows_axis);
    const bool one_block = f_.merge == nullptr || (count_ <= step * high && rows <= high);
    f_.init(reducer_, total(), 1);
    do {
      for (index_t r = 0; r < rows; r += high)
        for (index_t c = 0; c < all; c += step) {
          if (!one_block)
            f_.init(reducer_, part(), 1);
          std::vector<index_t>& from = shifted(at, c, inner);
          block(from, r, rows_axis, smaller(high, rows - r), smaller(step, all - c), one_block ? total() : part(),
                f_.rows.run[chosen_isa]);
          if (!one_block)
            joined.push(part());
        }
    } while (reduced.next(at.data()));
    if (!one_block)
      joined.collect(total());
    f_.finish(reducer_, reinterpret_cast<void*>(position_[0]), 0, total(), 1, count_);
  }

  std::vector<index_t>& shifted(std::vector<index_t> const& at, index_t steps, int axis) {
    shifted_ = at;
    for (int j = 0; j < q_.operands; ++j)
      shifted_[static_cast<std::size_t>(j)] += steps * stride(q_, j, axis);
    return shifted_;
  }

  void block(std::vector<index_t> const& at, index_t row, int rows_axis, index_t rows, index_t columns, std::byte* acc,
             loop_kernel kernel) {
    for (int j = 1; j < q_.operands; ++j)
      slots_.set(j, stager_.load_rows(j, at[static_cast<std::size_t>(j)] + row * stride(q_, j, rows_axis), rows,
                                      columns, rows_axis));
    slots_.set(0, {reinterpret_cast<index_t>(acc), 0, f_.acc_size});
    kernel(q_.core, slots_.frame(rows, columns, q_.context));
  }

  static index_t smaller(index_t a, index_t b) { return a < b ? a : b; }
  static index_t larger(index_t a, index_t b) { return a > b ? a : b; }
  void resize(index_t n) {
    acc_.resize(static_cast<std::size_t>(2 * n * f_.acc_size + 128));
    n_ = n;
  }
  std::byte* total() {
    const auto p = reinterpret_cast<index_t>(acc_.data());
    return reinterpret_cast<std::byte*>((p + 63) / 64 * 64);
  }
  std::byte* part() { return total() + n_ * f_.acc_size; }

  loop_request& q_;
  fold_kind const& f_;
  void const* reducer_;
  stager& stager_;
  int kept_;
  index_t count_ = 1, n_ = 0;
  frame_slots slots_;
  std::vector<index_t> position_, start_, at_, shifted_; // members, so that only the first result allocates
  std::vector<std::byte> acc_;
};

/// Orders axes: those that stay (but the inner one) outside, those that go inside them, the inner one last.
/// @post the first `kept` axes stay, and the result of the function is `kept`
int order_for_fold(loop_request& q, int* origin) {
  const int inner = q.rank - 1;
  int kept = 0;
  for (int k = 0; k < inner; ++k)
    if (stride(q, 0, k) != 0)
      move_axis(q, k, kept++, origin);
  return kept;
}

/// A fold of nothing: the result of no values, everywhere.
void fold_nothing(loop_request const& q, fold_kind const& f, void const* reducer) {
  std::vector<std::byte> acc(static_cast<std::size_t>(f.acc_size + 64));
  const auto p = (reinterpret_cast<index_t>(acc.data()) + 63) / 64 * 64;
  index_t position = q.operand[0].position, index[max_rank]{};
  for (;;) {
    f.init(reducer, reinterpret_cast<void*>(p), 1);
    f.finish(reducer, reinterpret_cast<void*>(position), 0, reinterpret_cast<void const*>(p), 1, 0);
    int k = q.rank - 1;
    for (; k >= 0; --k) {
      if (stride(q, 0, k) == 0)
        continue;
      position += stride(q, 0, k);
      if (++index[k] < q.extents[k])
        break;
      position -= stride(q, 0, k) * q.extents[k];
      index[k] = 0;
    }
    if (k < 0)
      return;
  }
}

} // namespace

void run_fold(fold_kind const& kind, loop_operand const* operand, void const* core, void const* reducer, session& s) {
  operand_table table(kind.operands, operand, core, kind.operations);
  loop_request& q = table.request();
  bool nothing = false;
  for (int k = 0; k < q.rank; ++k)
    if (q.extents[k] == 0) {
      if (stride(q, 0, k) != 0)
        return;
      nothing = true;
    }
  if (nothing) {
    if (!s.dry())
      fold_nothing(q, kind, reducer);
    return;
  }
  int origin[max_rank + 1];
  normalise(q, 1, origin, kind.merge == nullptr);
  const int kept = order_for_fold(q, origin);
  stager st(q, 1, 0, false, origin);
  if (s.dry())
    return describe_loop(q, st, origin, true, false, s);
  if (st.stages_anything())
    st.reserve();
  fold_walk(q, kind, reducer, st, kept).run();
}

} // namespace weft::detail
