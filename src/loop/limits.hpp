#pragma once
#include <weft/base/index.hpp>

// Private to src: limits that choose between ways to run a loop or a fold; eval/limits.hpp has the limits that headers
// need. Each says what was measured, on Zen 5 where no other processor is named. bench/limits measures them anew.
namespace weft::detail::limits {

/// A loop with fewer elements runs in one thread and stores through the caches; nothing else is asked about it.
WEFT_LIMIT index_t least_divided = 1024;

/// Most elements of a block whose operands go through buffers.
WEFT_LIMIT index_t block = 1024;
/// The first number bounds the bytes of all buffers of a block. Buffers of up to the second number of bytes lie on the
/// stack.
WEFT_LIMIT index_t buffers = 40 * 1024;
inline constexpr index_t buffers_on_stack = 40 * 1024;
/// A block has at least this number of elements, even if its buffers then exceed `buffers`.
WEFT_LIMIT index_t least_block = 64;

/// A target with strides is written without a buffer if an element costs at most the first number of simple operations
/// and has at least the second number of bytes. Six operations took 0.45 to 0.6 of the time that they take through a
/// buffer; a division, which counts 8, 0.73 with 100 elements and 1.18 with 1000. d[::2] = a[::2] + b[::2] took 0.38 ns
/// an element in place of 0.56, with 10^6 elements 0.7 in place of 1.6; with floats 0.8 to 1.3 of the time.
WEFT_LIMIT index_t strided_cost = 6, strided_bytes = 8;
/// A fold reads values with any strides in place if it has at most this number of rows. In place each row takes 12 ns
/// more than a packed row; packing all of them takes 50 ns.
WEFT_LIMIT index_t strided_fold_rows = 4;
/// A map of few elements runs row by row where its rows are longer than `shortest_row` elements, or where it has at
/// most `few_in_rows` elements. Else operands are packed into one row, because the start of each row costs as much as
/// copies of some elements.
WEFT_LIMIT index_t shortest_row = 3, few_in_rows = 64;

/// Bytes of a cache line.
inline constexpr index_t line = 64;

/// Most bytes of one register of a program, which holds a piece of a row, and of all its registers together: they stay
/// in the first cache beside the operands. d = a*b + c*2 - a/(b+1), which weft once ran in three steps, took 2.05 of
/// the time of one loop with 1 KiB for 10^4 and 3*10^4 doubles, and 1.16 for 10^6; with 2 KiB 2.15 and 1.5, with 4 KiB
/// 2.15 and 2.0.
inline constexpr index_t program_register = 1024;
inline constexpr index_t program_registers = 12 * 1024;
/// Most bytes of all registers of a program together, if its data take at most half of the last cache: registers then
/// hold longer pieces of rows. where(a < b, a, c) + b of 10^4 doubles took 2.45 of the time of one loop with registers
/// of 1 KiB, 1.65 with 4 KiB and 1.46 with 8; abs(a - b) + abs(b - c) took 2.55 with 4 KiB and 2.05 with 8; most
/// programs gain nothing from 12 KiB. If the data exceed the caches, long registers cost: sqrt(a) * 2 + b * c - a / b
/// of 10^6 doubles took 1.4 with registers of 1 KiB, and 4 with two registers of 2 KiB (Zen 5).
inline constexpr index_t program_near_registers = 8 * 1024;
/// Most programs that run inside each other, because one computes an operand of the next. Each takes up to 12 KiB of
/// the stack. A thread has a stack of 8 MiB, with MinGW-w64 2, with MSVC 1, on macOS 0.5, with musl 0.1: beyond
/// `programs_on_any_stack` programs the bytes that it has left are looked up.
inline constexpr int nested_programs = 256;
inline constexpr int programs_on_any_stack = 2;
/// The innermost of the programs that run inside each other needs this number of free bytes on the stack, because its
/// loops keep partial results there.
inline constexpr std::size_t stack_of_a_program = 96 * 1024;

/// Rows and columns of a tile by which a transposed operand is copied; its buffer is 18 KiB of doubles. transpose(A) +
/// B took 0.30 ns an element at 100 x 100, 0.60 at 1000 and 1.40 at 2048, with tiles of 64 x 32 0.34, 0.80 and 1.54.
WEFT_LIMIT index_t tile = 48;
/// Rows and columns of tiles that are read in pairs, a tile and its mirror image. a = transpose(a) with 1000 x 1000
/// doubles took 1.08 of the time of a loop that exchanges elements block by block, with tiles of 16 1.46, of 24 1.11,
/// of 48 1.19; floats 0.73, 1.23, 0.98 and 0.71.
WEFT_LIMIT index_t tile_of_pairs = 40;
/// An axis shorter than this is not cut into tiles. Where the buffers of many operands exceed their limit, the side of
/// a tile shrinks by this number at a time.
WEFT_LIMIT index_t least_tile = 8;
/// A block with at most this number of rows, or of columns, is copied along its longer side, whatever the strides are.
WEFT_LIMIT index_t thin_block = 4;

/// A target with strides goes through a buffer if its rows have fewer elements than this.
WEFT_LIMIT index_t short_row = 8;

/// Bounds of the last cache in bytes: a larger output is stored past the caches. The size that the system reports is
/// brought within them, because virtual machines report the cache of the whole processor, or none. A virtual machine of
/// Sapphire Rapids, 2 MiB for each core, reports 480 MiB: a + b and constants of 4 to 16 MB take 1.05 to 1.2 of the
/// time if they are stored past the caches, and 0.95 to 1.1 at 32 MB.
WEFT_LIMIT double least_last_cache = 8 << 20, most_last_cache = 32 << 20;
/// Bytes of the buffer in which results wait to be stored past the caches. d = a*b + c*2 - a/(b+1) with 10^7 doubles
/// took 0.86 of the time of a plain loop through 1 KiB, 0.84 through 2, 0.91 through 4 and 0.99 through 8: stores run
/// while the next loads wait.
WEFT_LIMIT index_t stream_room = 2048;
/// Least bytes of a row that is stored past the caches.
WEFT_LIMIT index_t long_row = 4096;

/// A statement is run in blocks of rows only if this number of operands, each as large as the target, would exceed the
/// second cache. The bytes of its operands are counted only then, because counting takes some microseconds.
inline constexpr index_t surveyed_operands = 8;

/// Least rows for each thread in a statement whose blocks of rows are shared among threads. With fewer rows for each
/// thread, rows are not shared: each loop is divided instead.
inline constexpr index_t shared_rows = 16;

/// A recurrence takes a row in stretches of at most this number of elements, so that the stretch of the row before is
/// still in the first cache.
WEFT_LIMIT index_t recurrence_row = 1024;

/// Most steps of the search for a byte that two operands share. If they run out, the operands are taken to share one.
WEFT_LIMIT int overlap_steps = 20000;

/// One call of a kernel folds at most this number of blocks, each into a partial result of its own.
WEFT_LIMIT index_t fold_partials = 64;
inline constexpr index_t most_fold_partials = WEFT_LIMIT_ROOM(64);
/// Rows of values that are joined into one row of partial results, and the most bytes of this row: few enough for the
/// caches, many enough that memory is read in long runs (0.24 ns an element for rows of 3000 doubles, and 0.45 for runs
/// of 1024).
WEFT_LIMIT index_t fold_rows = 128, fold_columns = 8 * 4096;
/// Most values of a result that stays in a register while they are added: a table has the place of each. Where they are
/// more than fold_rows, the second number is the most bytes of a row of partial results, of which the stack holds some.
WEFT_LIMIT index_t fold_window = 4096, window_columns = 2048;
/// Most bytes of the buffer of a row of windows whose values lie some elements apart. The largest of 2 x 2, with steps
/// of 2, of 512 x 512 doubles took 1.4 of the time of a loop by hand, which knows the step, and the mean 1.6; value by
/// value they took 3.2 and 2.1, by buffers with the partial results in memory 1.9 and 2.15. Reading takes 0.8 of the
/// time of that loop. On 256 x 256, which the second cache holds, the largest takes 2.5 times the loop's.
WEFT_LIMIT index_t fold_packed_bytes = 16 * 1024;
inline constexpr index_t most_fold_packed = WEFT_LIMIT_ROOM(16 * 1024);
/// Most columns of a row of partial results where values are gathered in logical order. Each cache line then serves
/// several rows, because the gathered tiles have some width.
WEFT_LIMIT index_t fold_columns_gathered = 64;
/// If rows have at most the first number of columns, consecutive rows are added to different rows of accumulators; the
/// second number bounds the accumulators in all of these. Rows without gaps are folded as one row, because the start of
/// a short row costs more than its elements.
WEFT_LIMIT index_t fold_short_row = 32, fold_joined_row = 128;
/// Rows with gaps are folded by vectors from this number of bytes on: 3000 rows of 3 doubles take 5.9 us value by value
/// and 9.1 us by vectors.
WEFT_LIMIT index_t fold_short_bytes = 32;
/// If rows cannot be folded as one, have at most the first number of columns, and are at least the second number, the
/// fold runs along the axis of the rows.
WEFT_LIMIT index_t fold_turned_columns = 4, fold_turned_rows = 32;
/// Rows of results of at most the first number of columns exchange places with a longer axis, if all operands have at
/// most the second number of values for such a row of results, and the longer axis has at least the third number of
/// indices. Sums of 2 values for each of 2 columns took 20 ns a value, and so take 1.4; for each of 8 columns sums of 2
/// took 5.9 and take 2.5, sums of 5 took 2.6 and take 2.3.
WEFT_LIMIT index_t fold_widened_row = 8, fold_widened_values = 64, fold_widened_columns = 32;
/// Most values of all operands in a piece of the longer axis, 32 KiB of doubles. Without pieces, sums of 2 values over
/// rows of 8 took 11.5 ns a value from memory.
WEFT_LIMIT index_t fold_widened_piece = 4096;
/// Most bytes of partial results on the stack: the first number for a row of accumulators, the second for the levels of
/// pairwise joining.
inline constexpr index_t accumulators_on_stack = 17 * 1024 - line;
inline constexpr std::size_t levels_on_stack = 16 * 1024;
/// One call of a kernel fills accumulators of at most this number of bytes where each short row has one result.
WEFT_LIMIT index_t fold_results = 4096;
/// One call of a kernel gets generated element numbers for at most this number of rows, two numbers a row.
WEFT_LIMIT index_t fold_numbers = 256;
inline constexpr index_t most_fold_numbers = WEFT_LIMIT_ROOM(256);
/// A fold that is divided among threads is cut into pieces of at least this number of columns: the first number for
/// operands in the caches, the second for operands in memory. Fewer than 33 columns might be folded in another way.
/// From memory, two threads that read runs of 3 kB took 1.4 times as long as one thread that read whole rows of 24 kB.
WEFT_LIMIT index_t fold_piece = 64, fold_piece_from_memory = 1024;

/// Lines of at most this number of elements, times the bytes of a key, are sorted by merging: 64 doubles, or 32 floats,
/// take 20 ns each either way. Longer lines are sorted by Highway, whose calls begin with 500 ns, or without it by
/// digits.
inline constexpr index_t merged_for_byte = 8;
/// Nanoseconds in which a line is sorted, for each element and byte of a key. It is a low estimate: 10^5
/// doubles took 1.7, floats 1.2, and 10^7 of them 4 and 3.5 (Sapphire Rapids).
inline constexpr double sort_time_for_byte = 0.5;
/// Lines of at least this number of floating-point numbers are searched for values whose order keys do not give: 8
/// doubles take 15 ns each either way; 24 take 7.5 with the search, and 9.6 without.
inline constexpr index_t least_looked_through = 16;
/// Lines of at least this number of elements are sorted by digits of 11 bits, shorter ones by digits of 8. Digits of 11
/// bits need fewer passes, but 2048 counters and places to write to.
inline constexpr index_t with_wide_digits = 2000;

/// A kernel runs over a list of at most this number of indices without a nest, because making a nest takes 20 ns.
inline constexpr index_t short_list = 256;
/// A list of indices with at least this number of bytes does not stay in the second cache. Reading such a list twice
/// took up to 1.9 of the time of a loop by hand; one pass that picks from a copy of the elements took 0.9 to 1.05.
inline constexpr index_t long_list = 512 * 1024;
/// The elements are copied before the picking only if there are at least this number of indices for each element: 1.05
/// in place of 1.5 of the time by hand for 10^7 indices of 10^6 doubles.
inline constexpr index_t many_for_each = 4;

/// The bins of at most this number of values are guessed before any is counted: 10^6 doubles took 2.05 ms value by
/// value, and take 1.45 (Sapphire Rapids).
inline constexpr index_t histogram_piece = 256;
/// If a piece of a mask has fewer true elements, the next piece is listed, and only its elements are read: 1 % of 10^6
/// doubles took 281 us in place of 492 by vectors (Sapphire Rapids).
inline constexpr index_t few_kept = 24;

/// A line of a sparse matrix with at most this number of entries is sorted by insertion.
inline constexpr index_t inserted_entries = 24;
/// Most columns for which sparse factors are solved at a time.
inline constexpr index_t solved_columns = 32;
/// The entries of a row are prefetched `bytes_ahead` bytes ahead if a sparse matrix has more than `near_bytes` bytes,
/// which the caches next to a core do not hold. The processor prefetches too, but less far ahead than memory needs: y =
/// a x of the 5-point Laplacian of 1000 x 1000 points took 0.87 ns an entry without, 0.44 with 6 KiB, 0.42 with 12 or
/// 24; a beam of triangles, 14 entries a row, 0.44 and 0.34; rows of a random graph 1.33 and 1.25.
inline constexpr index_t near_bytes = 1024 * 1024, bytes_ahead = 12 * 1024;

} // namespace weft::detail::limits
