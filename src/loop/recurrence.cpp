#include "loop/walk.hpp"

#include <weft/base/check.hpp>
#include <weft/eval/recurrence.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace weft::detail {

namespace {

/// A recurrence as a nest in normal form. The last axis but one is the axis of the recurrence; the last one counts the
/// lines.
struct arranged {
  nest n;
  recurrence_kind const& kind;
  bool by_rows = false;

  arranged(recurrence_kind const& k, int operands) : n(operands), kind(k) {}
  int axis() const { return n.rank - 2; }
  int lines() const { return n.rank - 1; }
  int first_read() const { return kind.targets * (1 + kind.lags); }
  bool is_before(int j) const { return j >= kind.targets && j < first_read(); }
  int target_of(int j) const { return (j - kind.targets) / kind.lags; }
  index_t lag_of(int j) const { return (j - kind.targets) % kind.lags + 1; }
};

/// Fills the nest from a table; returns false if it has no elements. Earlier results that are not given lie as their
/// target does.
bool enter(arranged& a, loop_table const& t, bool given) {
  nest& n = a.n;
  n.rank = t.rank;
  n.kind = t.kind;
  n.context = nullptr;
  std::copy_n(t.position, n.operands, n.position);
  std::copy_n(t.steps, n.operands * std::max(n.rank, 1), n.steps(0));
  for (int j = a.kind.targets; !given && j < a.first_read(); ++j) {
    n.position[j] = n.position[a.target_of(j)];
    for (int k = 0; k < n.rank; ++k)
      n.steps(k)[j] = n.steps(k)[a.target_of(j)];
  }
  bool any = true;
  for (int k = 0; k < n.rank; ++k) {
    n.extents[k] = t.extents[k];
    n.origin[k] = k;
    any = any && t.extents[k] != 0;
  }
  return any;
}

/// Moves the axis of the recurrence to the last place but one, and the lines to the last. Returns false if all elements
/// shall be one line (way.axis < 0) and are not evenly spaced in every operand.
bool arrange(arranged& a, recurrence_way const& way) {
  nest& n = a.n;
  local_array<index_t, usual_operands> row("the tables of an expression", static_cast<std::size_t>(n.operands));
  index_t rows = 1;
  if (way.axis < 0) {
    drop_unit_axes(n);
    fuse_axes(n);
    if (n.rank > 1)
      return false;
    rows = n.extent(n.rank - 1);
    std::copy_n(n.steps(0), n.operands, row.data());
    n.rank = 0;
  } else {
    rows = std::exchange(n.extents[way.axis], 1);
    std::copy_n(n.steps(way.axis), n.operands, row.data());
    normalise(n, 0);
  }
  if (n.rank == 0) {
    n.extents[n.rank++] = 1;
    for (int j = 0; j < n.operands; ++j)
      n.steps(0)[j] = n.size(j);
  }
  int const last = n.rank++;
  std::copy_n(n.steps(last - 1), n.operands, n.steps(last));
  std::copy_n(row.data(), n.operands, n.steps(last - 1));
  n.extents[last] = std::exchange(n.extents[last - 1], rows);
  n.origin[last] = std::exchange(n.origin[last - 1], way.axis < 0 ? 0 : way.axis);
  return true;
}

/// Moves the address of each operand to the first index that is computed. Earlier results that the program does not
/// give are operands too: they lie in the target, `lag` rows before.
void begin(arranged& a, recurrence_way const& way) {
  nest& n = a.n;
  index_t* const row = n.steps(a.axis());
  index_t const last = n.extents[a.axis()] - 1;
  for (int j = 0; j < n.operands; ++j)
    if (way.given && a.is_before(j)) {
      row[j] = 0;
    } else if (way.backward) {
      n.position[j] += last * row[j];
      row[j] = -row[j];
    } else if (j < a.kind.targets) {
      n.position[j] += way.lead * row[j];
    }
  for (int j = a.kind.targets; !way.given && j < a.first_read(); ++j)
    n.position[j] = n.position[a.target_of(j)] - a.lag_of(j) * row[j];
}

/// Returns true if the shortest steps of operand j are along another axis than the shortest ones of target 0.
bool lies_across(nest const& n, int j) {
  int shortest = -1;
  for (int k = 0; k < n.rank; ++k)
    if (n.extents[k] > 1 && (shortest < 0 || std::abs(n.steps(k)[0]) < std::abs(n.steps(shortest)[0])))
      shortest = k;
  for (int k = 0; k < n.rank; ++k)
    if (n.extents[k] > 1 && std::abs(n.steps(k)[j]) < std::abs(n.steps(shortest)[j]))
      return true;
  return false;
}

/// Returns true if no element of target t is written before operand j reads it: both have the same strides, and j
/// begins at the address of the target, or some whole rows further on, without reaching into another line.
bool reads_in_step(arranged const& a, int t, int j) {
  nest const& n = a.n;
  index_t const row = n.steps(a.axis())[t], distance = n.position[j] - n.position[t];
  index_t reach = n.size(t);
  bool alike = n.size(j) == n.size(t);
  for (int k = 0; k < n.rank; ++k) {
    alike = alike && n.steps(k)[j] == n.steps(k)[t];
    reach += k == a.axis() ? 0 : std::abs(n.steps(k)[t]) * (n.extents[k] - 1);
  }
  if (!alike || (row == 0 && n.extents[a.axis()] > 1))
    return false;
  return distance == 0 || (std::abs(row) >= reach && distance % row == 0 && distance / row > 0);
}

/// Returns the operands that must be copied first, because results would overwrite them. Throws layout_error for a
/// target that repeats elements, and for two targets that share memory.
overlap_plan overlap_of(arranged const& a) {
  nest const& n = a.n;
  overlap_plan plan;
  for (int t = 0; t < a.kind.targets; ++t) {
    for (int k = 0; k < n.rank; ++k)
      if (k != a.axis() && n.extents[k] > 1 && n.steps(k)[t] == 0)
        throw_layout_reason("scan", "a target repeats elements (a stride is 0), so it is read-only");
    for (int u = 0; u < t; ++u)
      if (shares_a_byte(n, t, u))
        throw_layout_reason("scan", "two targets share memory");
    for (int j = a.first_read(); j < n.operands; ++j)
      if (!are_apart(n.range(t), n.range(j)) && !reads_in_step(a, t, j) && shares_a_byte(n, t, j)) {
        if (j > most_copies)
          throw_layout_reason("scan", "an operand behind the 64th shares memory with a target: take a copy of it");
        plan.copy_operands |= 1ull << (j - 1);
      }
  }
  return plan;
}

/// Chooses how the lines are taken: row by row, if the targets have unit stride along a row and rows are long enough,
/// else some lines together; and the number of threads.
void decide(schedule& s, arranged& a, bool backward) {
  nest const& n = a.n;
  index_t const* const step = n.steps(a.lines());
  a.by_rows = a.kind.rows.run[chosen_isa] != nullptr && n.extents[a.lines()] >= least_scanned;
  for (int t = 0; t < a.kind.targets; ++t)
    a.by_rows = a.by_rows && step[t] == n.size(t);
  s.backwards = backward;
  s.variant = a.by_rows ? &a.kind.rows : &a.kind.lines;
  if (a.by_rows) {
    repeat_constants(s, n, decide_access(s, n, 0));
    for (int j = a.first_read(); j < n.operands; ++j)
      if (s.access(n, j) == operand_access::gathered && std::abs(n.steps(a.axis())[j]) == n.size(j)) {
        s.tiled = true;
        s.set_access(j, operand_access::tiled);
      }
    if (s.staged != 0)
      decide_block(s);
  }
  s.threads = n.elements() >= limits::least_divided ? threads_of(n, a.kind.cost, 0) : 1;
  if (s.threads == 1)
    return;
  s.cut = a.lines();
  for (int k = 0; k < a.axis(); ++k)
    if (n.extents[k] > n.extents[s.cut])
      s.cut = k;
  // Whole vectors, or lines that are taken together: each element is computed as in an undivided loop.
  index_t const unit = s.cut != a.lines() ? 1 : a.by_rows ? 64 : scanned_together;
  index_t const pieces =
      s.cut == a.lines() ? pieces_of_rows(s.threads, n.elements() * n.size(0)) : s.threads * pieces_per_thread;
  s.step = length_of_pieces(n.extents[s.cut], pieces, unit);
  if (s.step >= n.extents[s.cut])
    s.threads = 1;
}

/// Runs the lines of one piece, or of all.
class recurrence_walk {
public:
  recurrence_walk(arranged const& a, schedule const& s, void const* core)
      : a_(a), n_(a.n), s_(s), core_(core), kernel_(s.variant->run[chosen_isa]) {}

