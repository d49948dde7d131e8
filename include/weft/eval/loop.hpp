#pragma once
#include <weft/base/clones.hpp>
#include <weft/base/index.hpp>
#include <weft/eval/limits.hpp>
#include <weft/eval/report.hpp>

#include <cstdint>

// The compiled part knows no element types, only bytes. One loop serves every rank, static or not. Constants hold all
// that types know (operand_kind, map_kind, fold_kind). An assignment writes down the rest, a position of each operand
// and a step for each axis, and makes one call: a program has this code once for each
// expression.
namespace weft::detail {

/// The bytes that a strided operand covers; strides in bytes.
struct footprint {
  index_t position, size;
  int rank;
  index_t const *extents, *strides;
};
/// Is told of memory that a computed operand reads, and of its ticket (see watch_ref).
struct memory_listener {
  void (*tell)(void* to, footprint const& bytes, std::uint64_t ticket);
  void* to;
};
/// Tells a listener of all memory that a computed operand reads.
using list_function = void (*)(void const* context, memory_listener const& listener);

/// Writes the values with numbers number, number + step, ... of a generator to out.
using fill_function = void (*)(void const* context, void* out, index_t number, index_t step, index_t count);

/// Compile-time facts about an operand.
struct operand_kind {
  index_t size;       ///< bytes of an element
  fill_function fill; ///< a generator
  bool fresh;         ///< memory that nothing else refers to; a generator that reads none
  bool numbers;       ///< a generator whose values are their numbers: folds ask for the first two of a row
  list_function list; ///< of a generator that reads memory
};
WEFT_FN constexpr operand_kind memory_kind(index_t size, bool fresh = false) {
  return {size, nullptr, fresh, false, nullptr};
}

/// The operands of a statement over an index space: the extents of the target, or of the values of a fold. A row of
/// steps serves an axis, as kernels take them. The library changes positions and steps while it looks for the best
/// order of axes, so a table is run once.
struct loop_table {
  int operands; ///< with the target, or the result of a fold, which is operand 0
  int rank;
  operand_kind const* kind;
  index_t* position; ///< address of the first element; of a generator the number of its first value
  /// steps[axis * operands + operand]: bytes from an index to the next, of a generator numbers; 0 where the operand
  /// repeats. There is room for one axis at least.
  index_t* steps;
  index_t const* extents;
  void const* const* context; ///< of generators; null if there are none
};

/// Operands of a loop, with the target, that need no memory for its tables.
inline constexpr int usual_operands = 16;

/// A block of rows that a kernel works through: bytes, by slot. Slot 0 is the target, or the accumulators of a fold.
struct loop_frame {
  index_t rows, columns;
  index_t const* position;    ///< addresses of the first row
  index_t const* row;         ///< from a row to the next; not read for one row
  index_t const* column;      ///< from a column to the next; read where elements cannot be copied as bytes
  void const* const* context; ///< of generators, likewise
};

using loop_kernel = void (*)(void const* core, loop_frame const& frame);

/// A kernel that holds one value a row for the operands in `held` (bit j: operand j + 1), by instruction set. Null
/// where there is none: another variant serves.
struct kernel_variant {
  unsigned held;
  by_level<loop_kernel> run;
};

/// Compile-time facts about `target = core(operands)`.
struct map_kind {
  int operands; ///< with the target, which is operand 0
  int variants;
  index_t operations; ///< of one element, for the report
  bool bytewise;      ///< elements are copied as bytes; of others the kernel takes any column stride
  kernel_variant variant[2 + max_held_operands]; ///< the first holds nothing, later ones hold as many or more
  kernel_variant strided;                        ///< takes any column stride too; null where buffers serve
  index_t cost = 0;                              ///< of one element, in simple operations: whether threads pay
};

/// Compile-time facts about a fold: how partial results are made and joined; `n` accumulators of acc_size bytes each.
struct fold_kind {
  int operands; ///< with the result, which is operand 0
  index_t operations;
  index_t acc_size;
  /// Bytes between the accumulators of the parts of one result: 0 where one serves all, as it may for an extreme value,
  /// whose joins are exact in any order. Then argmax looks for the place of a value only where it beats those before.
  index_t part_step;
  void (*init)(void const* reducer, void* acc, index_t n);
  /// Null: the values come in row-major order, into one accumulator.
  void (*merge)(void const* reducer, void* into, void const* from, index_t n);
  /// The results of n accumulators, written to `out` with `step` bytes between them; `count` values went into each.
  void (*finish)(void const* reducer, void* out, index_t step, void const* acc, index_t n, index_t count);
  kernel_variant rows;                          ///< each row into an accumulator of its own: row[0] apart
  kernel_variant columns;                       ///< all rows into the accumulators at position[0]
  kernel_variant strided_rows, strided_columns; ///< the same with any strides along a row; null kernels: there are none
  index_t cost = 0;                             ///< of one element, in simple operations: whether threads pay
};

/// Runs or describes `target = core(operands)` over the extents of the target. Overlap of the target with operands is
/// resolved here: nothing where maps are equal or memory is disjoint, the safe direction where all overlaps are shifts
/// one way, else a copy. Only elements that cannot be copied as bytes are left to the caller: then nothing is done and
/// the answer is false. Throws layout_error where memory that a generator reads has died.
WEFT_API bool run_map(map_kind const& kind, loop_table const& table, void const* core, session& s);

/// Elements up to which run_map and run_fold need no plan at most: few_read, or 0 in tests of plans with small shapes.
WEFT_API extern index_t most_without_plan;

/// Tells a recording of `count` elements of `size` bytes that are about to be copied, one run into another one.
WEFT_API void note_copy(void const* to, void const* from, index_t count, index_t size);

/// Runs or describes a fold over the extents of operand 0, whose strides are 0 on the axes that are reduced.
WEFT_API void run_fold(fold_kind const& kind, loop_table const& table, void const* core, void const* reducer,
                       session& s);

/// Describes a fold that the caller does element by element, where the session or a recording asks for it.
WEFT_API void describe_fold(index_t operations, loop_table const& table, session& s);

/// The bytes from the first to the last one of strided memory.
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

/// True if two operands have a byte in common. Exact for all strides that occur in practice; where the search grows too
/// long it says true.
WEFT_API bool shares_a_byte(footprint const& a, footprint const& b);
/// Bytes of the elements of an operand, each once.
WEFT_API index_t distinct_bytes(footprint const& f);

/// Copies elements of `size` bytes between strided memory that does not overlap; strides in bytes.
WEFT_API void copy_strided(int rank, index_t const* extents, index_t size, index_t to, index_t const* to_strides,
                           index_t from, index_t const* from_strides);

/// Keeps the exception that is being handled, unless `failure` holds one already.
WEFT_API void keep_exception(void*& failure) noexcept;
/// Throws it again and frees it.
WEFT_API [[noreturn]] void throw_kept(void* failure);

/// The level of the instruction sets that is used: what the processor has, at most WEFT_ISA.
WEFT_API int isa_level() noexcept;
/// The same as a variable, for choices that cost less than a call. It is 0 until the library is initialised, so what
/// runs before main takes the baseline.
WEFT_API extern int chosen_isa;

} // namespace weft::detail
