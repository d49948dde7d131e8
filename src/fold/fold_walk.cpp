#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace weft::detail {

namespace {

/// Returns how many columns of results are folded at a time, of `all`.
index_t columns_at_once(fold_schedule const& s, fold_kind const& f, index_t all) {
  index_t const wide = std::max<index_t>(limits::fold_columns / std::max<index_t>(f.acc_size, 8), 16);
  index_t const block = s.in_order ? std::min(limits::fold_columns_gathered, s.read.block) : s.read.block;
  index_t const most = s.read.is_direct() ? wide : std::min(wide, block);
  return std::min(even_block(all, most, 8), most);
}

class fold_walk {
public:
  fold_walk(nest const& n, fold_schedule const& s, fold_task const& f)
      : n_(n), s_(s), f_(f.kind), task_(f), room_(n, s.read, 1, true), slots_(n.operands), outer_(n.operands),
        at_(n.operands), inner_(n.rank - 1), rows_axis_(inner_ > s.kept ? inner_ - 1 : -1), numbered_(count_numbers(n)),
        rows_of_numbers_(std::max<index_t>(limits::fold_numbers / std::max<index_t>(numbered_, 1), 1)),
        numbers_("numbers of elements", static_cast<std::size_t>(2 * numbered_ * rows_of_numbers_)) {
    outer_.copy_from(n.position, n.operands);
  }

  void run() {
    odometer outer(n_, 0, s_.way == fold_way::rows ? s_.kept - 1 : s_.kept);
    do {
      if (s_.way == fold_way::columns)
        columns();
      else if (s_.way == fold_way::rows)
        rows();
      else
        single();
    } while (outer.next(outer_.data()));
  }

private:
  bool is_direct() const { return s_.read.is_direct(); }
  void advance(positions& at, int axis, index_t by) const {
    if (axis >= 0)
      for (int j = 0; j < n_.operands; ++j)
        at[j] += by * n_.steps(axis)[j];
  }
  /// Returns an odometer over the folded axes, except those inside a block of rows.
  odometer reduced() const { return {n_, s_.kept, rows_axis_ < 0 ? s_.kept : rows_axis_}; }

  /// Folds into whole rows of accumulators, because the inner axis stays; a stretch of columns at a time.
  void columns() {
    index_t const all = n_.extent(inner_), step = columns_at_once(s_, f_, all);
    index_t const fold = step == all ? accumulator_rows_of(n_, s_, f_, rows_axis_, all) : 1;
    for (index_t c = 0; c < all; c += step) {
      at_.copy_from(outer_.data(), n_.operands);
      advance(at_, inner_, c);
      reduce_columns(at_[0], std::min(step, all - c), fold);
    }
  }

  void reduce_columns(index_t result, index_t columns, index_t fold) {
    index_t const rows = n_.extent(rows_axis_), width = columns * fold, block = limits::fold_rows * fold;
    accumulators room(f_, 2 * width);
    std::byte *const total = room.at(0), *const partial = room.at(width);
    cascade joined(f_, task_.reducer, width);
    odometer blocks = reduced();
    bool const one_block = f_.merge == nullptr || s_.count <= block;
    index_t const some = at_once(is_direct() ? block : s_.read.block_rows(columns)), most = some - some % fold;
    index_t filled = 0;
    f_.init(task_.reducer, total, width);
    do {
      for (index_t r = 0, high = 0; r < rows; r += high) {
        high = std::min(std::min(most, rows - r), one_block ? most : block - filled);
        if (!one_block && filled == 0)
          f_.init(task_.reducer, partial, width);
        block_of_columns(r, high, columns, fold, one_block ? total : partial);
        filled += high;
        if (!one_block && filled == block) {
          joined.push(partial);
          filled = 0;
        }
      }
    } while (blocks.next(at_.data()));
    if (!one_block) {
      if (filled > 0)
        joined.push(partial);
      joined.collect(total);
    }
    join_partials(f_, task_.reducer, total, fold, columns);
    f_.finish(task_.reducer, reinterpret_cast<void*>(result), n_.stride(0, inner_), total, columns, s_.count);
  }

