#include "fold/fold_loop.hpp"
#include "loop/stream.hpp"

#include <weft/eval/deterministic.hpp>

#include <cstring>

namespace weft::detail {

namespace {

constexpr index_t smaller(index_t a, index_t b) {
  return a < b ? a : b;
}
constexpr index_t larger(index_t a, index_t b) {
  return a > b ? a : b;
}

/// Positions of all operands while some axes are walked.
class cursor {
public:
  cursor(loop_request const& q, int first, int last) : q_(q), first_(first), last_(last) {
    for (int k = first; k < last; ++k)
      index_[k] = 0;
  }
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
  index_t index_[max_rank]; ///< set on those axes alone: all of it takes 10 ns
};

class fold_walk {
public:
  fold_walk(loop_request& q, fold_kind const& f, void const* reducer, stager& st, int kept)
      : q_(q), f_(f), reducer_(reducer), stager_(st), kept_(kept), slots_(q.operands), outer_(q.operands),
        at_(q.operands) {
    for (int k = 0; k < q.rank; ++k)
      if (stride(q, 0, k) == 0)
        count_ *= q.extents[k];
  }

  void run() {
    const int inner = q_.rank - 1;
    const bool inner_kept = inner >= 0 && stride(q_, 0, inner) != 0;
    const bool short_rows = !inner_kept && kept_ > 0 && kept_ == inner && extent(q_, inner) <= row_length();
    for (int j = 0; j < q_.operands; ++j)
      outer_[j] = q_.operand[j].position;
    cursor outer(q_, 0, short_rows ? kept_ - 1 : kept_);
    do {
      if (inner_kept)
        columns();
      else if (short_rows)
        rows();
      else
        single();
    } while (outer.next(outer_.data()));
  }

private:
  /// Elements of a row that the rows kernel takes at a time.
  index_t row_length() const { return stager_.stages_anything() ? stager_.block_columns() : 2 * fold_block - 1; }

  /// The inner axis stays: whole rows of accumulators, a stretch of columns at a time.
  void columns() {
    const int inner = q_.rank - 1, rows_axis = inner > kept_ ? inner - 1 : -1;
    const index_t all = extent(q_, inner);
    const index_t fold = folded_rows(all, rows_axis);
    const index_t wide = larger(fold_columns / larger(f_.acc_size / 8, 1), 16);
    // In logical order rows may be gathered from columns: tiles of some width let each cache line serve several rows.
    const index_t staged = deterministic() ? smaller(64, stager_.block_columns()) : stager_.block_columns();
    const index_t most = smaller(wide, stager_.stages_anything() ? staged : wide);
    const index_t step = smaller(even_block(all, most, 8), most);
    for (index_t c = 0; c < all; c += step) {
      const index_t n = smaller(step, all - c);
      at_.take(outer_, q_.operands);
      for (int j = 0; j < q_.operands; ++j)
        at_[j] += c * stride(q_, j, inner);
      reduce_columns(at_[0], n, rows_axis, fold);
    }
  }

  /// How many rows that follow each other in memory without gaps are taken for one: short rows would cost more than
  /// their elements.
  index_t folded_rows(index_t columns, int rows_axis) const {
    if (deterministic() || rows_axis < 0 || columns > 32 || stager_.stages_anything() || f_.merge == nullptr)
      return 1;
    for (int j = 1; j < q_.operands; ++j)
      if (stride(q_, j, rows_axis) != columns * stride(q_, j, q_.rank - 1))
        return 1;
    return larger(1, smaller(128 / columns, extent(q_, rows_axis) / 4));
  }

  void reduce_columns(index_t result, index_t n, int rows_axis, index_t fold) {
    const index_t rows = extent(q_, rows_axis), width = n * fold, block = fold_rows * fold;
    accumulators room(f_, 2 * width);
    std::byte *const total = room.at(0), *const part = room.at(width);
    cascade joined(f_, reducer_, width);
    cursor reduced(q_, kept_, rows_axis < 0 ? kept_ : rows_axis);
    const bool one_block = f_.merge == nullptr || count_ <= block;
    const index_t most = stager_.stages_anything() ? stager_.block_rows(n) : block;
    index_t filled = 0;
    f_.init(reducer_, total, width);
    do {
      for (index_t r = 0, high = 0; r < rows; r += high) {
        high = smaller(smaller(most, rows - r), one_block ? most : block - filled);
        if (!one_block && filled == 0)
          f_.init(reducer_, part, width);
        block_of_columns(r, rows_axis, high, n, fold, one_block ? total : part);
        filled += high;
        if (!one_block && filled == block) {
          joined.push(part);
          filled = 0;
        }
      }
    } while (reduced.next(at_.data()));
    if (!one_block) {
      if (filled > 0)
        joined.push(part);
      joined.collect(total);
    }
    join_parts(f_, reducer_, total, fold, n);
    f_.finish(reducer_, reinterpret_cast<void*>(result), stride(q_, 0, q_.rank - 1), total, n, count_);
  }

