#include "loop/row_blocks.hpp"

#include <weft/base/check.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>

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

WEFT_INLINE void enter(nest& n, int j, loop_operand const& o) {
  n.kind[j] = o.kind;
  n.position[j] = o.position;
  n.context[j] = o.context;
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
  if (are_apart(n.range(j), target))
    return true;
  if (n.position[j] != n.position[0] || n.size(j) != n.size(0))
    return false;
  for (int k = 0; k < n.rank; ++k)
    if (n.steps(k)[j] != n.steps(k)[0])
      return false;
  return true;
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

/// An operand of a matrix: strides in bytes, from row to row and along a row.
struct matrix_strides {
  index_t row, column, rows, columns;
  byte_range range;
  matrix_strides turned() const { return {column, row, columns, rows, range}; }
};

/// Two axes at most: written out, because an operand then takes half the instructions.
WEFT_INLINE matrix_strides read_matrix(loop_operand const& o) {
  index_t room[2];
  index_t const* const extents = o.kind->statics == nullptr ? o.extents : extents_of(o, room);
  const stride_rule rule = o.kind->rule;
  const bool matrix = o.rank == 2, columns_first = rule == stride_rule::by_columns || rule == stride_rule::first_is_one;
  const index_t size = o.kind->size, down = matrix ? extents[0] : 1, across = o.rank != 0 ? extents[o.rank - 1] : 1;
  index_t row = 0, column = 0;
  if (matrix && down != 1)
    row = columns_first ? size : rule == stride_rule::by_rows ? across * size : o.strides[0] * size;
  if (across != 1) {
    const bool one = rule == stride_rule::by_rows || rule == stride_rule::last_is_one || (columns_first && !matrix);
    column = one ? size : rule == stride_rule::by_columns ? down * size : o.strides[o.rank - 1] * size;
  }
  // Written out too: range_of() takes a loop over the axes.
  const index_t down_by = row * (down - 1), across_by = column * (across - 1);
  const index_t back = std::min(down_by, index_t(0)) + std::min(across_by, index_t(0));
  const byte_range range{o.position + back, o.position + down_by + across_by - back + size};
  return {row, column, down, across, range};
}

/// The nest of one or two axes in normal form: of a vector that is written forwards, or of a matrix whose rows, or
/// columns, have unit stride and do not interleave; false for others.
bool enter_matrix(nest& n, loop_operand const* operand) {
  const bool vector = operand[0].rank == 1;
  const index_t size = operand[0].kind->size;
  check_life(operand[0]);
  matrix_strides target = read_matrix(operand[0]);
  const bool turned = !vector && target.column != size;
  if (turned)
    target = target.turned();
  if (target.columns < 2 ||
      (vector ? target.column <= 0 : target.column != size || target.rows < 2 || target.row < target.columns * size))
    return false;
  bool fused = !vector && target.row == target.columns * size, unit_rows = n.operands <= most_held + 1, apart = true;
  unsigned constant = 0;
  index_t *const row = n.steps(0), *const column = n.steps(vector ? 0 : 1);
  for (int j = 0; j < n.operands; ++j) {
    loop_operand const& o = operand[j];
    if (o.kind->fill != nullptr)
      return false;
    if (j > 0)
      check_life(o);
    const matrix_strides read = read_matrix(o), r = turned ? read.turned() : read;
    row[j] = r.row;
    column[j] = r.column; // of a vector in the same place
    fused = fused && r.row == target.columns * r.column;
    unit_rows = unit_rows && (r.column == o.kind->size || (r.column == 0 && j > 0));
    constant |= r.column == 0 && unit_rows ? 1u << (j - 1) : 0;
    apart = apart && (o.kind->fresh || are_apart(r.range, target.range) ||
                      (o.position == operand[0].position && o.kind->size == size && r.row == target.row &&
                       r.column == target.column));
    enter(n, j, o);
  }
  n.rank = vector ? 1 : 2;
  n.extents[0] = vector ? target.columns : target.rows;
  n.extents[1] = target.columns;
  n.origin[0] = turned ? 1 : 0;
  n.origin[1] = turned ? 0 : 1;
  n.unit_rows = unit_rows;
  n.constant = constant;
  n.apart = apart;
  if (fused)
    fuse_axes(n);
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
    enter(n, j, o);
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
    enter(n, j, o);
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

bool enter_map(nest& n, loop_operand const* operand, row_blocks* rows) {
  if (rows == nullptr) {
    if (operand[0].rank == 1 && enter_matrix(n, operand)) // whether it is one run or not
      return true;
    if (enter_one_run(n, operand, 0) != 0) {
      n.apart = is_all_apart(n);
      return true;
    }
    if (operand[0].rank == 2 && enter_matrix(n, operand))
      return true;
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
