#include "loop/row_blocks.hpp"
#include "loop/schedule.hpp"
#include "loop/stream.hpp"
#include "run/threads.hpp"

#include <weft/eval/deterministic.hpp>
#include <weft/eval/parallel.hpp>

#include <algorithm>
#include <cstdlib>

namespace weft::detail {

namespace {

/// Returns true if no axis of operand j has longer steps than the axis of the rows, or if j repeats along the rows.
/// Else blocks of rows would be read piecemeal. Their folds would join values in an order that depends on the rows of a
/// block, so results would have other bits than without blocks.
bool varies_slowest(nest const& n, int j, int row_axis) {
  index_t const step = std::abs(n.stride(j, row_axis));
  for (int k = 0; k < n.rank; ++k)
    if (step != 0 && std::abs(n.stride(j, k)) > step)
      return false;
  return true;
}

/// Returns true if a and b are the same elements. It is not enough that they begin at the same address: an operand that
/// is folded may have longer rows than the target, which reach into the next row of the target.
bool is_same_memory(footprint const& a, footprint const& b) {
  bool same = a.position == b.position && a.size == b.size && a.rank == b.rank;
  for (int k = 0; same && k < a.rank; ++k)
    same = a.strides[k] == b.strides[k] && a.extents[k] == b.extents[k];
  return same;
}

} // namespace

row_blocks::row_blocks(row_statement const& e, row_temporaries& temporaries)
    : target_(e.target), axis_(e.axis), rows_(e.target.extents[e.target.rank - e.axis]),
      bytes_(distinct_bytes(e.target)), temporaries_(&temporaries) {}

void row_blocks::begin(index_t first, index_t count) {
  first_ = first;
  count_ = count;
  next_ = 0;
}

block* row_blocks::temporary_block(index_t count, std::size_t size) {
  if (next_ == temporaries_->size()) {
    check_memory("elements", static_cast<std::size_t>(count) * size);
    temporaries_->reserve(next_ + 1);
    temporaries_->push_back(storage_ref::adopt(allocate_block(count, size, false, nullptr)));
  }
  return storage_ref((*temporaries_)[next_++]).yield();
}

block* block_for_rows(row_blocks& rows, index_t count, std::size_t size) {
  return rows.temporary_block(count, size);
}

/// Returns false if the bytes of the operand at this address are counted already: an operand often stands in a fold and
/// beside it.
bool row_blocks::is_new(index_t position) {
  index_t* const end = seen_ + seen_count_;
  if (position == target_.position || std::find(seen_, end, position) != end)
    return false;
  if (seen_count_ < most_seen)
    seen_[seen_count_++] = position;
  return true;
}

bool row_blocks::admit_operand(nest const& n, int j, int row_axis) {
  if (n.is_generated(j)) { // a generator reads its memory in no order of rows
    bool is_apart = true;
    n.for_each_read(j, [&](footprint const& f, std::uint64_t) { is_apart = is_apart && !shares_a_byte(f, target_); });
    return is_apart;
  }
  index_t strides[max_rank];
  for (int k = 0; k < n.rank; ++k)
    strides[k] = n.stride(j, k);
  footprint const read{n.position[j], n.size(j), n.rank, n.extents, strides};
  if (is_new(read.position))
    bytes_ += distinct_bytes(read);
  return varies_slowest(n, j, row_axis) && (!shares_a_byte(read, target_) || is_same_memory(read, target_));
}

/// Clears `fits_` if a loop cannot run by rows: a result has no row of its own, the rows are what is folded, or its
/// tables lie on the heap, which each block would allocate again.
void row_blocks::admit(nest const& n, int row_axis) {
  fits_ = fits_ && row_axis >= 0 && n.operands <= usual_operands && n.extents[row_axis] == rows_ &&
          (rows_ == 1 || n.stride(0, row_axis) != 0);
  for (int j = 1; j < n.operands && fits_; ++j)
    fits_ = admit_operand(n, j, row_axis);
}

bool row_blocks::narrow(nest& n) {
  int const row_axis = n.rank - axis_;
  if (count_ == 0) {
    admit(n, row_axis);
    return false;
  }
  n.extents[row_axis] = count_;
  index_t const* const step = n.steps(row_axis);
  for (int j = 0; j < n.operands; ++j)
    n.position[j] += first_ * step[j];
  return true;
}

index_t rows_at_a_time(index_t rows, index_t bytes) noexcept {
  int const threads = num_threads();
  if (bytes <= second_level_cache() || deterministic() || (threads > 1 && rows < threads * limits::shared_rows))
    return rows;
  index_t const in_cache = second_level_cache() / 2;
  return std::clamp<index_t>(rows / (bytes / in_cache + 1), 1, rows);
}

index_t survey_rows(row_statement const& e) {
  plan_report nobody_reads;
  row_temporaries none;
  row_blocks blocks(e, none);
  session s(&nobody_reads);
  s.rows = &blocks;
  e.run(e.statement, s);
  return blocks.bytes();
}

namespace {

/// Returns the number of threads that share blocks of rows: as many as a loop over all rows would get, or as the memory
/// asks for. The operands of a block fill half of the second cache, and most are read from memory, written and read
/// again there: 1 MiB took 30 us for x - mean(x, 1), which computes least.
int threads_for_rows(row_statement const& e, index_t rows) {
  index_t const all = e.target.extents[e.target.rank - e.axis], blocks = (all + rows - 1) / rows;
  if (all < 2 || num_threads() == 1)
    return 1;
  plan_report undivided;
  session s(&undivided);
  e.run(e.statement, s);
  return std::max<int>(undivided.threads,
                       threads_for(element_time(0, 2.0 * static_cast<double>(second_level_cache() * blocks))));
}

/// Runs rows `first` to `last` - 1, `rows` rows at a time.
void run_rows(row_statement const& e, row_blocks& blocks, index_t first, index_t last, index_t rows) {
  for (; first < last; first += rows) {
    blocks.begin(first, std::min(rows, last - first));
    session own;
    own.rows = &blocks;
    e.run(e.statement, own);
  }
}

/// Rows behind the first one in pieces, which any thread may run, in any order.
struct divided_rows {
  row_statement const& e;
  row_blocks const& blocks;
  index_t rows, length;

