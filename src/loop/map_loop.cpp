#include "loop/plan.hpp"
#include "loop/stream.hpp"

#include <weft/base/check.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>
#include <exception>
#include <memory>

namespace weft::detail {

namespace {

/// Operands replaced by copies, or a target that is written to a temporary first.
class copies {
public:
  copies(loop_request& q, session& s) : q_(q), s_(s) {}
  copies(copies const&) = delete;
  copies& operator=(copies const&) = delete;
  ~copies() {
    while (count_ > 0)
      release(kept_[--count_]);
  }

  /// Gives operand j memory of its own, row-major over the axes along which it varies.
  void separate(int j, bool with_values) {
    table_operand& o = q_.operand[j];
    index_t strides[max_rank], run = o.size;
    for (int k = q_.rank - 1; k >= 0; --k) {
      strides[k] = stride(q_, j, k) == 0 ? 0 : run;
      if (strides[k] != 0)
        run *= q_.extents[k];
    }
    note_temporary(s_, run);
    index_t to = 0;
    if (s_.dry()) {
      to = pretended_address(run);
    } else {
      block* const b = allocate_block(run / o.size, static_cast<std::size_t>(o.size), false, nullptr);
      kept_[count_++] = b;
      to = reinterpret_cast<index_t>(block_data(b));
      if (with_values)
        copy_distinct(j, to, strides);
    }
    o.position = to;
    o.fresh = true;
    for (int k = 0; k < q_.rank; ++k)
      q_.strides[j * q_.pitch + k] = strides[k];
  }

private:
  void copy_distinct(int j, index_t to, index_t const* strides) {
    index_t extents[max_rank];
    for (int k = 0; k < q_.rank; ++k)
      extents[k] = strides[k] == 0 ? 1 : q_.extents[k];
    copy_strided(q_.rank, extents, q_.operand[j].size, to, strides, q_.operand[j].position, q_.strides + j * q_.pitch);
  }
  loop_request& q_;
  session& s_;
  int count_ = 0;
  block* kept_[65]; // bits of an overlap_plan, and the target
};

/// The operands that are constant along rows, as pick_variant takes them.
unsigned constant_operands(loop_request const& q) {
  unsigned constant = 0;
  for (int j = 1; j < q.operands && j <= 31; ++j)
    if (q.operand[j].fill == nullptr && stride(q, j, q.rank - 1) == 0)
      constant |= 1u << (j - 1);
  return constant;
}

class block_walk {
public:
  block_walk(loop_request& q, stager& st, loop_kernel kernel, bool backwards)
      : q_(q), stager_(st), kernel_(kernel), backwards_(backwards), slots_(q.operands) {}

  /// Visits every block: the outer axes as an odometer, then blocks of rows and columns.
  void run() {
    const int outer = q_.rank - 2;
    if (outer <= 0)
      return inner();
    if (backwards_)
      for (int k = 0; k < outer; ++k)
        turn(k);
    index_t index[max_rank]{};
    for (;;) {
      inner();
      int k = outer - 1;
      for (; k >= 0; --k) {
        shift(k, 1);
        if (++index[k] < q_.extents[k])
          break;
        shift(k, -q_.extents[k]);
        index[k] = 0;
      }
      if (k < 0)
        return;
    }
  }

private:
  void shift(int axis, index_t steps) {
    for (int j = 0; j < q_.operands; ++j)
      q_.operand[j].position += steps * stride(q_, j, axis);
  }
  void turn(int axis) {
    shift(axis, q_.extents[axis] - 1);
    for (int j = 0; j < q_.operands; ++j)
      q_.strides[j * q_.pitch + axis] *= -1;
  }