  /// Adds a block of rows to the accumulators. If rows have no gaps, `fold` of them are one row for all accumulators.
  void block_of_columns(index_t row, index_t rows, index_t columns, index_t fold, std::byte* acc) {
    index_t const joined = fold > 1 ? rows / fold : 0, done = joined * fold;
    if (joined > 0 && is_direct() && rows_are_adjacent(n_, rows_axis_))
      call({at_, row, rows_axis_, 0}, rows_axis_, fold, joined, columns * fold, acc, 0);
    else if (joined > 0)
      call({at_, row, rows_axis_, 0}, rows_axis_, 1, done, columns, acc, columns * f_.acc_size, fold);
    if (done < rows)
      call({at_, row + done, rows_axis_, 0}, rows_axis_, 1, rows - done, columns, acc, 0);
  }

  /// Folds short rows to one result each: only the inner axis is folded.
  void rows() {
    int const axis = s_.kept - 1;
    index_t const all = n_.extent(axis), columns = n_.extent(inner_);
    index_t const most = at_once(std::max<index_t>(limits::fold_results / f_.acc_size, 1));
    index_t const step = std::min(std::min(most, all), is_direct() ? most : s_.read.block_rows(columns));
    accumulators room(f_, step);
    for (index_t r = 0; r < all; r += step) {
      index_t const high = std::min(step, all - r);
      f_.init(task_.reducer, room.at(0), high);
      call({outer_, r, axis, 0}, axis, 1, high, columns, room.at(0), f_.acc_size);
      f_.finish(task_.reducer, reinterpret_cast<void*>(outer_[0] + r * n_.stride(0, axis)), n_.stride(0, axis),
                room.at(0), high, s_.count);
    }
  }

  /// Folds one result from partial results of blocks: the inner axis is not the only one that is folded, or it is long.
  void single() {
    partial_list partials(f_, task_.reducer);
    at_.copy_from(outer_.data(), n_.operands);
    odometer blocks = reduced();
    do
      single_block(partials, n_.extent(rows_axis_), n_.extent(inner_));
    while (blocks.next(at_.data()));
    f_.finish(task_.reducer, reinterpret_cast<void*>(outer_[0]), 0, partials.result(), 1, s_.count);
  }

  void single_block(partial_list& partials, index_t rows, index_t columns) {
    if (!is_one_row(s_, columns)) {
      for (index_t r = 0; r < rows; ++r)
        long_row(partials, r, columns);
    } else if (f_.merge != nullptr && is_direct() && 4 * columns > fold_block) {
      for (index_t r = 0, high = 0; r < rows; r += high) {
        high = std::min(rows - r, partials.left());
        call({at_, r, rows_axis_, 0}, rows_axis_, 1, high, columns, partials.append(high), f_.partial_step);
      }
    } else {
      index_t const high = at_once(std::max<index_t>(1, partial_length(s_) / columns));
      for (index_t r = 0; r < rows; r += high)
        call({at_, r, rows_axis_, 0}, rows_axis_, 1, std::min(high, rows - r), columns, partials.append(1), 0);
    }
  }

  void long_row(partial_list& partials, index_t row, index_t columns) {
    index_t const length = partial_length(s_);
    index_t const whole = is_direct() && f_.merge != nullptr ? columns / fold_block : 0;
    index_t done = 0;
    for (index_t b = 0, high = 0; b < whole; b += high, done += high * fold_block) {
      high = std::min(partials.left(), whole - b);
      call({at_, row, rows_axis_, done}, inner_, fold_block, high, fold_block, partials.append(high), f_.partial_step);
    }
    for (index_t n = 0; done < columns; done += n) {
      n = std::min(length, columns - done);
      call({at_, row, rows_axis_, done}, -1, 1, 1, n, partials.append(1), 0);
    }
  }

  /// Returns how many rows one call takes: at most `most`, and at most the rows for which there is room for element
  /// numbers.
  index_t at_once(index_t most) const { return numbered_ > 0 ? std::min(most, rows_of_numbers_) : most; }

