#pragma once
#include <weft/base/clones.hpp>
#include <weft/base/index.hpp>
#include <weft/eval/limits.hpp>
#include <weft/eval/report.hpp>

#include <cstdint>

// The interface to the compiled loops, which know no element types, only bytes. One loop serves every rank, static or
// not. Constants (operand_kind, map_kind, fold_kind) hold all that types know. An assignment writes the rest to a
// table, the address of each operand and its step along each axis, and makes one call. So the program contains little
// code for each expression.
namespace weft::detail {

/// The bytes that a strided operand covers: the address of its first element, the bytes of one; strides are in bytes.
struct footprint {
  index_t position, size;
  int rank;
  index_t const *extents, *strides;
};
/// Receives the memory that a computed operand reads, with its ticket (see watch_ref).
struct memory_listener {
  void (*tell)(void* to, footprint const& bytes, std::uint64_t ticket);
  void* to;
};
/// Calls a listener for all memory that a computed operand reads.
using list_function = void (*)(void const* context, memory_listener const& listener);

/// Writes `count` values of a generator to out: the values with numbers number, number + step, ...
using fill_function = void (*)(void const* context, void* out, index_t number, index_t step, index_t count);

/// Compile-time facts about an operand.
struct operand_kind {
  index_t size;         ///< bytes of an element
  fill_function fill;   ///< computes the values, if the operand is a generator; else null
  bool fresh;           ///< the operand is memory that nothing else refers to, or a generator that reads none
  bool numbers;         ///< it is a generator whose values are their numbers: folds ask for the first two of a row
  std::uint16_t stored; ///< its numbers are addresses where a fold stores elements of this size; 0: it is read
  list_function list;   ///< null unless a generator reads memory
};
WEFT_FN constexpr operand_kind memory_kind(index_t size, bool fresh = false) {
  return {size, nullptr, fresh, false, 0, nullptr};
}

/// The operands of a statement over an index space: the extents of the target, or of the values of a fold. The library
/// changes positions and steps while it looks for the best order of axes, so a table can be run only once.
struct loop_table {
  int operands; ///< the number of operands with the target, or the result of a fold, which is operand 0
  int rank;
  operand_kind const* kind;
  index_t* position; ///< the address of the first element; for a generator the number of its first value
  /// steps[axis * operands + operand]: bytes from an index to the next; for a generator the difference of value
  /// numbers; 0 if the operand repeats. There is room for at least one axis.
  index_t* steps;
  index_t const* extents;
  void const* const* context; ///< the function objects of the generators; null if there are none
};

/// The number of operands of a loop, with the target, up to which its tables need no allocated memory.
inline constexpr int usual_operands = 16;

/// A block of rows that a kernel computes. The arrays have an entry for each slot, in bytes. Slot 0 is the target, or
/// the accumulators of a fold.
struct loop_frame {
  index_t rows, columns;
  index_t const* position;    ///< for each operand, the address of its first element
  index_t const* row;         ///< for each operand, the step from a row to the next; not read for a single row
  index_t const* column;      ///< the steps from a column to the next; folds: see accumulator_rows
  void const* const* context; ///< the function objects of the generators, for kernels with any strides
};

/// Rows of results, each from the same number of rows of values; a fold reads these from several places of an operand.
struct window_frame : loop_frame {
  index_t values;        ///< the number of rows of values for a row of results
  index_t const* offset; ///< offset[v * slots + j]: bytes from the address of slot j + 1 to its row v of values
  bool unfinished;       ///< partial results are written, accumulators that the caller joins and finishes
};

using loop_kernel = void (*)(void const* core, loop_frame const& frame);

/// A kernel that holds one value for each row in a register, for the operands in `held` (bit j: operand j + 1). There
/// is one for each instruction set; null: another variant serves it.
struct kernel_variant {
  unsigned held;
  by_level<loop_kernel> run;
};

/// Compile-time facts about `target = core(operands)`.
struct map_kind {
  int operands; ///< the number of operands with the target, which is operand 0
  int variants;
  index_t operations; ///< the operations of one element, for the report
  bool bytewise;      ///< elements are copied as bytes; if not, the kernel takes any column stride
  kernel_variant variant[2 + max_held_operands]; ///< the first holds no operand; later ones hold as many or more
  kernel_variant strided;                        ///< the kernel for any column stride; null if buffers serve
  index_t cost = 0;                              ///< simple operations of one element; they tell whether threads pay
};

/// Compile-time facts about a fold: how its partial results are made and merged. An accumulator has acc_size bytes.
struct fold_kind {
  int operands; ///< the number of operands with the result, which is operand 0
  index_t operations;
  index_t acc_size;
  /// Bytes between the accumulators for the parts of one result. 0 if one accumulator serves all parts, as for an
  /// extreme value, which merges exactly in any order. Then argmax looks for the place of a value only if it beats all
  /// before.
  index_t partial_step;
  void (*init)(void const* reducer, void* acc, index_t n);
  /// Null if the values must come in row-major order, into one accumulator.
  void (*merge)(void const* reducer, void* into, void const* from, index_t n);
  /// Writes the results of n accumulators to `out`, `step` bytes apart; `count` values went into each.
  void (*finish)(void const* reducer, void* out, index_t step, void const* acc, index_t n, index_t count);
  kernel_variant rows;                          ///< folds each row into an accumulator of its own, row[0] bytes apart
  kernel_variant columns;                       ///< folds all rows into the accumulators at position[0]
  kernel_variant strided_rows, strided_columns; ///< `rows` and `columns` for any strides along a row; or null
  /// Take a window_frame and write results, with operands that repeat along rows in registers; null if there are none.
  kernel_variant windows[2];
  index_t cost = 0; ///< simple operations of one element; they tell whether threads pay
};

/// Runs or describes `target = core(operands)` over the extents of the target. It resolves overlap of the target with
/// operands: if they are the same elements or share no memory, it does nothing; if all overlaps are shifts one way, it
/// takes the safe direction; else it copies operands. Only overlap of elements that cannot be copied as bytes is left
/// to the caller: then it does nothing and returns false. Throws layout_error if memory that a generator reads has been
/// freed.
WEFT_API bool run_map(map_kind const& kind, loop_table const& table, void const* core, session& s);

/// The maximum number of elements without a plan in run_map and run_fold: few_read, or 0 in tests of plans for small
/// shapes.
WEFT_API extern index_t most_without_plan;

/// Adds to the recorded report that `count` elements of `size` bytes each, which lie one after another, are about to be
/// copied from `from` to `to`.
WEFT_API void note_copy(void const* to, void const* from, index_t count, index_t size);

/// Runs or describes a fold over the extents of the values. The steps of operand 0, the result, are 0 on the axes that
/// are reduced.
WEFT_API void run_fold(fold_kind const& kind, loop_table const& table, void const* core, void const* reducer,
                       session& s);

/// Describes a fold that the caller computes element by element, if the session only plans or a report is recorded.
WEFT_API void describe_fold(index_t operations, loop_table const& table, session& s);

/// The addresses of the first byte of strided memory, and of the byte behind its last one.
struct byte_range {
  index_t low, high;
};
WEFT_INLINE byte_range range_of(footprint const& f) {
  byte_range r{f.position, f.position + f.size};
  for (int k = 0; k < f.rank; ++k) {
    index_t const reach = f.strides[k] * (f.extents[k] - 1);
    (reach < 0 ? r.low : r.high) += reach;
  }
  return r;
}
WEFT_INLINE bool are_apart(byte_range const& a, byte_range const& b) {
  return a.high <= b.low || b.high <= a.low;
}

/// Returns true if two operands share a byte. It is exact for all strides that occur in practice; if the search gets
/// too long it returns true.
WEFT_API bool shares_a_byte(footprint const& a, footprint const& b);
/// Returns the number of bytes that the elements of an operand cover, each counted once.
WEFT_API index_t distinct_bytes(footprint const& f);

/// Copies elements of `size` bytes between strided memory that must not overlap; strides are in bytes.
WEFT_API void copy_strided(int rank, index_t const* extents, index_t size, index_t to, index_t const* to_strides,
                           index_t from, index_t const* from_strides);

/// Copies bytes as a loop over two operands in memory: large copies are divided among threads, or stored past the
/// caches.
WEFT_API void copy_long(void* to, void const* from, index_t bytes);

/// Stores the exception that is being handled in `failure`, unless it holds one already.
WEFT_API void keep_exception(void*& failure) noexcept;
/// Throws the exception in `failure` and frees it.
WEFT_API [[noreturn]] void throw_kept(void* failure);

/// Returns the level of the instruction set in use: the highest one of the processor, but at most WEFT_ISA.
WEFT_API int isa_level() noexcept;
/// The level of the instruction set in use as a variable, for choices that cost less than a call. It is 0 before the
/// library is initialised, so code that runs before main uses the baseline.
WEFT_API extern int chosen_isa;

} // namespace weft::detail
