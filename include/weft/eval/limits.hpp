#pragma once
#include <weft/base/index.hpp>

#include <cstddef>

// The sizes at which loops and folds change their way, as far as headers ask for them; src/loop/limits.hpp holds the
// others. Each says what was measured, on Zen 5 where no other processor is named. bench/limits.cpp measures them anew.
namespace weft::detail {

/// Static shapes of up to this many elements get kernels of their own, unrolled.
inline constexpr index_t max_unrolled = 64;
/// Up to this many operations they are unrolled where they stand; beyond, the instruction set of a clone pays for a
/// call.
inline constexpr index_t max_written_out = 40;

/// Small static statements (eval/small.hpp): most axes and elements of a part; most operations; and most that stand
/// where the statement stands, beyond which a clone pays for its call.
namespace small_limits {
inline constexpr int rank = 4;
inline constexpr index_t elements = 256, work = 2048, written_out = 100;
/// Most elements of a run that are folded so: 16 floats took 3.2 ns in place of 4.9, 36 doubles 22 in place of 5.
inline constexpr index_t folded_run = 16;
/// Most elements of an operand of a fold: along axes of 8 x 8 it takes 15 ns in place of 70, of 16 x 16 up to 2.3 times
/// as long as by way of a plan.
inline constexpr index_t folded = 100;
/// Most elements among which a place is looked for: from 64 on reducers look for it by vectors.
inline constexpr index_t searched = 63;
} // namespace small_limits
/// Elements up to which a statement has no plan, whatever its layout (decide_short in src/loop/map.cpp).
inline constexpr index_t few_elements = 64;
/// The same where all results are one, or lie side by side, and operands do not lie along them: 81 to 1000 elements,
/// transposed, permuted, reversed or with steps, took 0.4 to 0.7 of the time of a plan, 1600 up to 0.9; written with
/// steps 256 took 1.1. Bytes of all operands: three quarters of a small first cache (Cascade Lake).
inline constexpr index_t few_read = 1024, few_bytes = 24 * 1024;

/// Elements up to which a run is computed where the statement stands, if the build has vectors but not the widest ones
/// for which there are clones. A clone costs a call: 6 to 9 ns of the 11 that 16 elements take.
inline constexpr index_t standing_run = 64;
/// Bytes of an expression up to which it is copied for a call that is seldom made (eval/one_run.hpp).
inline constexpr std::size_t copied_aside = 512;

/// Elements from which a run goes by way of the plan, even where that would not divide it among threads: it may store
/// past the caches. The plan costs 30 ns, or 270 where some extents are static.
inline constexpr index_t planned_run = 16384, planned_static_run = 65536;

/// Elements of a target below which nobody asks whether some rows at a time pay: 8 operands of 16 bytes are 8 MB.
inline constexpr index_t least_by_rows = 65536;

/// Most targets of one loop: each has a bit.
inline constexpr int most_targets = 32;

/// Most operands that variants of a kernel hold in registers. Through a filled buffer X * row + column took 1.2 to 1.6
/// times as long for 100 x 100.
inline constexpr int max_held_operands = 3;

/// From how many bytes on the C library copies a row: it has other instructions for what leaves the first cache. 5000
/// to 20 000 doubles take 0.6 to 0.8 of the time of the loop, 3000 up to 1.4.
WEFT_LIMIT index_t long_copy = 28 * 1024;

/// Elements of a row that are computed between two functions of vector_math, and those in all buffers of a kernel:
/// 2 KiB for each buffer, and half of a small first cache for all.
inline constexpr index_t stage_piece = 256, stage_elements = 2048;

/// Simple operations from which a value that several results share is kept in a buffer: a division counts 8.
inline constexpr index_t shared_cost = 8;

/// Bytes of the independent partial results along a row, so that one addition does not wait for the one before: four of
/// the widest vectors. With AVX2 half as many would take 0.55 to 1.0 of the time for up to 100 numbers and 1.1 for
/// 1000 doubles, as with AVX-512; sums have the same bits with all instruction sets, so there is one size.
inline constexpr index_t lane_bytes = 256;
/// Values that one partial result of a fold is made of. The lanes of a partial result take 32 or more values each, so
/// the error of a sum is that of some 32 additions and the logarithm of the number of blocks. The bits of sums depend
/// on it and on lane_bytes.
inline constexpr index_t fold_block = 1024;
/// Whether this number of values is folded as one row: fewer than two blocks. Every way to fold asks here, so that all
/// give the same bits.
WEFT_FN constexpr bool is_one_row(index_t values) {
  return values < 2 * fold_block;
}
/// Values that are computed into a buffer for a fold that reads them again: in the first cache beside the operands.
inline constexpr index_t fold_stretch = 1024;
/// Lines that a running sum, say, takes side by side, as vectors: where there are fewer, value by value costs less.
WEFT_LIMIT index_t least_scanned = 8;
/// Lines that are taken side by side then, because each waits for its result before: 4 take 0.35 to 0.46 of the time of
/// one by one.
inline constexpr index_t scanned_together = 4;
/// Elements of a short run that a merge sort sorts by insertion.
inline constexpr index_t inserted_run = 16;

/// Nanoseconds below which a thread does not pay. From twice that much work on two threads that are awake take 0.52 to
/// 0.56 of the time of one, and so they would from a quarter of it on; but threads that sleep are woken in 5 to 10
/// microseconds, in a virtual machine 60, and on a busy machine wait for their turn.
WEFT_LIMIT double work_per_thread = 20e3;
/// Pieces for each thread: a thread that is done early takes over pieces of others.
WEFT_LIMIT index_t pieces_per_thread = 4;
/// Elements of a run that one call of for_each_run gets at most, so that threads share a long one.
inline constexpr index_t longest_run = 16384;

} // namespace weft::detail
