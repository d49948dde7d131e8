#pragma once
#include <weft/base/index.hpp>

#include <cstddef>

// The sizes at which loops and folds switch to another method, as far as headers need them; src/loop/limits.hpp has the
// others. Each names its measurements, on Zen 5 unless it names another processor. bench/limits.cpp repeats them.
namespace weft::detail {

/// A static shape with up to this number of elements gets an unrolled kernel of its own.
inline constexpr index_t max_unrolled = 64;
/// Up to this number of operations and stores, such a kernel is unrolled inside the statement. Beyond it, the wider
/// instructions of a clone save more time than its call costs.
inline constexpr index_t max_written_out = 40;

/// Limits of small static statements (eval/small.hpp). `rank`, `elements`: of each part. `work`: simple operations of
/// the statement. `written_out`: operations up to which it is computed inline; beyond, a clone saves more than its call
/// costs.
namespace small_limits {
inline constexpr int rank = 4;
inline constexpr index_t elements = 256, work = 2048, written_out = 100;
/// A run of at most this number of elements, of static shape, is folded by a small fold: 16 floats took 3.2 ns in place
/// of 4.9, 36 doubles 22 in place of 5.
inline constexpr index_t folded_run = 16;
/// Elements of an operand of a small fold. Along axes of 8 x 8 it takes 15 ns in place of 70; of 16 x 16 up to 2.3
/// times as long as with a plan.
inline constexpr index_t folded = 100;
/// Elements among which a small fold looks for the place of a value, as argmin does: from 64 on reducers use vectors.
inline constexpr index_t searched = 63;
} // namespace small_limits
/// Elements up to which a statement has no plan, whatever its layout is (decide_short in src/loop/map.cpp).
inline constexpr index_t few_elements = 64;
/// Elements and bytes up to which a statement has no plan if its results are one, or are consecutive, and operands lie
/// in another order. 81 to 1000 elements, transposed, permuted, reversed or with steps, took 0.4 to 0.7 of the time of
/// a plan, 1600 up to 0.9; 256 elements written with steps took 1.1. few_bytes limits the bytes of all operands: three
/// quarters of a small L1 cache (Cascade Lake).
inline constexpr index_t few_read = 1024, few_bytes = 24 * 1024;

/// Elements up to which a run is computed inline, if the build uses vectors but not the widest ones of its clones. The
/// call of a clone takes 6 to 9 ns of the 11 ns that 16 elements take.
inline constexpr index_t standing_run = 64;
/// Bytes of an expression up to which it is copied for a call that is rarely made (eval/one_run.hpp).
inline constexpr std::size_t copied_aside = 512;

/// Elements from which a run uses a plan, even if that would not divide it among threads: a plan may store past the
/// caches. A plan costs 30 ns, or 270 ns if some extents are static.
inline constexpr index_t planned_run = 16384, planned_static_run = 65536;

/// Elements of a target below which evaluation in blocks of rows is not considered: with 8 operands of 16 bytes they
/// are 8 MB.
inline constexpr index_t least_by_rows = 65536;

/// The maximum number of targets of one loop: each has a bit.
inline constexpr int most_targets = 32;

/// The maximum number of operands for which a kernel has variants that hold one in a register. Without them X * row +
/// column took 1.2 to 1.6 times as long for 100 x 100.
inline constexpr int max_held_operands = 3;

/// Bytes from which the C library copies a row: it uses other instructions for data beyond the L1 cache. 5000 to 20000
/// doubles take 0.6 to 0.8 of the time of the loop, 3000 up to 1.4.
WEFT_LIMIT index_t long_copy = 28 * 1024;

/// Bytes from which a copy of a tensor uses a plan, which may divide it among threads or store past the caches. Below,
/// it would do neither.
inline constexpr index_t planned_copy = 2 << 20;

/// stage_piece: elements of a row that are computed between two calls of vector_math, 2 KiB for each buffer.
/// stage_elements: elements in all buffers of a kernel, half of a small L1 cache.
inline constexpr index_t stage_piece = 256, stage_elements = 2048;

/// Cost in simple operations from which a value that several results share is kept in a buffer. A division counts 8.
inline constexpr index_t shared_cost = 8;
/// From this number of elements on, fields of a record that share an operation are written in one loop. Three fluxes
/// took 2.2 of the time of three loops for 16 elements, 0.7 for 64 and 0.5 for 300; the stages of a Runge-Kutta step,
/// which read more operands, 1.6 for 64 and 0.9 for 300.
inline constexpr index_t joined_fields_from = 256;

/// Bytes of the independent partial results along a row, four of the widest vectors: so an addition need not wait for
/// the one before. With AVX2 half as many would take 0.55 to 1.0 of the time for up to 100 numbers, and 1.1 for 1000
/// doubles, as with AVX-512. There is one size, so that sums have the same bits with all instruction sets.
inline constexpr index_t lane_bytes = 256;
/// The number of values in one partial result of a fold. Each of its lanes adds 32 or more values, so the error of a
/// sum is that of some 32 additions plus the logarithm of the number of blocks. The bits of sums depend on this number
/// and on lane_bytes.
inline constexpr index_t fold_block = 1024;
/// Returns true if this number of values is folded as one row: if it is less than two blocks. Every way to fold calls
/// this function, so that all give the same bits.
WEFT_FN constexpr bool is_one_row(index_t values) {
  return values < 2 * fold_block;
}
/// The number of elements of a mask that are listed at a time: the list has 4 KiB.
inline constexpr index_t mask_piece = 512;
/// The largest elements of a line are found in one pass if they are at most 1 / topk_share of the line: 10 of 10^6
/// doubles take 2.4 ms, and 33 by sorting the line by digits.
inline constexpr index_t topk_share = 8;
/// The number of values in the buffer of a fold that reads computed values again: it fits into L1 beside the operands.
inline constexpr index_t fold_stretch = 1024;
/// The least number of lines that a running sum, for example, processes side by side as vectors. Fewer lines take less
/// time value by value.
WEFT_LIMIT index_t least_scanned = 8;
/// The number of lines that a running sum processes side by side where it does not process rows as vectors. Each
/// addition waits for the previous one of its line: 4 lines side by side take 0.35 to 0.46 of the time of 4 lines one
/// after the other.
inline constexpr index_t scanned_together = 4;
/// Cost of a step of a running sum in simple operations: it waits for the step before. Counted as a function of the
/// program, 40, it made two threads share 7 us of work.
inline constexpr index_t scanned_cost = 8;
/// The length of the runs that a merge sort sorts by insertion.
inline constexpr index_t inserted_run = 16;

/// Nanoseconds of work for each thread, below which another thread does not pay. Twice that work on two threads that
/// are awake takes 0.52 to 0.56 of the time of one, and so it would with a quarter of the work. But sleeping threads
/// take 5 to 10 microseconds to wake, 60 in a virtual machine, and on a busy machine they wait for their turn.
WEFT_LIMIT double work_per_thread = 20e3;
/// The number of pieces of a loop for each thread: a thread that finishes early takes pieces of others.
WEFT_LIMIT index_t pieces_per_thread = 4;
/// The maximum number of elements of a run that one call in for_each_run gets, so that threads share a long run.
inline constexpr index_t longest_run = 16384;

} // namespace weft::detail
