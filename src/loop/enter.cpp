#include "loop/row_blocks.hpp"

#include <weft/base/check.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>
#include <utility>

// The makers of nests: from what an assignment wrote down of its operands, in the quickest way that serves.
namespace weft::detail {

index_t const* extents_of(loop_operand const& o, index_t* room) {
  if (o.kind->statics == nullptr)
    return o.extents;
  index_t const* stored = o.extents;
  for (int k = 0; k < o.rank; ++k)
    room[k] = o.kind->statics[k] == dyn ? *stored++ : o.kind->statics[k];
  return room;
}

namespace {

void check_life(loop_operand const& o) {
  if (o.ticket != 0)
    check_ticket(o.ticket, "assignment");
}
/// Checks the lives of all memory that a generator reads.
void check_lives(loop_operand const& o) {
  auto check = [](footprint const&, std::uint64_t ticket) {
    if (ticket != 0)
      check_ticket(ticket, "assignment");
  };
  list_reads(*o.kind, o.context, check);
}

bool is_dense_rule(stride_rule rule) {
  return rule == stride_rule::by_rows || rule == stride_rule::by_columns;
}

/// The stride of axis k in elements, whatever it follows from; `run` is the number of elements of the axes that a dense
/// operand has inside it.
index_t stride_of(loop_operand const& o, int k, index_t run) {
  const stride_rule rule = o.kind->rule;
  if (is_dense_rule(rule))
    return run;
  const bool one =
      (rule == stride_rule::last_is_one && k == o.rank - 1) || (rule == stride_rule::first_is_one && k == 0);
  return one ? 1 : o.strides[k];
}

/// Along an axis of extent 1 an operand repeats.
void enter_strides(nest& n, int j, loop_operand const& o, index_t const* extents) {
  index_t own[max_rank];
  list_strides(o, extents, own);
  const int lead = n.rank - o.rank;
  for (int k = 0; k < n.rank; ++k)
    n.steps(k)[j] = k < lead ? 0 : own[k - lead];
}

WEFT_INLINE void enter(nest& n, int j, loop_operand const& o, index_t position) {
  n.kind[j] = o.kind;
  n.context[j] = o.context;
  n.position[j] = position;
}

/// True if operand j is read where the target is written, or nowhere near it.
bool is_apart(nest const& n, int j, byte_range const& target) {
  if (n.kind[j]->fresh)
    return true;
  if (n.is_generated(j)) {
    bool apart = true;
    n.for_each_read(j, [&](footprint const& f, std::uint64_t) { apart = apart && are_apart(range_of(f), target); });
    return apart;
  }
  return are_apart(n.range(j), target) || lie_at_one_place(n, 0, j);
}

bool is_all_apart(nest const& n) {
  const byte_range target = n.range(0);
  for (int j = 1; j < n.operands; ++j)
    if (!is_apart(n, j, target))
      return false;
  return true;
}

/// True if strides, where they are stored, are those of elements that follow each other without gaps.
bool is_gapless_operand(loop_operand const& o, index_t const* extents, bool by_columns) {
  index_t run = 1;
  for (int i = 0; i < o.rank; ++i) {
    const int k = by_columns ? i : o.rank - 1 - i;
    if (extents[k] != 1 && (is_dense_rule(o.kind->rule) ? o.rank > 1 : stride_of(o, k, run) != run))
      return false;
    run *= extents[k];
  }
  return true;
}
WEFT_INLINE bool is_one_run(loop_operand const& o, index_t const* extents, bool by_columns) {
  return is_one_run_of(o.kind->rule, o.rank, by_columns) || is_gapless_operand(o, extents, by_columns);
}

/// The strides of an operand of one or two axes, in bytes: from row to row and along a row; 0 where it repeats.
struct matrix_strides {
  index_t row, column;
};

WEFT_INLINE matrix_strides read_matrix(loop_operand const& o) {
  if (o.rank == 0)
    return {0, 0};
  index_t room[2] = {1, 1};
  index_t const* const extents = o.kind->statics == nullptr ? o.extents : extents_of(o, room);
  const index_t size = o.kind->size;
  const stride_rule rule = o.kind->rule;
  if (o.rank == 1)
    return {0, extents[0] == 1 ? 0 : rule == stride_rule::stored ? o.strides[0] * size : size};
  const index_t down = extents[0], across = extents[1];
  index_t row = size, column = size;
  if (rule == stride_rule::by_rows)
    row = across * size;
  else if (rule == stride_rule::by_columns)
    column = down * size;
  else if (rule == stride_rule::last_is_one)
    row = o.strides[0] * size;
  else if (rule == stride_rule::first_is_one)
    column = o.strides[1] * size;
  else
    row = o.strides[0] * size, column = o.strides[1] * size;
  return {down == 1 ? 0 : row, across == 1 ? 0 : column};
}

/// The axes of a target of rank 2 at most as a nest has them: its rows are outside, and both are walked forwards.
struct matrix_axes {
  index_t rows, columns; ///< 1 where the target has no such axis
  bool moved = false;    ///< one of the following
  bool turned = false;   ///< the rows of the nest are the columns of the target
  bool flips_rows = false, flips_columns = false;