  void run() {
    if (s_.threads == 1)
      return run_piece(0, {a_.lines(), n_.extents[a_.lines()]});
    index_t const pieces = (n_.extents[s_.cut] + s_.step - 1) / s_.step;
    parallel_for(
        s_.threads, pieces,
        [](void* me, index_t number) {
          recurrence_walk const& w = *static_cast<recurrence_walk*>(me);
          index_t const first = number * w.s_.step;
          w.run_piece(first, {w.s_.cut, std::min(w.s_.step, w.n_.extents[w.s_.cut] - first)});
        },
        this);
  }

private:
  void run_piece(index_t first, nest_piece const& p) const {
    positions at(n_.operands);
    at.copy_from(n_.position, n_.operands);
    if (first != 0)
      shift(at, p.axis, first);
    index_t const columns = p.axis == a_.lines() ? p.count : n_.extents[a_.lines()];
    odometer outer(n_, 0, a_.axis(), false, p);
    if (s_.is_direct()) {
      do
        run_direct(at, columns);
      while (outer.next(at.data()));
      return;
    }
    buffers const room(n_, s_, 0, false);
    frame_slots slots(n_.operands);
    do
      run_blocks(room, slots, at, columns);
    while (outer.next(at.data()));
  }
  void shift(positions& at, int axis, index_t by) const {
    for (int j = 0; j < n_.operands; ++j)
      at[j] += by * n_.steps(axis)[j];
  }