  static void run_piece(void* me, index_t number) {
    auto const& d = *static_cast<divided_rows const*>(me);
    row_blocks own(d.blocks);
    index_t const first = 1 + number * d.length;
    run_rows(d.e, own, first, std::min(first + d.length, own.rows()), d.rows);
  }
};

} // namespace

void run_row_blocks(row_statement const& e, index_t rows, session& s) {
  if (recorded(s, [&](session& t) { run_row_blocks(e, rows, t); }))
    return;
  if (s.dry()) {
    e.run(e.statement, s);
    s.report->rows_at_a_time = rows;
    note_threads(s, threads_for_rows(e, rows));
    return;
  }
  int const threads = threads_for_rows(e, rows);
  row_temporaries temporaries;
  row_blocks blocks(e, temporaries);
  if (threads == 1)
    return run_rows(e, blocks, 0, blocks.rows(), rows);
  run_rows(e, blocks, 0, 1, 1); // allocates the temporaries, which all threads share
  divided_rows d{e, blocks, rows, length_of_pieces(blocks.rows() - 1, threads * pieces_per_thread, 1)};
  parallel_for(threads, (blocks.rows() - 2) / d.length + 1, &divided_rows::run_piece, &d);
}

bool run_by_rows(row_statement const& e, session& s) {
  index_t const rows = e.target.extents[e.target.rank - e.axis];
  if (rows_at_a_time(rows, limits::surveyed_operands * distinct_bytes(e.target)) >= rows)
    return false;
  index_t const bytes = survey_rows(e), some = rows_at_a_time(rows, bytes);
  if (bytes == 0 || some >= rows)
    return false;
  run_row_blocks(e, some, s);
  return true;
}

} // namespace weft::detail