  /// The strides of an operand along these axes; `position` moves to the first element of the nest.
  WEFT_INLINE matrix_strides take(matrix_strides s, index_t& position) const {
    if (!moved)
      return s;
    if (turned)
      std::swap(s.row, s.column);
    if (flips_rows) {
      position += s.row * (rows - 1);
      s.row = -s.row;
    }
    if (flips_columns) {
      position += s.column * (columns - 1);
      s.column = -s.column;
    }
    return s;
  }
  /// The bytes of an operand with these strides.
  WEFT_INLINE byte_range range(index_t position, index_t size, matrix_strides const& s) const {
    const index_t down = s.row * (rows - 1), across = s.column * (columns - 1);
    const index_t back = std::min(down, index_t(0)) + std::min(across, index_t(0));
    return {position + back, position + down + across - back + size};
  }
};

/// Sets the axes of a target in the order of these strides, of some operand; false where it is empty, or where they do
/// not say how.
WEFT_INLINE bool order_matrix(matrix_axes& x, loop_operand const& target, matrix_strides const& s) {
  index_t room[2] = {1, 1};
  index_t const* const extents = target.kind->statics == nullptr ? target.extents : extents_of(target, room);
  x.rows = target.rank == 2 ? extents[0] : 1;
  x.columns = target.rank != 0 ? extents[target.rank - 1] : 1;
  index_t down = s.row < 0 ? -s.row : s.row, across = s.column < 0 ? -s.column : s.column;
  x.flips_rows = s.row < 0;
  x.flips_columns = s.column < 0;
  if (x.rows != 1 && (x.columns == 1 || down < across)) {
    x.turned = true;
    std::swap(x.rows, x.columns);
    std::swap(down, across);
    std::swap(x.flips_rows, x.flips_columns);
  }
  x.moved = x.turned || x.flips_rows || x.flips_columns;
  return x.rows * x.columns != 0 && (x.columns == 1 || across != 0) && (x.rows == 1 || down > across);
}

/// Sets the axes of a nest; they are one run, if the rows of all operands follow each other.
WEFT_INLINE void set_axes(nest& n, matrix_axes const& x, int target_rank, bool fused) {
  const bool matrix = x.rows != 1;
  n.rank = x.columns == 1 ? 0 : matrix && !fused ? 2 : 1;
  n.extents[0] = !matrix ? x.columns : fused ? x.rows * x.columns : x.rows;
  n.extents[1] = x.columns;
  n.origin[0] = target_rank == 2 && matrix == x.turned ? 1 : 0;
  n.origin[1] = 1 - n.origin[0];
  if (matrix && fused)
    for (int j = 0; j < n.operands; ++j)
      n.steps(0)[j] = n.steps(1)[j];
}

/// A target, or the results of a fold, in the axes of a nest.
struct matrix_target {
  index_t position, size;
  matrix_strides strides;
  byte_range bytes;

