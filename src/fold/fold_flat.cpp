#include "fold/fold_loop.hpp"

#include <weft/eval/deterministic.hpp>

namespace weft::detail {

namespace {

/// True if the elements of o follow each other as `rule` says, without gaps.
bool is_whole(loop_operand const& o, stride_rule rule) {
  if (o.kind->rule == rule)
    return true;
  if (rule != stride_rule::by_rows || o.kind->rule > stride_rule::last_is_one)
    return false;
  index_t run = 1;
  for (int k = o.rank - 1; k >= 0; --k) {
    const index_t s = o.kind->rule == stride_rule::last_is_one && k == o.rank - 1 ? 1 : o.strides[k];
    if (s != run && o.extents[k] != 1)
      return false;
    run *= o.extents[k];
  }
  return true;
}

} // namespace

index_t elements_alike(fold_kind const& kind, loop_operand const* operand) {
  loop_operand const& whole = operand[0];
  if (kind.operands < 2 || kind.operands > 16 || whole.kind->statics != nullptr)
    return 0;
  for (int k = 0; k < whole.rank; ++k)
    if (whole.strides[k] != 0)
      return 0;
  const bool by_columns = kind.merge != nullptr && !deterministic() && operand[1].kind->rule == stride_rule::by_columns;
  index_t n = 1;
  int numbers = 0;
  for (int k = 0; k < whole.rank; ++k)
    n *= whole.extents[k];
  for (int j = 1; j < kind.operands; ++j) {
    loop_operand const& o = operand[j];
    if (o.kind->statics != nullptr || o.ticket != 0 || o.rank != whole.rank)
      return 0;
    if (o.kind->fill != nullptr && (!o.kind->numbers || ++numbers > 1))
      return 0;
    for (int k = 0; k < whole.rank; ++k)
      if (o.extents[k] != whole.extents[k])
        return 0;
    if (!is_whole(o, by_columns ? stride_rule::by_columns : stride_rule::by_rows))
      return 0;
  }
  return n;
}

void flat_fold::call(index_t first, index_t rows, index_t columns, std::byte* acc) const {
  index_t position[16], row[16], numbers[2 * fold_parts_at_once];
  position[0] = reinterpret_cast<index_t>(acc);
  row[0] = f_.part_step;
  for (int j = 1; j < f_.operands; ++j) {
    const index_t start = operand_[j].position, size = operand_[j].kind->size;
    position[j] = start + first * size;
    row[j] = columns * size;
    if (operand_[j].kind->numbers) { // kernels read the first two of a row
      for (index_t r = 0; r < rows; ++r) {
        numbers[2 * r] = start + first + r * columns;
        numbers[2 * r + 1] = numbers[2 * r] + 1;
      }
      position[j] = reinterpret_cast<index_t>(numbers);
      row[j] = 2 * size;
    }
  }
  f_.rows.run[chosen_isa](core_, {rows, columns, position, row, nullptr, nullptr});
}

void flat_fold::piece(index_t p, std::byte* parts) const {
  const index_t first = p * piece_size, n = n_ - first < piece_size ? n_ - first : piece_size;
  const index_t rows = n / fold_block, rest = n - rows * fold_block;
  f_.init(reducer_, parts, rows + (rest > 0 ? 1 : 0));
  if (rows > 0)
    call(first, rows, fold_block, parts);
  if (rest > 0)
    call(first + rows * fold_block, 1, rest, parts + rows * f_.acc_size);
  join_parts(f_, reducer_, parts, rows + (rest > 0 ? 1 : 0), 1);
}

/// What is short, or has to be folded in order, is one row.
void flat_fold::in_one(void* out) const {
  accumulators room(f_, 1);
  std::byte* const acc = room.at(0);
  f_.init(reducer_, acc, 1);
  call(0, 1, n_, acc);
  f_.finish(reducer_, out, 0, acc, 1, n_);
}

int flat_fold::threads() const {
  if (pieces() < 2 || f_.merge == nullptr)
    return 1;
  double bytes = 0;
  for (int j = 1; j < f_.operands; ++j)
    bytes += operand_[j].kind->numbers ? 0 : static_cast<double>(operand_[j].kind->size);
  return threads_for(static_cast<double>(n_), f_.cost, bytes);
}

/// Each piece in any thread; joined as if one thread had taken them in turn.
void flat_fold::run_apart(int threads, std::byte* into) const {
  struct shared_fold {
    flat_fold const& fold;
    accumulators& results;
    static void run_piece(void* me, index_t p) {
      auto const& [fold, results] = *static_cast<shared_fold*>(me);
      accumulators room(fold.f_, fold_parts_at_once);
      fold.piece(p, room.at(0));
      std::memcpy(results.at(p), room.at(0), static_cast<std::size_t>(fold.f_.acc_size));
    }
  };
  accumulators results(f_, pieces());
  shared_fold shared{*this, results};
  parallel_for(threads, pieces(), &shared_fold::run_piece, &shared);
  cascade joined(f_, reducer_, 1);
  for (index_t p = 0; p < pieces(); ++p)
    joined.push(results.at(p));
  joined.collect(into);
}

void flat_fold::run(void* out) const {
  if (n_ < 2 * fold_block || f_.merge == nullptr)
    return in_one(out);
  accumulators room(f_, fold_parts_at_once);
  if (n_ <= piece_size) {
    piece(0, room.at(0));
  } else if (const int wanted = threads(); wanted > 1) {
    run_apart(wanted, room.at(0));
  } else {
    cascade joined(f_, reducer_, 1);
    for (index_t p = 0; p < pieces(); ++p) {
      piece(p, room.at(0));
      joined.push(room.at(0));
    }
    joined.collect(room.at(0));
  }
  f_.finish(reducer_, out, 0, room.at(0), 1, n_);
}

} // namespace weft::detail
