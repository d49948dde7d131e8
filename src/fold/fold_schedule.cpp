#include "fold/fold_schedule.hpp"
#include "fold/partial.hpp"
#include "loop/stream.hpp"
#include "loop/walk.hpp"

#include <weft/eval/deterministic.hpp>
#include <weft/eval/limits.hpp>

#include <algorithm>

namespace weft::detail {

namespace {

bool stays(nest const& n, int axis) {
  return axis >= 0 && n.steps(axis)[0] != 0;
}

/// Orders axes: axes that stay in the results (except the inner one) outside, folded axes inside them, the inner one
/// last.
/// @post the first s.kept axes stay
WEFT_INLINE void order_axes(fold_schedule& s, nest& n) {
  for (int k = 0; k < n.rank; ++k) {
    if (!stays(n, k)) {
      s.count *= n.extents[k];
    } else if (k + 1 < n.rank) { // the results have the inner axis, so it must not move
      if (k != s.kept)
        move_axis(n, k, s.kept);
      ++s.kept;
    }
  }
}

/// Moves the inner axis to index `to`.
void move_inner(nest& n, int to) {
  move_axis(n, n.rank - 1, to);
  n.unit_rows = false;
}

/// Turns rows of very few columns that stay and cannot be folded as one: for each such row partial results would be
/// loaded, added to and stored. The axis of the rows becomes the inner one. Only values that are joined exactly in any
/// order are turned: a sum would have other bits than a sum of values without gaps.
void turn_short_rows(fold_schedule& s, nest& n, fold_kind const& kind) {
  int const inner = n.rank - 1, rows = inner - 1;
  if (rows >= s.kept && stays(n, inner) && kind.merge != nullptr && kind.partial_step == 0 &&
      n.extents[inner] <= limits::fold_turned_columns && n.extents[rows] >= limits::fold_turned_rows &&
      !rows_are_adjacent(n, rows))
    move_inner(n, s.kept++);
}

/// Cuts axis k into pieces of `step` indices, if these are more pieces than there are.
void cut(fold_schedule& s, int k, index_t step, index_t pieces) {
  if (pieces <= s.pieces)
    return;
  s.cut = k;
  s.step = step;
  s.pieces = pieces;
}

/// Widens short rows of results of few values, which stay, or are folded inside another folded axis, as in windows that
/// lie apart: each would be a call of a kernel for a handful of elements. The longest axis that stays becomes the inner
/// one, though its values lie some steps apart. It is cut into pieces whose values the first cache holds, and whose
/// partial results the stack holds: all results of a piece are made before the next one is read.
void widen_short_rows(fold_schedule& s, nest& n, fold_kind const& kind) {
  int const inner = n.rank - 1;
  bool const is_result = inner >= 0 && stays(n, inner);
  if (s.kept == 0 || (!is_result && s.kept == inner) || n.extents[inner] > limits::fold_widened_row)
    return;
  index_t const values = s.count * (is_result ? n.extents[inner] : 1) * (n.operands - 1);
  if (values == 0 || values > limits::fold_widened_values) // 0: the fold has no operands, only constants
    return;
  int longest = 0; // of equal ones the last, along which values lie closest
  for (int k = 1; k < s.kept; ++k)
    longest = n.extents[k] >= n.extents[longest] ? k : longest;
  if (n.extents[longest] < limits::fold_widened_columns)
    return;
  if (is_result)
    move_inner(n, s.kept);
  else
    --s.kept;
  move_axis(n, longest, inner);
  n.unit_rows = false;
  index_t const most = std::min(limits::fold_widened_piece / values, accumulators::on_stack(kind) / 2);
  index_t const step = even_block(n.extents[inner], std::max<index_t>(most / 8 * 8, 8), 8);
  cut(s, inner, step, (n.extents[inner] + step - 1) / step);
}

/// An axis along which a kernel takes rows of vectors. Bit j - 1 stands for operand j.
struct vector_axis {
  int axis = -1;
  unsigned held = 0;   ///< the operands that repeat along it
  unsigned packed = 0; ///< operands that lie some elements apart along it: copy_block shuffles them into a buffer
};

/// Returns an axis, or -1 as its number if an operand lies otherwise, or all repeat.
vector_axis vectors_along(nest const& n, int axis) {
  vector_axis of_row{axis};
  for (int j = 1; j < n.operands; ++j) {
    index_t const step = n.steps(axis)[j], size = n.size(j);
    if (n.is_generated(j) || (step != 0 && step != size && !copies_by_shuffles(size, step)))
      return {};
    of_row.held |= step == 0 ? 1u << (j - 1) : 0;
    of_row.packed |= step != 0 && step != size ? 1u << (j - 1) : 0;
  }
  return of_row.held + 1 == 1u << (n.operands - 1) ? vector_axis{} : of_row;
}

/// Returns true if windows of values overlap: an operand moves along a folded axis as along one that stays, so that
/// neighbouring results read its elements again.
bool reads_again(nest const& n) {
  for (int k = 0; k < n.rank; ++k)
    for (int m = 0; m < n.rank; ++m)
      for (int j = 1; j < n.operands; ++j)
        if (!stays(n, k) && stays(n, m) && n.stride(j, k) != 0 && n.stride(j, k) == n.stride(j, m))
          return true;
  return false;
}

/// Returns the last axis that stays and along which a kernel takes vectors, if its rows are long.
vector_axis row_of_vectors(fold_schedule const& s, nest const& n) {
  int k = n.rank - 1;
  vector_axis row = stays(n, k) ? vectors_along(n, k) : vector_axis{};
  if (!stays(n, k))
    for (k = s.kept - 1; k >= 0 && row.axis < 0; --k)
      row = vectors_along(n, k);
  bool const is_row = row.axis >= 0 && n.steps(row.axis)[0] == n.size(0);
  return is_row && n.extents[row.axis] > limits::fold_short_row ? row : vector_axis{};
}
/// Sets that operands are copied into a buffer, with a row for each value of a result. Returns false if only short rows
/// fit.
bool pack_values(fold_schedule& s, nest const& n, vector_axis const& row) {
  index_t bytes = 0;
  for (int j = 1; j < n.operands; ++j)
    bytes += (row.packed >> (j - 1) & 1) != 0 ? s.count * n.size(j) : 0;
  index_t const most = limits::fold_packed_bytes / bytes / 8 * 8;
  if (most <= limits::fold_short_row)
    return false;
  for (int j = 1; j < n.operands; ++j) {
    bool const is_packed = (row.packed >> (j - 1) & 1) != 0, is_held = (row.held >> (j - 1) & 1) != 0;
    s.read.staged += is_packed ? 1 : 0;
    s.read.set_access(j, is_packed ? operand_access::gathered
                         : is_held ? operand_access::held
                                   : operand_access::direct);
  }
  s.read.staged_bytes = bytes;
  // A row of fewer elements is one block, which ends where the elements of the next operand may begin.
  s.read.block = (even_block(n.extents[row.axis], most, 8) + 7) / 8 * 8;
  return true;
}

/// Chooses fold_way::windows for results of few values, side by side in rows: where an operand repeats along rows,
/// where windows overlap or their values lie some elements apart, and where values that are read only once come from
/// the caches.
bool decide_windows(fold_schedule& s, nest& n, fold_kind const& kind) {
  int const inner = n.rank - 1;
  if (kind.windows[0].run[chosen_isa] == nullptr || inner < 1 || s.count == 1 || s.count > limits::fold_window)
    return false;
  vector_axis const row = row_of_vectors(s, n);
  loop_kernel kernel = nullptr;
  for (kernel_variant const& v : kind.windows)
    kernel = v.held == row.held && v.run[chosen_isa] != nullptr ? v.run[chosen_isa] : kernel;
  if (row.axis < 0 || kernel == nullptr)
    return false;
  if (row.packed != 0 ? !pack_values(s, n, row)
                      : !reads_again(n) && (row.held == 0 || exceeds_caches(8 * static_cast<double>(n.elements()))))
    return false;
  if (row.axis != inner) {
    move_axis(n, row.axis, inner);
    --s.kept;
  }
  s.way = fold_way::windows;
  s.windows = kernel;
  return true;
}

/// Cuts one run into pieces of as many blocks as are joined at a time, for one thread as well. Any other fold is cut
/// along an axis that stays. So a result has the same bits for any number of threads: the order in which its values are
/// joined depends only on the axes that are folded.
void decide_run(fold_schedule& s, nest const& n, fold_kind const& kind) {
  if (kind.merge == nullptr || is_one_row(s.count))
    return;
  s.step = limits::fold_partials * fold_block;
  s.pieces = (s.count + s.step - 1) / s.step;
  if (s.pieces > 1)
    s.threads = threads_of(n, kind.cost, 1);
}
void decide_threads(fold_schedule& s, nest const& n, fold_kind const& kind) {
  int const threads = threads_of(n, kind.cost, 1), inner = n.rank - 1;
  if (threads == 1)
    return;
  index_t const wanted = threads * pieces_per_thread;
  for (int k = 0; k < s.kept && s.pieces < wanted; ++k) {
    index_t const step = length_of_pieces(n.extents[k], wanted, 1);
    cut(s, k, step, (n.extents[k] + step - 1) / step);
  }
  if (s.pieces < wanted && stays(n, inner)) {
    bool const from_memory = exceeds_caches(8 * static_cast<double>(n.elements()));
    index_t const least = from_memory ? limits::fold_piece_from_memory : limits::fold_piece;
    index_t const most = pieces_of_rows(threads, 8 * n.elements());
    if (index_t const pieces = std::min(n.extents[inner] / least, most); pieces > 1)
      cut(s, inner, n.extents[inner] / pieces / 8 * 8, pieces);
  }
  s.threads = s.pieces > 1 ? threads : 1;
}

WEFT_INLINE void decide_pieces(fold_schedule& s, nest const& n, fold_kind const& kind) {
  if (s.way == fold_way::run)
    decide_run(s, n, kind);
  else if (kind.merge != nullptr && n.rank != 0 && n.elements() >= limits::least_divided)
    decide_threads(s, n, kind);
}

/// Returns true for rows of results that a kernel for any strides takes in less time than vectors do: rows with gaps of
/// less than `fold_short_bytes`, or short rows along which an operand repeats, which would be copied.
bool is_short_row(nest const& n) {
  int const inner = n.rank - 1;
  if (inner < 1 || !stays(n, inner) || n.operands < 2)
    return false;
  if (n.constant != 0)
    return n.extents[inner] <= limits::fold_short_row;
  return n.extents[inner] * n.size(1) < limits::fold_short_bytes && !rows_are_adjacent(n, inner - 1);
}

/// Returns true if the kernel reads operands where they lie, with any strides: into a row of results, or from few short
/// rows.
bool reads_strided(fold_schedule const& s, nest const& n, fold_kind const& kind) {
  int const inner = n.rank - 1;
  kernel_variant const& kernel = stays(n, inner) ? kind.strided_columns : kind.strided_rows;
  if (s.in_order || kernel.run[chosen_isa] == nullptr || kind.cost > limits::strided_cost ||
      (!stays(n, inner) &&
       (n.extent(inner) > few_elements || n.elements() > limits::strided_fold_rows * n.extent(inner))))
    return false;
  for (int j = 1; j < n.operands; ++j)
    if (n.is_generated(j) && !n.kind[j].numbers)
      return false;
  return true;
}

/// Chooses how operands are read. Element numbers need no buffer: the first two of a row are generated for each call.
WEFT_INLINE void decide_reads(fold_schedule& s, nest const& n, fold_kind const& kind) {
  bool const in_vectors = n.unit_rows && !is_short_row(n);
  if (in_vectors && n.constant == 0)
    return;
  if (!in_vectors && reads_strided(s, n, kind)) {
    s.strided = true;
    return;
  }
  repeat_constants(s.read, n, decide_access(s.read, n, 1));
  for (int j = 1; j < n.operands; ++j)
    if (n.kind[j].numbers) {
      --s.read.staged;
      s.read.staged_bytes -= n.size(j);
    }
  if (s.read.staged != 0)
    decide_block(s.read);
}

/// Chooses fold_way::lines. An operand is read where it lies if its line has unit stride, else copied into a buffer.
void decide_lines(fold_schedule& s, nest const& n) {
  s.way = fold_way::lines;
  s.read.staged = 0;
  for (int j = 1; j < n.operands; ++j) {
    fold_line const line = line_of(n, j, s.kept);
    bool const direct = !n.is_generated(j) && line.even && line.step == n.size(j);
    s.read.set_access(j, direct              ? operand_access::direct
                         : n.is_generated(j) ? operand_access::generated
                                             : operand_access::gathered);
    s.read.staged += direct ? 0 : 1;
  }
}

WEFT_INLINE fold_way way_of(fold_schedule const& s, nest const& n) {
  int const inner = n.rank - 1;
  if (stays(n, inner))
    return fold_way::columns;
  if (s.kept > 0 && s.kept == inner && is_one_row(s, n.extents[inner]))
    return fold_way::rows;
  return n.rank <= 1 && s.read.is_direct() ? fold_way::run : fold_way::single;
}

/// Returns true if walk_call() can run a fold: few values, over two axes at most, in rows with one result each or in
/// rows that go into one row of results. Operands are read where they lie, or packed; none is numbers of elements.
WEFT_INLINE bool is_one_call(fold_schedule const& s, nest const& n, fold_kind const& kind) {
  int const inner = n.rank - 1;
  index_t const rows = n.extent(inner - 1), columns = n.extent(inner), count = rows * columns;
  if (n.rank > 2 || count > few_read || n.operands > usual_operands)
    return false;
  bool const fits = s.way == fold_way::columns ? s.kept == 0 && rows <= limits::fold_rows
                    : s.way == fold_way::rows  ? n.rank == 2
                                               : s.way == fold_way::single && n.rank < 2 && is_one_row(s, columns);
  index_t const results = s.way == fold_way::columns ? std::max(columns, limits::fold_joined_row) : rows;
  if (!fits || results * kind.acc_size > accumulators::bytes_on_stack)
    return false;
  if (!s.read.is_direct() && s.read.staged_bytes * count > few_bytes)
    return false;
  return n.context == nullptr || count_numbers(n) == 0;
}

} // namespace

index_t count_numbers(nest const& n) {
  index_t count = 0;
  for (int j = 1; j < n.operands; ++j)
    count += n.kind[j].numbers ? 1 : 0;
  return count;
}

fold_line line_of(nest const& n, int j, int kept) {
  index_t const step = n.steps(n.rank - 1)[j];
  index_t next = step;
  for (int k = n.rank - 1; k >= kept; --k) {
    if (n.steps(k)[j] != next)
      return {false, 0};
    next *= n.extents[k];
  }
  return {true, step};
}

bool rows_are_adjacent(nest const& n, int axis) {
  int const inner = n.rank - 1;
  for (int j = 1; j < n.operands; ++j)
    if (n.stride(j, axis) != n.extents[inner] * n.stride(j, inner))
      return false;
  return true;
}

void decide_fold(fold_schedule& s, nest& n, fold_kind const& kind) {
  order_axes(s, n);
  if (!decide_windows(s, n, kind)) {
    turn_short_rows(s, n, kind);
    widen_short_rows(s, n, kind);
    decide_reads(s, n, kind);
    s.way = way_of(s, n);
    s.one_call = is_one_call(s, n, kind);
  }
  decide_pieces(s, n, kind);
}

bool decide_fold_in_order(fold_schedule& s, nest& n, fold_kind const& kind) {
  if (n.rank == 0)
    return false;
  s.in_order = true;
  order_axes(s, n);
  decide_reads(s, n, kind);
  s.way = way_of(s, n);
  if (s.way != fold_way::columns)
    for (int j = 1; j < n.operands; ++j)
      if (n.kind[j].numbers && !line_of(n, j, s.kept).even)
        return false;
  if (s.way == fold_way::single || (s.way == fold_way::rows && !s.read.is_direct()))
    decide_lines(s, n);
  decide_pieces(s, n, kind);
  return true;
}

} // namespace weft::detail
