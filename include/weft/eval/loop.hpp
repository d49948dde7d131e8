#pragma once
#include <weft/base/index.hpp>
#include <weft/eval/report.hpp>

#include <cstdint>

// What the compiled part needs to know to run a loop: no element types, only bytes. One plan serves every rank, static
// or not.
namespace weft::detail {

/// Writes the values with numbers number, number + step, ... of a generator to out.
using fill_function = void (*)(void const* context, void* out, index_t number, index_t step, index_t count);

struct loop_operand {
  index_t position = 0;         ///< address of the first element; of a generator the number of its first value
  index_t size = 0;             ///< bytes of an element
  fill_function fill = nullptr; ///< a generator
  void const* context = nullptr;
  bool fresh = false; ///< memory that nothing else refers to

  WEFT_INLINE loop_operand() = default;
  WEFT_INLINE loop_operand(index_t p, index_t n, fill_function f, void const* c, bool is_fresh)
      : position(p), size(n), fill(f), context(c), fresh(is_fresh) {}
};

/// One operand within a block of rows: address of the first element, bytes from row to row and column to column.
struct loop_slot {
  index_t position, row, column;
};

/// A block of rows that a kernel works through. slot[0] is the target, or the accumulators of a fold.
struct loop_frame {
  index_t rows, columns;
  loop_slot const* slot;
  void const* const* context; ///< of generators, by slot
};

using loop_kernel = void (*)(void const* core, loop_frame const& frame);

/// A kernel that holds one value a row for the operands in `held` (bit j: operand j + 1). The first variant of a
/// request holds none, later ones hold as many or more; their `run` may be null.
struct kernel_variant {
  unsigned held;
  loop_kernel run;
};

/// A loop over an index space. Tables are the caller's; they are changed by planning.
struct loop_request {
  int rank = 0;
  index_t* extents = nullptr;
  int operands = 0; ///< with the target, which is operand 0
  loop_operand* operand = nullptr;
  index_t* strides = nullptr;           ///< [operand][axis], in bytes; of a generator in numbers
  int pitch = 0;                        ///< entries of a row of strides
  void const* const* context = nullptr; ///< of generators, by operand
  void const* core = nullptr;
  kernel_variant const* variant = nullptr;
  int variants = 0;
  bool elementwise = false; ///< the kernel takes any column stride (elements that cannot be copied as bytes)
  index_t operations = 0;   ///< of one element, for the report

  WEFT_INLINE loop_request() = default;
};

/// How partial results of a fold are made and joined; `n` accumulators of acc_size bytes each.
struct fold_functions {
  index_t acc_size;
  void (*init)(void const* reducer, void* acc, index_t n);
  void (*merge)(void const* reducer, void* into, void const* from, index_t n);
  /// The results of n accumulators, written to `out` with `step` bytes between them; `count` values went into each.
  void (*finish)(void const* reducer, void* out, index_t step, void const* acc, index_t n, index_t count);
  void const* reducer;
  loop_kernel rows;    ///< each row into an accumulator of its own: slot[0].row apart
  loop_kernel columns; ///< all rows into the accumulators slot[0].position[column]
};

/// Runs or describes `target = core(operands)`. Overlap of the target with operands is resolved here: nothing where
/// maps are equal or memory is disjoint, the safe direction where all overlaps are shifts one way, else a copy. Only
/// elements that cannot be copied as bytes are left to the caller: then nothing is done and the answer is false.
WEFT_API bool run_loop(loop_request& request, session& s);

/// Runs or describes a fold. Operand 0 is the result, with stride 0 on the reduced axes.
WEFT_API void run_fold(loop_request& request, fold_functions const& f, session& s);

/// The bytes that a strided operand covers; strides in bytes.
struct footprint {
  index_t position, size;
  int rank;
  index_t const *extents, *strides;
};
/// True if two operands have a byte in common. Exact for all strides that occur in practice; where the search grows too
/// long it says true.
WEFT_API bool shares_a_byte(footprint const& a, footprint const& b);

/// Copies elements of `size` bytes between strided memory that does not overlap; strides in bytes.
WEFT_API void copy_strided(int rank, index_t const* extents, index_t size, index_t to, index_t const* to_strides,
                           index_t from, index_t const* from_strides);

/// Keeps the exception that is being handled, unless `failure` holds one already.
WEFT_API void keep_exception(void*& failure) noexcept;
/// Throws it again and frees it.
WEFT_API [[noreturn]] void throw_kept(void* failure);

/// 0 baseline, 1 avx2 and fma, 2 avx512: what the processor has, at most WEFT_ISA (baseline, avx2 or avx512).
WEFT_API int isa_level() noexcept;
/// The same as a variable, for choices that cost less than a call. It is 0 until the library is initialised, so what
/// runs before main takes the baseline.
WEFT_API extern int chosen_isa;

} // namespace weft::detail