  void inner() {
    const index_t rows = extent(q_, q_.rank - 2), columns = extent(q_, q_.rank - 1);
    if (!stager_.stages_anything())
      return whole(rows, columns);
    if (stager_.how(0) == operand_access::streamed)
      return streamed_rows(rows, columns);
    const index_t wide = stager_.fit_columns(columns);
    const index_t high = wide < columns && !stager_.tiled() ? 1 : stager_.fit_rows(rows, wide);
    const index_t row_blocks = (rows + high - 1) / high, column_blocks = (columns + wide - 1) / wide;
    for (index_t n = 0; n < row_blocks * column_blocks; ++n) {
      const index_t m = backwards_ ? row_blocks * column_blocks - 1 - n : n;
      const index_t r = m / column_blocks * high, c = m % column_blocks * wide;
      block(r, rows - r < high ? rows - r : high, c, columns - c < wide ? columns - c : wide);
    }
  }

  /// Blocks that begin where a cache line of the target does, but for the first one of a row.
  void streamed_rows(index_t rows, index_t columns) {
    constexpr index_t line = 64;
    const index_t size = q_.operand[0].size, wide = stager_.block_columns() - line;
    for (index_t r = 0; r < rows; ++r) {
      const index_t before = (line - place(0, r, 0) % line) % line / size;
      for (index_t c = 0, next; c < columns; c = next) {
        next = std::min(columns, c == 0 ? before + wide : c + wide);
        block(r, 1, c, next - c);
      }
    }
  }

  void block(index_t row, index_t rows, index_t column, index_t columns) {
    const int in = q_.rank - 1;
    for (int j = 1; j < q_.operands; ++j)
      slots_.set(j, stager_.load(j, place(j, row, column), rows, columns));
    const index_t target = place(0, row, column);
    const bool direct = stager_.writes_in_place();
    slots_.set(0,
               direct ? loop_slot{target, stride(q_, 0, in - 1), stride(q_, 0, in)} : stager_.target_buffer(columns));
    kernel_(q_.core, slots_.frame(rows, columns, q_.context));
    if (!direct)
      stager_.store(target, rows, columns);
  }

  /// Without buffers one call of the kernel takes all rows and columns.
  void whole(index_t rows, index_t columns) {
    const int in = q_.rank - 1;
    for (int j = 0; j < q_.operands; ++j)
      slots_.set(j, {q_.operand[j].position, stride(q_, j, in - 1), stride(q_, j, in)});
    kernel_(q_.core, slots_.frame(rows, columns, q_.context));
  }

  index_t place(int j, index_t row, index_t column) const {
    return q_.operand[j].position + row * stride(q_, j, q_.rank - 2) + column * stride(q_, j, q_.rank - 1);
  }

