#include "fold/fold_schedule.hpp"
#include "loop/stream.hpp"

#include <weft/eval/deterministic.hpp>

#include <algorithm>

namespace weft::detail {

namespace {

bool stays(nest const& n, int axis) {
  return axis >= 0 && n.steps(axis)[0] != 0;
}

/// Orders axes: those that stay (but the inner one) outside, those that go inside them, the inner one last.
/// @post the first s.kept axes stay
void order_axes(fold_schedule& s, nest& n) {
  for (int k = 0; k < n.rank; ++k) {
    if (!stays(n, k))
      s.count *= n.extents[k];
    else if (k + 1 < n.rank)
      move_axis(n, k, s.kept++);
  }
}

/// Cuts axis k, if that makes more pieces.
void cut(fold_schedule& s, int k, index_t step, index_t pieces) {
  if (pieces <= s.pieces)
    return;
  s.cut = k;
  s.step = step;
  s.pieces = pieces;
}

/// A fold is cut along an axis that stays, or where one result takes all values, between pieces of as many blocks as are
/// joined at a time. A result has the bits that it has in an undivided fold: how its values are joined depends on
/// nothing but the axes that go.
void decide_threads(fold_schedule& s, nest const& n, fold_kind const& kind) {
  if (kind.merge == nullptr || n.rank == 0 || s.way == fold_way::one_row || n.elements() < limits::least_divided)
    return;
  const int threads = threads_of(n, kind.cost, 1), inner = n.rank - 1;
  if (threads == 1)
    return;
  const index_t wanted = threads * pieces_per_thread, blocks = limits::fold_parts * fold_block;
  for (int k = 0; k < s.kept && s.pieces < wanted; ++k) {
    const index_t step = length_of_pieces(n.extents[k], wanted, 1);
    cut(s, k, step, (n.extents[k] + step - 1) / step);
  }
  if (s.pieces < wanted && stays(n, inner)) {
    const bool from_memory = exceeds_caches(8 * static_cast<double>(n.elements()));
    const index_t least = from_memory ? limits::fold_piece_from_memory : limits::fold_piece;
    if (const index_t pieces = std::min(n.extents[inner] / least, wanted); pieces > 1)
      cut(s, inner, n.extents[inner] / pieces / 8 * 8, pieces);
  }
  if (s.way == fold_way::single && n.rank == 1 && s.read.is_direct())
    cut(s, -1, blocks, (s.count + blocks - 1) / blocks);
  s.threads = s.pieces > 1 ? threads : 1;
}

/// Of numbers of elements the first two of a row are generated where the kernel is called: they need no buffer.
void decide_reads(fold_schedule& s, nest const& n) {
  decide_access(s.read, n, 1, 0);
  for (int j = 1; j < n.operands; ++j)
    if (n.operand[j].kind->numbers) {
      --s.read.staged;
      s.read.staged_bytes -= n.size(j);
    }
  if (s.read.staged != 0)
    decide_block(s.read);
}

fold_way way_of(fold_schedule const& s, nest const& n, fold_kind const& kind) {
  const int inner = n.rank - 1;
  if (stays(n, inner))
    return fold_way::columns;
  if (s.kept > 0 && s.kept == inner && n.extents[inner] <= row_length(s))
    return fold_way::rows;
  const bool one = n.rank <= 1 && s.read.is_direct() && (kind.merge == nullptr || s.count < 2 * fold_block);
  return one ? fold_way::one_row : fold_way::single;
}

} // namespace

fold_line line_of(nest const& n, int j, int kept) {
  const index_t step = n.steps(n.rank - 1)[j];
  index_t next = step;
  for (int k = n.rank - 1; k >= kept; --k) {
    if (n.steps(k)[j] != next)
      return {false, 0};
    next *= n.extents[k];
  }
  return {true, step};
}

void decide_fold(fold_schedule& s, nest& n, fold_kind const& kind) {
  order_axes(s, n);
  decide_reads(s, n);
  s.way = way_of(s, n, kind);
  decide_threads(s, n, kind);
}

bool decide_fold_in_order(fold_schedule& s, nest& n, fold_kind const& kind) {
  drop_unit_axes(n);
  fuse_axes(n);
  if (n.rank == 0)
    return false;
  s.in_order = true;
  order_axes(s, n);
  decide_reads(s, n);
  s.way = way_of(s, n, kind);
  if (s.way != fold_way::columns)
    for (int j = 1; j < n.operands; ++j)
      if (n.operand[j].kind->numbers && !line_of(n, j, s.kept).even)
        return false;
  if (s.way == fold_way::single || (s.way == fold_way::rows && !s.read.is_direct())) {
    s.way = fold_way::lines;
    for (int j = 1; j < n.operands; ++j) {
      const fold_line line = line_of(n, j, s.kept);
      s.read.access[j] = n.is_generated(j)                       ? operand_access::generated
                         : line.even && line.step == n.size(j) ? operand_access::direct
                                                                 : operand_access::gathered;
    }
  }
  decide_threads(s, n, kind);
  return true;
}

} // namespace weft::detail
