#include "fold/fold_walk.hpp"
#include "fold/partial.hpp"

#include <algorithm>
#include <cstring>

namespace weft::detail {

namespace {

/// Folds values that lie side by side in all operands to one result: no axes are walked.
class run_walk {
public:
  run_walk(nest const& n, fold_schedule const& s, fold_task const& f)
      : n_(n), s_(s), f_(f.kind), task_(f),
        slots_("the tables of an expression", 2 * static_cast<std::size_t>(n.operands)),
        numbers_("numbers of elements", static_cast<std::size_t>(2 * count_numbers(n) * limits::most_fold_partials)) {}

  void run() {
    accumulators room(f_, s_.step == 0 ? 1 : limits::fold_partials);
    std::byte* const acc = room.at(0);
    if (s_.step == 0)
      in_one(acc);
    else if (s_.pieces == 1)
      piece(0, acc);
    else
      pieces(acc);
    f_.finish(task_.reducer, reinterpret_cast<void*>(n_.position[0]), 0, acc, 1, s_.count);
  }

private:
  /// Folds a short row, or one that has to be folded in order, in one call.
  void in_one(std::byte* acc) {
    f_.init(task_.reducer, acc, 1);
    call(0, 1, s_.count, acc);
  }

  /// Folds piece p into the first of `partials`, which has room for limits::fold_partials accumulators.
  void piece(index_t p, std::byte* partials) {
    index_t const first = p * s_.step, count = std::min(s_.step, s_.count - first);
    index_t const rows = count / fold_block, rest = count - rows * fold_block, all = rows + (rest > 0 ? 1 : 0);
    f_.init(task_.reducer, partials, all);
    if (rows > 0)
      call(first, rows, fold_block, partials);
    if (rest > 0)
      call(first + rows * fold_block, 1, rest, partials + rows * f_.acc_size);
    join_partials(f_, task_.reducer, partials, all, 1);
  }

  /// Folds all pieces. Their results are joined in the order of the pieces, whichever threads made them.
  void pieces(std::byte* partials) {
    cascade joined(f_, task_.reducer, 1);
    if (s_.threads > 1) {
      accumulators results(f_, s_.pieces);
      divided d{n_, s_, task_, results};
      parallel_for(s_.threads, s_.pieces, &divided::run_piece, &d);
      for (index_t p = 0; p < s_.pieces; ++p)
        joined.push(results.at(p));
    } else {
      for (index_t p = 0; p < s_.pieces; ++p) {
        piece(p, partials);
        joined.push(partials);
      }
    }
    joined.collect(partials);
  }
  struct divided {
    nest const& n;
    fold_schedule const& s;
    fold_task const& f;
    accumulators& results;
    static void run_piece(void* me, index_t p) {
      auto& d = *static_cast<divided*>(me);
      accumulators room(d.f.kind, limits::fold_partials);
      run_walk(d.n, d.s, d.f).piece(p, room.at(0));
      std::memcpy(d.results.at(p), room.at(0), static_cast<std::size_t>(d.f.kind.acc_size));
    }
  };

  /// Calls the kernel for rows that follow each other, each with its accumulator.
  void call(index_t first, index_t rows, index_t columns, std::byte* acc) {
    index_t const* const step = n_.steps(0);
    index_t *const position = slots_.data(), *const row = position + n_.operands;
    position[0] = reinterpret_cast<index_t>(acc);
    row[0] = f_.partial_step;
    index_t* numbers = numbers_.data(); // each generator of element numbers gets a stretch of numbers_ of its own
    for (int j = 1; j < n_.operands; ++j) {
      position[j] = n_.position[j] + first * step[j];
      row[j] = columns * step[j];
      if (n_.kind[j].numbers) {
        loop_slot const two = write_numbers(numbers, position[j], row[j], step[j], rows);
        numbers += 2 * rows;
        position[j] = two.position;
        row[j] = two.row;
      }
    }
    kernel_of(s_, f_)(task_.core, {rows, columns, position, row, step, n_.context});
  }

  nest const& n_;
  fold_schedule const& s_;
  fold_kind const& f_;
  fold_task const& task_;
  local_array<index_t, 2 * usual_operands> slots_;
  local_array<index_t, 8 * limits::most_fold_partials> numbers_; ///< up to four operands need no allocation
};

} // namespace

void walk_run(nest const& n, fold_schedule const& s, fold_task const& f) {
  run_walk(n, s, f).run();
}

} // namespace weft::detail