  /// Passes all rows to one call of the kernel. Rows are cut into narrower ones where one would leave the first cache
  /// before the next row reads it.
  void run_direct(positions& at, index_t columns) const {
    index_t const wide = a_.by_rows ? even_block(columns, limits::recurrence_row, 64) : columns;
    for (index_t c = 0; c < columns; c += wide) {
      kernel_(core_, {n_.extents[a_.axis()], std::min(wide, columns - c), at.data(), n_.steps(a_.axis()),
                      n_.steps(a_.lines()), nullptr});
      if (wide < columns)
        shift(at, a_.lines(), std::min(wide, columns - c));
    }
    if (wide < columns)
      shift(at, a_.lines(), -columns);
  }

  void run_blocks(buffers const& room, frame_slots& slots, positions const& at, index_t columns) const {
    index_t const rows = n_.extents[a_.axis()], wide = s_.fit_columns(columns), high = s_.fit_rows(rows, wide);
    for (index_t c = 0; c < columns; c += wide)
      for (index_t r = 0; r < rows; r += high)
        block(room, slots, at, r, std::min(high, rows - r), c, std::min(wide, columns - c));
  }

  /// Runs one block. In all blocks but the first, the results before the block are the last rows of the previous block.
  void block(buffers const& room, frame_slots& slots, positions const& at, index_t r, index_t rows, index_t c,
             index_t columns) const {
    index_t const *const row = n_.steps(a_.axis()), *const column = n_.steps(a_.lines());
    for (int j = 0; j < n_.operands; ++j) {
      index_t const lag = a_.is_before(j) ? a_.lag_of(j) : 0;
      if (r > 0 && r < lag) { // the earlier result is given: it comes before the first computed one
        int const i = j - static_cast<int>(r);
        slots.set(j, room.load(i, at[i] + c * column[i], rows, columns, a_.axis()));
      } else if (r > 0 && lag > 0) {
        int const t = a_.target_of(j);
        slots.set(j, {at[t] + (r - lag) * row[t] + c * column[t], row[t], column[t]});
      } else {
        slots.set(j, room.load(j, at[j] + r * row[j] + c * column[j], rows, columns, a_.axis()));
      }
    }
    kernel_(core_, slots.frame(rows, columns, r > 0 ? &core_ : nullptr));
  }

  arranged const& a_;
  nest const& n_;
  schedule const& s_;
  void const* core_;
  loop_kernel kernel_;
};

/// Describes a recurrence. The report counts targets only as written, and leaves out operands that are earlier results.
void describe(arranged const& a, schedule const& how, session& s) {
  describe(a.n, how, a.kind.operations, false, s);
  plan_report& r = *s.report;
  auto& operands = r.loop_list.back().operands;
  operands = std::vector<operand_access>(operands.begin() + a.first_read() - 1, operands.end());
  for (int j = 1; j < a.first_read(); ++j) {
    index_t const bytes = distinct_bytes(a.n, j);
    r.bytes_read -= bytes;
    r.bytes_written += j < a.kind.targets ? bytes : 0;
  }
}

void run_arranged(arranged& a, void const* core, bool backward, session& s) {
  schedule how(a.n.operands);
  decide(how, a, backward);
  if (!described(s, [&](session& t) { describe(a, how, t); }))
    recurrence_walk(a, how, core).run();
}

/// Runs a recurrence whose overlap needs copies of operands.
[[gnu::noinline]] void run_apart(arranged& a, overlap_plan const& overlap, void const* core, bool backward,
                                 session& s) {
  set_apart copies(a.n, overlap);
  copies.describe(s);
  if (!s.dry())
    copies.begin();
  run_arranged(a, core, backward, s);
}

} // namespace

bool run_recurrence(recurrence_kind const& kind, loop_table const& table, void const* core, recurrence_way const& way,
                    session& s) {
  arranged a(kind, table.operands);
  if (!enter(a, table, way.given))
    return true;
  if (!arrange(a, way))
    return false;
  begin(a, way);
  if (way.declines && lies_across(a.n, a.first_read()))
    return false;
  overlap_plan const overlap = overlap_of(a);
  if (overlap.copies())
    run_apart(a, overlap, core, way.backward, s);
  else
    run_arranged(a, core, way.backward, s);
  return true;
}

} // namespace weft::detail