  /// Where a call begins: `row` indices along `axis` and `column` indices along the inner axis after the addresses
  /// `at`.
  struct start {
    positions const& at;
    index_t row;
    int axis;
    index_t column;
  };
  /// Calls the kernel for `rows` rows, whose indices along `axis` are `spacing` apart.
  void call(start const& from, int axis, index_t spacing, index_t rows, index_t columns, std::byte* acc,
            index_t acc_step, index_t acc_rows = 1) {
    index_t const *const row = n_.steps(from.axis), *const column = n_.steps(inner_), *const step = n_.steps(axis);
    index_t const down = from.axis < 0 ? 0 : from.row, between = axis < 0 ? 0 : spacing;
    index_t* numbers = numbers_.data(); // each generator of element numbers gets a stretch of numbers_ of its own
    for (int j = 1; j < n_.operands; ++j) {
      index_t const position = from.at[j] + down * row[j] + from.column * column[j];
      if (n_.kind[j].numbers) {
        slots_.set(j, write_numbers(numbers, position, step[j] * between, column[j], rows));
        numbers += 2 * rows;
      } else if (is_direct()) {
        slots_.set(j, {position, step[j] * between, column[j]});
      } else {
        slots_.set(j, room_.load(j, position, rows, columns, axis)); // spacing is 1
      }
    }
    slots_.set(0, {reinterpret_cast<index_t>(acc), acc_step, acc_rows * acc_step});
    kernel_of(s_, f_)(task_.core, slots_.frame(rows, columns, n_.context));
  }

  nest const& n_;
  fold_schedule const& s_;
  fold_kind const& f_;
  fold_task const& task_;
  buffers room_;
  frame_slots slots_;
  positions outer_, at_;
  int inner_, rows_axis_;
  index_t numbered_, rows_of_numbers_;
  local_array<index_t, 2 * limits::most_fold_numbers> numbers_;
};

void walk_here(nest const& n, fold_schedule const& s, fold_task const& f) {
  if (s.way == fold_way::lines)
    walk_lines(n, s, f);
  else if (s.way == fold_way::windows)
    walk_windows(n, s, f);
  else
    fold_walk(n, s, f).run();
}

/// Runs a fold that is cut along an axis that stays, into pieces that any thread may run.
struct divided_results {
  nest const& n;
  fold_schedule const& s;
  fold_task const& f;

  void run() {
    check_columns();
    parallel_for(s.threads, s.pieces, &divided_results::run_piece, this);
  }
  /// Throws if the last piece, which may be longer, would be refused memory: else other pieces would have been written.
  void check_columns() const {
    int const inner = n.rank - 1;
    if (s.way != fold_way::columns)
      return;
    index_t const all = n.extents[inner], last = s.cut == inner ? all - (s.pieces - 1) * s.step : all;
    index_t const columns = columns_at_once(s, f.kind, last), blocks = s.count / limits::fold_rows + 1;
    accumulators::check(f.kind, 2 * columns);
    cascade::check(f.kind, columns, static_cast<int>(std::bit_width(static_cast<std::size_t>(blocks))));
  }
  static void run_piece(void* me, index_t piece) {
    auto const& [n, s, f] = *static_cast<divided_results const*>(me);
    nest divided(n);
    index_t const first = piece * s.step;
    divided.extents[s.cut] = piece + 1 == s.pieces ? n.extents[s.cut] - first : s.step;
    for (int j = 0; j < n.operands; ++j)
      divided.position[j] += first * n.steps(s.cut)[j];
    walk_here(divided, s, f);
  }
};

} // namespace

index_t accumulator_rows_of(nest const& n, fold_schedule const& s, fold_kind const& f, int rows_axis, index_t columns) {
  index_t const most = n.extent(rows_axis) / 4;
  if (most < 2 || s.in_order || columns > limits::fold_short_row || f.merge == nullptr)
    return 1;
  return std::max<index_t>(1, std::min(limits::fold_joined_row / columns, most));
}

void walk_fold(nest const& n, fold_schedule const& s, fold_task const& f) {
  if (s.one_call)
    walk_call(n, s, f);
  else if (s.way == fold_way::run)
    walk_run(n, s, f);
  else if (s.pieces == 1)
    walk_here(n, s, f);
  else
    divided_results{n, s, f}.run();
}

} // namespace weft::detail