  loop_request& q_;
  stager& stager_;
  loop_kernel kernel_;
  bool backwards_;
  frame_slots slots_;
};

void run_blocks(loop_request& q, stager& st, kernel_variant const& variant, bool backwards) {
  if (st.stages_anything())
    st.reserve();
  block_walk(q, st, variant.run[chosen_isa], backwards).run();
  if (st.how(0) == operand_access::streamed)
    stream_end();
}

/// True if the target is written with strides in place: where there is a kernel for that, rows are no short ones, and no
/// operand asks for tiles.
bool is_strided(map_kind const& kind, loop_request const& q, overlap_plan const& overlap) {
  constexpr index_t short_row = 8;
  const int inner = q.rank - 1;
  if (kind.strided.run[chosen_isa] == nullptr || overlap.staged || inner < 0 ||
      stride(q, 0, inner) == q.operand[0].size || q.extents[inner] < short_row)
    return false;
  for (int j = 1; j < q.operands; ++j)
    for (int k = 0; k < inner; ++k)
      if (stride(q, j, k) == q.operand[j].size && stride(q, j, inner) != 0)
        return false;
  return true;
}

bool lie_at_one_place(loop_request const& q, int i, int j) {
  bool same = q.operand[i].position == q.operand[j].position;
  for (int k = 0; k < q.rank; ++k)
    same = same && stride(q, i, k) == stride(q, j, k);
  return same;
}

/// True if nothing in memory is read twice: no operand repeats, and no two share elements unless they are the same.
bool reads_each_once(loop_request const& q) {
  for (int j = 1; j < q.operands; ++j) {
    if (q.operand[j].fill != nullptr)
      continue;
    for (int k = 0; k < q.rank; ++k)
      if (stride(q, j, k) == 0)
        return false;
    for (int i = 1; i < j; ++i)
      if (q.operand[i].fill == nullptr && !are_apart(q.operand[i].range, q.operand[j].range) &&
          !lie_at_one_place(q, i, j))
        return false;
  }
  return true;
}

/// True if the target is larger than the caches, is not read, and is written in long rows. A loop that reads again what
/// it has in the caches is slowed down by what goes past them: 4000 x 4000 points of a stencil took 0.98 ns each in
/// place of 0.75, a matrix times a row 0.57 in place of 0.48, but a matrix plus a number 0.38 in place of 0.45 (Zen 5).
bool is_streamed(loop_request const& q, stager const& st) {
  constexpr index_t long_row = 2 * stream_room;
  if (st.how(0) != operand_access::direct || st.tiled() || extent(q, q.rank - 1) * q.operand[0].size < long_row)
    return false;
  double bytes = static_cast<double>(q.operand[0].size);
  for (int k = 0; k < q.rank; ++k)
    bytes *= static_cast<double>(q.extents[k]);
  if (!pays_to_stream(bytes) || !reads_each_once(q))
    return false;
  for (int j = 1; j < q.operands; ++j)
    if (q.operand[j].fill == nullptr && !q.operand[j].fresh && !are_apart(q.operand[j].range, q.operand[0].range))
      return false;
  return true;
}

/// A loop cut along one axis into pieces that any thread may run, in any order.
class divided_loop {
public:
  divided_loop(loop_request const& q, kernel_variant const& variant, stager const& st, int threads)
      : q_(q), variant_(variant), threads_(threads), target_(st.how(0)) {
    // The outermost axis that is long enough, else the longest one.
    const index_t wanted = threads * pieces_per_thread;
    while (axis_ + 1 < q.rank && q.extents[axis_] < wanted)
      ++axis_;
    if (q.extents[axis_] < wanted)
      for (int k = 0; k < axis_; ++k)
        if (q.extents[k] >= q.extents[axis_])
          axis_ = k;
    // Whole tiles, and whole vectors: an element is computed as it is in an undivided loop.
    const int inner = q.rank - 1;
    const index_t unit = axis_ == inner ? 64 : st.tiled() && axis_ == inner - 1 ? stager::tile_rows : 1;
    step_ = length_of_pieces(q.extents[axis_], wanted, unit);
  }
  void run() { parallel_for(threads_, (q_.extents[axis_] + step_ - 1) / step_, &divided_loop::run_piece, this); }

private:
  static void run_piece(void* me, index_t piece) { static_cast<divided_loop const*>(me)->run_from(piece); }
  void run_from(index_t piece) const {
    request_copy part(q_);
    loop_request& q = part.request();
    const index_t begin = piece * step_, left = q.extents[axis_] - begin;
    q.extents[axis_] = left < step_ ? left : step_;
    for (int j = 0; j < q.operands; ++j)
      q.operand[j].position += begin * stride(q, j, axis_);
    int origin[max_rank + 1]{};
    stager st(q, target_ == operand_access::strided ? q.operands : 0, variant_.held, true, origin);
    if (target_ == operand_access::streamed)
      st.stream_target();
    run_blocks(q, st, variant_, false);
  }

