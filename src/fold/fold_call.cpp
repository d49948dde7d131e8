#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"

#include <weft/eval/limits.hpp>

#include <algorithm>

namespace weft::detail {

namespace {

/// Runs a fold of two axes at most: rows of values with one result each, or rows that all go into one row of results.
class call_walk {
public:
  call_walk(nest const& n, fold_schedule const& s, fold_task const& f)
      : n_(n), s_(s), f_(f.kind), task_(f), inner_(n.rank - 1), rows_(n.extent(n.rank - 2)),
        columns_(n.extent(n.rank - 1)),
        acc_rows_(s.way == fold_way::columns ? accumulator_rows_of(n, s, f_, inner_ - 1, columns_) : 1) {}

  void run() {
    alignas(limits::line) std::byte room[few_bytes + usual_operands * limits::line];
    accumulators totals(f_, results());
    std::byte* const acc = totals.at(0);
    index_t next = reinterpret_cast<index_t>(room);
    for (int j = 1; j < n_.operands; ++j) {
      position_[j] = n_.position[j];
      row_[j] = n_.stride(j, inner_ - 1);
      if (!s_.read.is_buffered(j))
        continue;
      position_[j] = next;
      row_[j] = columns_ * n_.size(j);
      next = pack_operand(n_, j, next);
    }
    position_[0] = reinterpret_cast<index_t>(acc);
    f_.init(task_.reducer, acc, results());
    if (s_.way == fold_way::columns)
      into_one_row(acc);
    else
      call(rows_, columns_, f_.acc_size);
    bool const one_row = s_.way == fold_way::columns;
    f_.finish(task_.reducer, reinterpret_cast<void*>(n_.position[0]), n_.stride(0, one_row ? inner_ : inner_ - 1), acc,
              one_row ? columns_ : rows_, s_.count);
  }

private:
  /// Returns the number of accumulators.
  index_t results() const { return s_.way == fold_way::columns ? columns_ * acc_rows_ : rows_; }

  /// Adds rows of values to the rows of accumulators, row k to accumulators k modulo their number. The rows that are
  /// left over go to the first accumulators. Then joins all of them in the first.
  void into_one_row(std::byte* acc) {
    index_t const done = acc_rows_ > 1 ? rows_ / acc_rows_ * acc_rows_ : 0;
    if (done > 0) {
      if (s_.read.is_direct() && rows_are_adjacent(n_, inner_ - 1))
        call_together(done / acc_rows_);
      else
        call(done, columns_, columns_ * f_.acc_size);
      for (int j = 1; j < n_.operands; ++j)
        position_[j] += done * row_[j];
    }
    if (done < rows_)
      call(rows_ - done, columns_, 0);
    join_partials(f_, task_.reducer, acc, acc_rows_, columns_);
  }
  /// Calls the kernel for rows without gaps. acc_rows_ consecutive rows of values are passed as one row, to whose
  /// columns the acc_rows_ rows of accumulators belong.
  void call_together(index_t rows) {
    index_t one[usual_operands];
    std::copy_n(row_, n_.operands, one);
    for (int j = 1; j < n_.operands; ++j)
      row_[j] *= acc_rows_;
    call(rows, columns_ * acc_rows_, 0);
    std::copy_n(one, n_.operands, row_);
  }
  void call(index_t rows, index_t columns, index_t acc_step) {
    index_t column[usual_operands];
    row_[0] = acc_step;
    column[0] = acc_rows_ * acc_step;
    for (int j = 1; j < n_.operands; ++j)
      column[j] = n_.steps(inner_)[j];
    kernel_of(s_, f_)(task_.core, {rows, columns, position_, row_, column, n_.context});
  }

  nest const& n_;
  fold_schedule const& s_;
  fold_kind const& f_;
  fold_task const& task_;
  int inner_;
  index_t rows_, columns_, acc_rows_;
  index_t position_[usual_operands], row_[usual_operands]; ///< the address of the first row, bytes from row to row
};

} // namespace

void walk_call(nest const& n, fold_schedule const& s, fold_task const& f) {
  call_walk(n, s, f).run();
}

} // namespace weft::detail
