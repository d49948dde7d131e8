#pragma once
#include <weft/base/index.hpp>

// Private to src: the sizes at which loops and folds change their way; eval/limits.hpp has the sizes that headers need.
// Each says what was measured, on Zen 5 where no other processor is named. bench/limits measures them anew.
namespace weft::detail::limits {

/// Elements below which nobody asks whether threads or stores past the caches pay.
WEFT_LIMIT index_t least_divided = 1024;

/// Elements of a block that goes through buffers.
WEFT_LIMIT index_t block = 1024;
/// Bytes of the buffers of a block; as many lie on the stack.
WEFT_LIMIT index_t buffers = 40 * 1024;
inline constexpr index_t buffers_on_stack = 40 * 1024;
/// Blocks are cut down to this number of elements to fit into the buffers, not further.
WEFT_LIMIT index_t least_block = 64;

/// Most simple operations of an element of a target that is written with strides, without a buffer, and fewest bytes of
/// an element: six operations took 0.45 to 0.6 of their time through one, a division, which counts 8, 0.73 with 100
/// elements and 1.18 with 1000; d[::2] = a[::2] + b[::2] 0.38 ns an element in place of 0.56, of 10^6 elements 0.7 in
/// place of 1.6; floats between 0.8 and 1.3 of the time.
WEFT_LIMIT index_t strided_cost = 6, strided_bytes = 8;
/// Rows up to which a fold reads values that lie apart one by one: a row takes 12 ns more than packed, packing 50.
WEFT_LIMIT index_t strided_fold_rows = 4;
/// A map of few elements with longer rows than `shortest_row` runs row by row, and so does one of shorter rows with at
/// most `few_in_rows` elements. Others are packed into one row: each row costs as much as copies of some elements.
WEFT_LIMIT index_t shortest_row = 3, few_in_rows = 64;

/// Bytes of a cache line.
inline constexpr index_t line = 64;

/// Bytes of a register of a program, which holds a piece of a row, and of all its registers: they stay in the first
/// cache beside the operands. d = a*b + c*2 - a/(b+1) in three steps, as it is no more, took 2.05 of the time of one
/// loop with 1 KiB for 10^4 and 3*10^4 doubles, and 1.16 for 10^6; with 2 KiB 2.15 and 1.5, with 4 KiB 2.15 and 2.0.
inline constexpr index_t program_register = 1024;
inline constexpr index_t program_registers = 12 * 1024;
/// Bytes of all registers of a program together, where its data take half of the last cache at most: pieces of rows are
/// longer then. where(a < b, a, c) + b of 10^4 doubles took 2.45 of the time of one loop with registers of 1 KiB, 1.65
/// with 4 KiB and 1.46 with 8; abs(a - b) + abs(b - c) 2.55 with 4 KiB and 2.05 with 8; most gain nothing from 12. From
/// memory, sqrt(a) * 2 + b * c - a / b of 10^6 doubles took 1.4 with 1 KiB and 4 with two registers of 2 KiB (Zen 5).
inline constexpr index_t program_near_registers = 8 * 1024;
/// Results that are computed from one another, each within the evaluation of the next: each takes up to 12 KiB of the
/// stack. A thread has 8 MiB, with MinGW-w64 2, with MSVC 1, on macOS 0.5, with musl 0.1: beyond a few programs it is
/// asked what it has left.
inline constexpr int nested_programs = 256;
inline constexpr int programs_on_any_stack = 2;
/// Stack that is left for the innermost program, whose loops keep partial results there.
inline constexpr std::size_t stack_of_a_program = 96 * 1024;

/// A transposed operand is copied tile by tile; a buffer is 18 KiB of doubles. transpose(A) + B took 0.30 ns an element
/// at 100 x 100, 0.60 at 1000 and 1.40 at 2048, with tiles of 64 x 32 0.34, 0.80 and 1.54.
WEFT_LIMIT index_t tile = 48;
/// Side of the tiles that are read in pairs. a = transpose(a) with 1000 x 1000 doubles took 1.08 of the time of a loop
/// that exchanges elements block by block, with tiles of 16 1.46, of 24 1.11, of 48 1.19; floats 0.73, 1.23, 0.98 and
/// 0.71.
WEFT_LIMIT index_t tile_of_pairs = 40;
/// Extents from which a tile pays; where many operands need buffers tiles are cut down in such steps.
WEFT_LIMIT index_t least_tile = 8;
/// Extents up to which a block is copied along the longer side, whatever its steps.
WEFT_LIMIT index_t thin_block = 4;

/// Rows shorter than this are not written with strides, without a buffer.
WEFT_LIMIT index_t short_row = 8;

/// Bytes of a last cache that stores go past: what the system says within these bounds, because virtual machines report
/// the cache of the whole processor, or none.
WEFT_LIMIT double least_last_cache = 8 << 20, most_last_cache = 32 << 20;
/// Bytes of a buffer for results on their way past the caches. d = a*b + c*2 - a/(b+1) with 10^7 doubles took 0.86 of
/// the time of a plain loop through 1 KiB, 0.84 through 2, 0.91 through 4 and 0.99 through 8: stores run while the next
/// loads wait.
WEFT_LIMIT index_t stream_room = 2048;
/// Bytes of a row from which it is stored past the caches.
WEFT_LIMIT index_t long_row = 4096;

/// Operands as large as the target that a statement is taken to read at most, before a survey that takes some
/// microseconds counts them for blocks of rows.
inline constexpr index_t surveyed_operands = 8;

/// Elements of a row that a recurrence takes at a time: the row before is still in the first cache.
WEFT_LIMIT index_t recurrence_row = 1024;

/// Steps of the search for a byte that two operands share.
WEFT_LIMIT int overlap_steps = 20000;

/// Blocks that are folded by one call of a kernel, each into a partial result of its own.
WEFT_LIMIT index_t fold_parts = 64;
inline constexpr index_t most_fold_parts = WEFT_LIMIT_ROOM(64);
/// Rows that go into one row of partial results, and bytes of it: few enough for the caches, many enough that memory is
/// read in long runs (0.24 ns an element for rows of 3000 doubles, and 0.45 for runs of 1024).
WEFT_LIMIT index_t fold_rows = 128, fold_columns = 8 * 4096;
/// Columns of it where values are gathered in logical order: tiles of some width let each cache line serve several
/// rows.
WEFT_LIMIT index_t fold_columns_gathered = 64;
/// Columns up to which rows go into several rows of accumulators in turn, and accumulators of all of these. Rows
/// without gaps are folded as one: short rows would cost more than their elements.
WEFT_LIMIT index_t fold_short_row = 32, fold_joined_row = 128;
/// Bytes of a row with gaps from which vectors pay: 3000 rows of 3 doubles take 5.9 us value by value, and 9.1.
WEFT_LIMIT index_t fold_short_bytes = 32;
/// Columns up to which rows are turned that cannot be folded as one, and how many of those there are at least.
WEFT_LIMIT index_t fold_turned_columns = 4, fold_turned_rows = 32;
/// Columns of results up to which a longer axis takes their place, the values of all operands that such a row of
/// results has at most, and how many columns the longer axis has at least. Sums of 2 over rows of 2 took 20 ns a value,
/// and so take 1.4; of 2 over rows of 8 5.9 and 2.5, of 5 over rows of 8 2.6 and 2.3.
WEFT_LIMIT index_t fold_widened_row = 8, fold_widened_values = 64, fold_widened_columns = 32;
/// Values of all operands in a piece of such columns, 32 KiB of doubles: in one piece, sums of 2 over rows of 8 took
/// 11.5 ns a value from memory.
WEFT_LIMIT index_t fold_widened_piece = 4096;
/// Bytes of partial results that lie on the stack: in a row, and of the levels that are joined pairwise.
inline constexpr index_t accumulators_on_stack = 17 * 1024 - line;
inline constexpr std::size_t levels_on_stack = 16 * 1024;
/// Bytes of the results of short rows that are made by one call.
WEFT_LIMIT index_t fold_results = 4096;
/// Rows whose numbers are generated for one call.
WEFT_LIMIT index_t fold_numbers = 256;
inline constexpr index_t most_fold_numbers = WEFT_LIMIT_ROOM(256);
/// Columns of a piece of a divided fold: fewer than 33 might be folded in another way, and from memory two threads that
/// read runs of 3 kB took 1.4 times as long as one that read all of rows of 24 kB.
WEFT_LIMIT index_t fold_piece = 64, fold_piece_from_memory = 1024;

/// Elements up to which lines are merged, for each byte of a key: 64 doubles, or 32 floats, take 20 ns each either way.
/// Beyond, Highway is asked: its calls begin with 500 ns.
inline constexpr index_t merged_for_byte = 8;
/// Elements from which floating-point numbers are looked through for values that keys do not tell apart: 8 doubles take
/// 15 ns each either way, 24 7.5 where they were looked through, and 9.6.
inline constexpr index_t least_looked_through = 16;
/// Elements from which digits have 11 bits in place of 8: fewer passes, but 2048 places to count and to write to.
inline constexpr index_t with_wide_digits = 2000;

/// Indices up to which a kernel runs over a list as it lies: a nest takes 20 ns.
inline constexpr index_t short_list = 256;
/// Bytes of indices that leave the second cache. Read twice they took up to 1.9 of the time of a loop by hand, in one
/// pass over a copy of the elements 0.9 to 1.05.
inline constexpr index_t long_list = 512 * 1024;
/// Indices for each element from which the copy pays: 1.05 in place of 1.5 for 10^7 indices of 10^6 doubles.
inline constexpr index_t many_for_each = 4;

/// Entries of a line of a sparse matrix up to which they are sorted by insertion.
inline constexpr index_t inserted_entries = 24;
/// Columns that sparse factors are solved for at a time.
inline constexpr index_t solved_columns = 32;
/// Bytes of a sparse matrix that the caches next to a core do not hold, and how far ahead of a row its entries are
/// asked for then. The processor looks ahead too, but less far than memory takes: y = a x of the 5-point Laplacian of
/// 1000 x 1000 points took 0.87 ns an entry without, 0.44 with 6 KiB, 0.42 with 12 or 24; a beam of triangles, 14
/// entries a row, 0.44 and 0.34; rows of a random graph 1.33 and 1.25.
inline constexpr index_t near_bytes = 1024 * 1024, bytes_ahead = 12 * 1024;

} // namespace weft::detail::limits