  /// True if an operand with these strides is read where the target is written, or nowhere near it.
  WEFT_INLINE bool is_apart(matrix_axes const& x, operand_kind const& kind, index_t at, matrix_strides const& s) const {
    return kind.fresh || are_apart(x.range(at, kind.size, s), bytes) ||
           (at == position && kind.size == size && s.row == strides.row && s.column == strides.column);
  }
};

/// A nest of rank 2 at most in normal form, in the order of operand Key: written out for two axes, because an operand
/// then takes half the instructions. False for generators, for targets that are read-only, and where other operands
/// decide on the order. Operand 0 is a target if it is the key, else the results of a fold.
template <int Key>
WEFT_INLINE bool enter_matrix(nest& n, loop_operand const* operand) {
  matrix_axes x;
  const matrix_strides target = read_matrix(operand[0]), key = Key == 0 ? target : read_matrix(operand[Key]);
  check_life(operand[0]);
  if (!order_matrix(x, operand[0], key))
    return false;
  matrix_target to{operand[0].position, operand[0].kind->size, target, {}};
  to.strides = x.take(target, to.position);
  to.bytes = x.range(to.position, to.size, to.strides);
  if (x.columns == 1) // one element: a unit step serves
    to.strides.column = to.size;
  index_t *const row = n.steps(0), *const column = n.steps(x.rows == 1 ? 0 : 1); // of one row in the same place
  row[0] = to.strides.row;
  column[0] = to.strides.column;
  enter(n, 0, operand[0], to.position);
  bool fused = to.strides.row == x.columns * to.strides.column, apart = true;
  bool unit_rows = (Key != 0 || to.strides.column == to.size) && n.operands <= most_held + 1;
  unsigned constant = 0;
  for (int j = 1; j < n.operands; ++j) {
    loop_operand const& o = operand[j];
    if (o.kind->fill != nullptr)
      return false;
    check_life(o);
    index_t position = o.position;
    matrix_strides s = x.take(j == Key ? key : read_matrix(o), position);
    if (x.columns == 1)
      s.column = o.kind->size;
    apart = Key != 0 || (apart && to.is_apart(x, *o.kind, position, s));
    row[j] = s.row;
    column[j] = s.column;
    enter(n, j, o, position);
    fused &= s.row == x.columns * s.column;
    unit_rows &= s.column == o.kind->size || s.column == 0;
    constant |= s.column == 0 && j <= most_held ? 1u << (j - 1) : 0;
  }
  n.unit_rows = unit_rows;
  n.constant = unit_rows ? constant : 0;
  n.apart = apart;
  set_axes(n, x, operand[0].rank, fused);
  return true;
}

/// Looks at a nest in normal form for what its maker has not seen.
void look_over(nest& n) {
  n.apart = is_all_apart(n);
  n.unit_rows = n.operands <= most_held + 1;
  n.constant = 0;
  index_t const* const step = n.steps(n.rank - 1);
  for (int j = 0; j < n.operands && n.unit_rows; ++j) {
    n.unit_rows = !n.is_generated(j) && (step[j] == n.size(j) || (step[j] == 0 && j > 0));
    if (step[j] == 0 && j > 0)
      n.constant |= 1u << (j - 1);
  }
}

void check_writable(nest const& n) {
  for (int k = 0; k < n.rank; ++k)
    if (n.extents[k] > 1 && n.steps(k)[0] == 0)
      throw_layout_reason("assignment", "the target repeats elements (a stride is 0), so it is read-only");
}

} // namespace

bool has_extents_of(loop_operand const& target, loop_operand const& o) {
  if (o.rank != target.rank || o.kind->statics != target.kind->statics)
    return false;
  int stored = 0;
  for (int k = 0; k < o.rank; ++k)
    if (o.kind->statics == nullptr || o.kind->statics[k] == dyn) {
      if (o.extents[stored] != target.extents[stored])
        return false;
      ++stored;
    }
  return true;
}

void list_strides(loop_operand const& o, index_t const* extents, index_t* strides) {
  const index_t unit = o.kind->fill != nullptr ? 1 : o.kind->size;
  const bool by_columns = o.kind->rule == stride_rule::by_columns;
  index_t run = 1;
  for (int i = 0; i < o.rank; ++i) {
    const int k = by_columns ? i : o.rank - 1 - i;
    strides[k] = extents[k] == 1 ? 0 : stride_of(o, k, run) * unit;
    run *= extents[k];
  }
}

void check_operand(loop_operand const& o) {
  check_life(o);
  if (o.kind->fill != nullptr)
    check_lives(o);
}

void enter_operands(nest& n, loop_operand const* operand) {
  n.unit_rows = false;
  n.rank = operand[0].rank;
  for (int k = 0; k < n.rank; ++k)
    n.origin[k] = k;
  for (int j = 0; j < n.operands; ++j) {
    loop_operand const& o = operand[j];
    check_operand(o);
    index_t room[max_rank];
    index_t const* const extents = extents_of(o, room);
    if (j == 0)
      for (int k = 0; k < n.rank; ++k)
        n.extents[k] = extents[k];
    enter(n, j, o, o.position);
    enter_strides(n, j, o, extents);
  }
}

index_t enter_one_run(nest& n, loop_operand const* operand, int key) {
  if (key >= n.operands)
    return 0;
  loop_operand const& first = operand[key];
  index_t room[max_rank];
  index_t const* const extents = extents_of(first, room);
  const bool by_columns = first.kind->rule == stride_rule::by_columns;
  index_t elements = 1;
  int outermost = -1;
  for (int i = 0; i < first.rank; ++i) {
    const int k = by_columns ? first.rank - 1 - i : i;
    elements *= extents[k];
    outermost = outermost < 0 && extents[k] != 1 ? k : outermost;
  }
  index_t* const step = n.steps(0);
  n.unit_rows = true;
  n.constant = 0;
  for (int j = key; j < n.operands; ++j) {
    loop_operand const& o = operand[j];
    if ((j > key && !has_extents_of(first, o)) || !is_one_run(o, extents, by_columns))
      return 0;
    check_life(o);
    enter(n, j, o, o.position);
    if (o.kind->fill != nullptr) {
      check_lives(o);
      step[j] = 1;
      n.unit_rows = false;
    } else {
      step[j] = o.kind->size;
    }
  }
  n.rank = outermost < 0 ? 0 : 1;
  n.extents[0] = elements;
  n.origin[0] = outermost;
  return elements;
}

bool enter_fold(nest& n, loop_operand const* operand) {
  return n.operands > 1 && operand[0].rank <= 2 && operand[1].kind->fill == nullptr && enter_matrix<1>(n, operand);
}

bool enter_map(nest& n, loop_operand const* operand, row_blocks* rows) {
  if (rows == nullptr) {
    if (operand[0].rank <= 2 && enter_matrix<0>(n, operand)) // whether it is one run or not
      return true;
    if (enter_one_run(n, operand, 0) != 0) {
      n.apart = is_all_apart(n);
      return true;
    }
  }
  enter_operands(n, operand);
  if (rows != nullptr && !rows->narrow(n))
    return false;
  for (int k = 0; k < n.rank; ++k)
    if (n.extents[k] == 0)
      return false;
  check_writable(n);
  normalise(n, 0);
  look_over(n);
  return true;
}

} // namespace weft::detail