  void block_of_columns(index_t row, int rows_axis, index_t rows, index_t n, index_t fold, std::byte* acc) {
    const index_t whole = rows / fold;
    if (fold > 1 && whole > 0)
      call(at_, row, rows_axis, fold, whole, n * fold, acc, 0, f_.columns);
    const index_t done = fold > 1 ? whole * fold : 0;
    if (done < rows)
      call(at_, row + done, rows_axis, 1, rows - done, n, acc, 0, f_.columns);
  }

  /// The inner axis is all that goes, and short: each row has a result.
  void rows() {
    const int axis = kept_ - 1;
    const index_t all = extent(q_, axis), n = extent(q_, q_.rank - 1);
    const index_t most = larger(4096 / f_.acc_size, 1);
    const index_t step = smaller(smaller(most, all), stager_.stages_anything() ? stager_.block_rows(n) : most);
    accumulators room(f_, step);
    for (index_t r = 0; r < all; r += step) {
      const index_t high = smaller(step, all - r);
      f_.init(reducer_, room.at(0), high);
      call(outer_, r, axis, 1, high, n, room.at(0), f_.acc_size, f_.rows);
      f_.finish(reducer_, reinterpret_cast<void*>(outer_[0] + r * stride(q_, 0, axis)), stride(q_, 0, axis), room.at(0),
                high, count_);
    }
  }

  /// The inner axis goes, and more goes or it is long: one result, from partial results of blocks.
  void single() {
    const int inner = q_.rank - 1, rows_axis = inner > kept_ ? inner - 1 : -1;
    part_list parts(f_, reducer_);
    at_.take(outer_, q_.operands);
    cursor reduced(q_, kept_, rows_axis < 0 ? kept_ : rows_axis);
    do
      single_block(parts, extent(q_, rows_axis), rows_axis, extent(q_, inner));
    while (reduced.next(at_.data()));
    f_.finish(reducer_, reinterpret_cast<void*>(outer_[0]), 0, parts.result(), 1, count_);
  }

  void single_block(part_list& parts, index_t rows, int rows_axis, index_t columns) {
    const index_t length = row_length();
    if (columns > length) {
      for (index_t r = 0; r < rows; ++r)
        long_row(parts, r, rows_axis, columns);
    } else if (f_.merge != nullptr && !stager_.stages_anything() && 4 * columns > fold_block) {
      for (index_t r = 0, high = 0; r < rows; r += high) {
        high = smaller(rows - r, parts.left());
        call(at_, r, rows_axis, 1, high, columns, parts.take(high), f_.part_step, f_.rows);
      }
    } else {
      const index_t high = larger(1, smaller(length, fold_block) / columns);
      for (index_t r = 0; r < rows; r += high)
        call(at_, r, rows_axis, 1, smaller(high, rows - r), columns, parts.take(1), 0, f_.rows);
    }
  }

  void long_row(part_list& parts, index_t row, int rows_axis, index_t columns) {
    const int inner = q_.rank - 1;
    const bool staged = stager_.stages_anything();
    const index_t length = smaller(row_length(), fold_block);
    positions& from = outer_of_row_;
    from.take(at_, q_.operands);
    for (int j = 0; j < q_.operands; ++j)
      from[j] += row * stride(q_, j, rows_axis);
    for (index_t c = 0, n = 0; c < columns; c += n) {
      const index_t high = staged || f_.merge == nullptr ? 1 : smaller(parts.left(), (columns - c) / length);
      n = high > 1 ? high * length : smaller(length, columns - c);
      if (high > 1)
        call(from, 0, inner, length, high, length, parts.take(high), f_.part_step, f_.rows);
      else
        call(from, 0, -1, 1, 1, n, parts.take(1), 0, f_.rows);
      for (int j = 0; j < q_.operands; ++j)
        from[j] += n * stride(q_, j, inner);
    }
  }

  /// Calls a kernel for rows along an axis, `apart` of its indices apart, from `row` on.
  void call(positions const& at, index_t row, int axis, index_t apart, index_t rows, index_t columns, std::byte* acc,
            index_t acc_step, kernel_variant const& kernel) {
    for (int j = 1; j < q_.operands; ++j) {
      loop_slot slot = stager_.load_rows(j, at[j] + row * stride(q_, j, axis), rows, columns, axis);
      slot.row *= apart;
      slots_.set(j, slot);
    }
    slots_.set(0, {reinterpret_cast<index_t>(acc), acc_step, f_.acc_size});
    kernel.run[chosen_isa](q_.core, slots_.frame(rows, columns, q_.context));
  }