  loop_request const& q_;
  kernel_variant const& variant_;
  int threads_, axis_ = 0;
  operand_access target_; ///< how the undivided loop writes
  index_t step_;
};

/// Elements that cannot be copied as bytes: the kernel takes any strides and computes generated values itself; no
/// overlap is resolved here.
bool run_elementwise(map_kind const& kind, loop_request& q, session& s, int* origin) {
  for (int j = 1; j < q.operands; ++j)
    if (q.operand[j].fill != nullptr)
      q.operand[j].fresh = true;
  const overlap_plan overlap = plan_overlap(q);
  if (overlap.copy_target || overlap.copy_operands != 0 || overlap.staged)
    return false;
  normalise(q, 0, origin);
  stager none(q, q.operands, 0, false, origin);
  if (s.dry())
    describe_loop(q, none, origin, false, false, s);
  else
    block_walk(q, none, kind.variant[0].run[chosen_isa], false).run();
  return true;
}

void run_bytewise(map_kind const& kind, loop_request& q, session& s, overlap_plan const& overlap, int* origin) {
  normalise(q, 0, origin);
  const bool strided = is_strided(kind, q, overlap);
  kernel_variant const& variant = strided ? kind.strided : pick_variant(kind, constant_operands(q));
  stager st(q, strided ? q.operands : 0, variant.held, !overlap.staged, origin);
  if (overlap.staged)
    st.stage_target();
  else if (is_streamed(q, st))
    st.stream_target();
  const int threads =
      overlap.staged || q.rank == 0 ? 1 : threads_of(q, kind.cost, 0); // an overlap asks for a direction
  if (s.dry()) {
    note_threads(s, threads);
    return describe_loop(q, st, origin, false, overlap.backwards, s);
  }
  if (threads > 1)
    return divided_loop(q, variant, st, threads).run();
  run_blocks(q, st, variant, overlap.backwards);
}

void check_writable(loop_request const& q) {
  for (int k = 0; k < q.rank; ++k)
    if (q.extents[k] > 1 && stride(q, 0, k) == 0)
      throw_layout_reason("assignment", "the target repeats elements (a stride is 0), so it is read-only");
}

} // namespace

kernel_variant const& pick_variant(map_kind const& kind, unsigned constant) {
  int best = 0; // variants that hold more come later
  for (int v = 1; v < kind.variants; ++v)
    if (kind.variant[v].run[chosen_isa] != nullptr && (kind.variant[v].held & ~constant) == 0)
      best = v;
  return kind.variant[best];
}

void keep_exception(void*& failure) noexcept {
  if (failure == nullptr)
    failure = new std::exception_ptr(std::current_exception());
}

void throw_kept(void* failure) {
  const std::unique_ptr<std::exception_ptr> kept(static_cast<std::exception_ptr*>(failure));
  std::rethrow_exception(*kept);
}

bool run_map(map_kind const& kind, loop_operand const* operand, void const* core, session& s) {
  if (!kind.elementwise && !s.dry() && (run_map_rows(kind, operand, core) || run_map_flat(kind, operand, core)))
    return true;
  operand_table table(kind.operands, operand, core, kind.operations);
  loop_request& q = table.request();
  int origin[max_rank + 1];
  for (int k = 0; k < q.rank; ++k)
    if (q.extents[k] == 0)
      return true;
  check_writable(q);
  if (kind.elementwise)
    return run_elementwise(kind, q, s, origin);
  const overlap_plan overlap = plan_overlap(q);
  copies made(q, s);
  for (int j = 1; j < q.operands && j <= 64; ++j)
    if ((overlap.copy_operands >> (j - 1) & 1u) != 0)
      made.separate(j, true);
  if (!overlap.copy_target) {
    run_bytewise(kind, q, s, overlap, origin);
    return true;
  }
  const table_operand target = q.operand[0];
  index_t extents[max_rank], strides[max_rank], dense[max_rank]; // planning changes those of q
  const int rank = q.rank;
  std::copy_n(q.extents, rank, extents);
  std::copy_n(q.strides, rank, strides);
  made.separate(0, false);
  const index_t result = q.operand[0].position;
  std::copy_n(q.strides, rank, dense);
  run_bytewise(kind, q, s, {}, origin);
  if (!s.dry())
    copy_strided(rank, extents, target.size, target.position, strides, result, dense);
  return true;
}

} // namespace weft::detail
