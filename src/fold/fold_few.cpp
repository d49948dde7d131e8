#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"

#include <weft/eval/limits.hpp>

namespace weft::detail {

namespace {

/// Two axes at most: rows of values, one result each, or rows of which all go into one row of results.
class few_walk {
public:
  few_walk(nest const& n, fold_schedule const& s, fold_task const& f)
      : n_(n), s_(s), f_(f.kind), task_(f), inner_(n.rank - 1), rows_(n.extent(n.rank - 2)),
        columns_(n.extent(n.rank - 1)),
        joined_(s.way == fold_way::columns ? joined_rows(n, s, f_, inner_ - 1, columns_) : 1) {}

  bool fits() const {
    if (n_.rank > 2 || s_.in_order || n_.operands > usual_operands || rows_ * columns_ > few_read ||
        results() > accumulators::on_stack(f_))
      return false;
    if (s_.way == fold_way::columns ? s_.kept != 0 || rows_ > limits::fold_rows
        : s_.way == fold_way::rows  ? n_.rank != 2
                                    : s_.way != fold_way::single || n_.rank == 2 || !is_one_row(s_, columns_))
      return false;
    index_t bytes = 0;
    for (int j = 1; j < n_.operands; ++j) {
      if (n_.kind[j]->numbers)
        return false;
      bytes += s_.read.is_buffered(j) ? n_.size(j) : 0;
    }
    return bytes * rows_ * columns_ <= few_bytes;
  }

  void run() {
    alignas(limits::line) std::byte room[few_bytes + usual_operands * limits::line];
    accumulators totals(f_, results());
    place_operands(reinterpret_cast<index_t>(room));
    if (s_.way == fold_way::columns)
      into_one_row(totals.at(0));
    else
      into_each(totals.at(0));
  }

private:
  /// Accumulators.
  index_t results() const { return s_.way == fold_way::columns ? columns_ * joined_ : rows_; }

  void place_operands(index_t room) {
    for (int j = 1; j < n_.operands; ++j) {
      first_[j] = n_.position[j];
      step_[j] = n_.stride(j, inner_ - 1);
      if (!s_.read.is_buffered(j))
        continue;
      first_[j] = room;
      step_[j] = columns_ * n_.size(j);
      room = pack_operand(n_, j, room);
    }
  }

  void into_each(std::byte* acc) {
    f_.init(task_.reducer, acc, rows_);
    call(0, 1, rows_, columns_, acc, f_.acc_size);
    finish(acc, rows_, n_.stride(0, inner_ - 1));
  }
  void into_one_row(std::byte* acc) {
    const index_t whole = joined_ > 1 ? rows_ / joined_ : 0;
    f_.init(task_.reducer, acc, columns_ * joined_);
    if (whole > 0)
      call(0, joined_, whole, columns_ * joined_, acc, 0);
    if (whole * joined_ < rows_)
      call(whole * joined_, 1, rows_ - whole * joined_, columns_, acc, 0);
    join_parts(f_, task_.reducer, acc, joined_, columns_);
    finish(acc, columns_, n_.stride(0, inner_));
  }

  /// Calls a kernel for `rows` rows from row `first` on, `apart` rows apart.
  void call(index_t first, index_t apart, index_t rows, index_t columns, std::byte* acc, index_t acc_step) {
    index_t position[usual_operands], row[usual_operands];
    position[0] = reinterpret_cast<index_t>(acc);
    row[0] = acc_step;
    for (int j = 1; j < n_.operands; ++j) {
      position[j] = first_[j] + first * step_[j];
      row[j] = apart * step_[j];
    }
    kernel_of(s_, f_)(task_.core, {rows, columns, position, row, n_.steps(inner_), n_.context});
  }
  void finish(std::byte const* acc, index_t results, index_t step) const {
    f_.finish(task_.reducer, reinterpret_cast<void*>(n_.position[0]), step, acc, results, s_.count);
  }

  nest const& n_;
  fold_schedule const& s_;
  fold_kind const& f_;
  fold_task const& task_;
  int inner_;
  index_t rows_, columns_, joined_;                      ///< rows that are taken for one
  index_t first_[usual_operands], step_[usual_operands]; ///< of each operand: the first row, and from row to row
};

} // namespace

bool walk_few(nest const& n, fold_schedule const& s, fold_task const& f) {
  few_walk w(n, s, f);
  if (!w.fits())
    return false;
  w.run();
  return true;
}

} // namespace weft::detail