  loop_request& q_;
  fold_kind const& f_;
  void const* reducer_;
  stager& stager_;
  int kept_;
  index_t count_ = 1;
  frame_slots slots_;
  positions outer_, at_, outer_of_row_{q_.operands};
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

/// A fold whose first `kept` axes stay.
struct ordered_fold {
  fold_kind const& kind;
  void const* reducer;
  int kept;
  void (*run)(loop_request& q, ordered_fold const& f);
};

void walk(loop_request& q, ordered_fold const& f) {
  int origin[max_rank + 1];
  stager st(q, 1, 0, false, origin); // without tiles it moves no axis
  st.shorten_numbers();
  if (st.stages_anything())
    st.reserve();
  fold_walk(q, f.kind, f.reducer, st, f.kept).run();
}
void walk_in_order(loop_request& q, ordered_fold const& f) {
  fold_rows_in_order(q, f.kind, f.reducer, f.kept);
}

/// A fold cut along an axis that stays into pieces that any thread may run. A result has the bits that it has in an
/// undivided loop: how its values are joined depends on nothing but the axes that go.
class divided_fold {
public:
  divided_fold(loop_request const& q, ordered_fold const& f) : q_(q), f_(f) {
    if (f.kind.merge == nullptr || q.rank == 0)
      return;
    threads_ = threads_of(q, f.kind.cost, 1);
    const index_t wanted = threads_ * pieces_per_thread;
    for (int k = 0; k < f.kept && pieces_ < wanted; ++k) {
      const index_t step = length_of_pieces(q.extents[k], wanted, 1);
      cut(k, step, (q.extents[k] + step - 1) / step);
    }
    if (const int inner = q.rank - 1; pieces_ < wanted && stride(q, 0, inner) != 0) {
      const index_t pieces = smaller(q.extents[inner] / shortest_run(), wanted);
      if (pieces > 1)
        cut(inner, q.extents[inner] / pieces / 8 * 8, pieces);
    }
  }

  int threads() const { return pieces_ > 1 ? threads_ : 1; }
  void run() { parallel_for(threads_, pieces_, &divided_fold::run_piece, this); }

private:
  /// Columns of a piece: fewer than 33 might be folded in another way, and from memory two threads that read runs of
  /// 3 kB took 1.4 times as long as one that read all of rows of 24 kB.
  index_t shortest_run() const {
    double bytes = 8;
    for (int k = 0; k < q_.rank; ++k)
      bytes *= static_cast<double>(q_.extents[k]);
    return exceeds_caches(bytes) ? 1024 : 64;
  }
  /// Cuts axis k, if that makes more pieces; the last one takes what is left.
  void cut(int k, index_t step, index_t pieces) {
    if (pieces <= pieces_)
      return;
    axis_ = k;
    step_ = step;
    pieces_ = pieces;
  }
  static void run_piece(void* me, index_t piece) { static_cast<divided_fold const*>(me)->run_piece(piece); }
  void run_piece(index_t piece) const {
    request_copy part(q_);
    loop_request& q = part.request();
    const index_t begin = piece * step_;
    q.extents[axis_] = piece + 1 == pieces_ ? q.extents[axis_] - begin : step_;
    for (int j = 0; j < q.operands; ++j)
      q.operand[j].position += begin * stride(q, j, axis_);
    f_.run(q, f_);
  }

  loop_request const& q_;
  ordered_fold const& f_;
  int threads_ = 1, axis_ = 0;
  index_t step_ = 0, pieces_ = 1;
};

void run_divided(loop_request& q, ordered_fold const& f) {
  divided_fold pieces(q, f);
  pieces.threads() > 1 ? pieces.run() : f.run(q, f);
}

/// The same with values joined in logical order. False where that cannot be; then nothing has been done but for the
/// order of axes.
bool run_in_order(loop_request& q, fold_kind const& kind, void const* reducer, int* origin) {
  for (int k = 0; k < q.rank; ++k)
    origin[k] = k;
  drop_unit_axes(q, origin);
  fuse_axes(q, origin);
  if (q.rank == 0)
    return false;
  const int inner = q.rank - 1, kept = order_for_fold(q, origin);
  const bool inner_kept = stride(q, 0, inner) != 0;
  stager st(q, 1, 0, false, origin);
  const bool short_rows = kept > 0 && kept == inner && q.extents[inner] < 2 * fold_block && !st.stages_anything();
  if (!inner_kept && has_uneven_numbers(q, kept))
    return false;
  run_divided(q, {kind, reducer, kept, inner_kept || short_rows ? &walk : &walk_in_order});
  return true;
}

/// A fold of nothing: the result of no values, everywhere.
void fold_nothing(loop_request const& q, fold_kind const& f, void const* reducer) {
  accumulators room(f, 1);
  index_t position = q.operand[0].position, index[max_rank]{};
  for (;;) {
    f.init(reducer, room.at(0), 1);
    f.finish(reducer, reinterpret_cast<void*>(position), 0, room.at(0), 1, 0);
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
  if (const index_t n = elements_alike(kind, operand); n > 0) {
    const flat_fold whole(kind, operand, core, reducer, n);
    if (!s.dry())
      return whole.run(reinterpret_cast<void*>(operand[0].position));
    note_threads(s, whole.threads());
  }
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
  if (deterministic() && kind.merge != nullptr && !s.dry() && run_in_order(q, kind, reducer, origin))
    return;
  normalise(q, 1, origin, kind.merge == nullptr);
  const int kept = order_for_fold(q, origin);
  const ordered_fold f{kind, reducer, kept, &walk};
  if (!s.dry())
    return run_divided(q, f);
  note_threads(s, divided_fold(q, f).threads());
  describe_loop(q, stager(q, 1, 0, false, origin), origin, true, false, s);
}

} // namespace weft::detail
