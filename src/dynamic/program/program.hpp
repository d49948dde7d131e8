#pragma once
#include "dynamic/program/part.hpp"

#include <string>
#include <vector>

// Private to src: an expression that is decided at run time, as the steps that compute it.
namespace weft::detail {

/// Where a step reads or writes: an operand of the loop (0 is the target), a constant, or a register, which is memory
/// for a piece of a row.
struct program_place {
  enum class source : unsigned char { operand, constant, reg };
  source from;
  int index;
  friend bool operator==(program_place const&, program_place const&) = default;
};

/// One call of a kernel for each piece of a row.
struct program_step {
  call_part_of const* call;
  int first, count; ///< of its places: the result, then what the kernel reads
  std::size_t place(int i) const { return static_cast<std::size_t>(first) + static_cast<std::size_t>(i); }
};

class program {
public:
  /// Of an expression without deferred operands, which outlives it.
  explicit program(program_part const& root, int slots = 0);
  program(program const&) = delete;
  program& operator=(program const&) = delete;

  void run(footprint const& target, session& s) const;
  /// The same with all operands.
  void run_with(loop_table const& table, session& s) const;
  /// The kernel of all virtual loops: core is a program.
  static void run_block(void const* core, loop_frame const& frame);
  /// The elements with row-major numbers first, first + step, ...
  void fill(void* out, index_t first, index_t step, index_t count) const;

  std::string text() const;

private:
  friend class program_maker;
  class block_run;

  template <class Moves>
  void fill_walk(void* out, index_t const* index, int rank, index_t const* extents, Moves const& moves) const;

  program_part const& root_;
  int slots_; ///< operands that are given when it runs
  std::vector<leaf_part const*> leaves_;
  std::vector<constant_part_of const*> constants_;
  std::vector<program_ref> made_; ///< parts of its own: constants that were computed once, joined calls
  std::vector<program_step> steps_;
  std::vector<program_place> places_;
  std::vector<index_t> register_bytes_; ///< of one element
  index_t piece_ = 0;                   ///< elements of a piece
  map_kind kind_{};
  void const* core_ = nullptr; ///< this, or the core of the one kernel that does it all
};

/// The program of an expression, made once.
program const& program_of(program_part const& root);

/// Memory of a session for a result, row by row: the target of a loop, then an operand.
class temporary_rows {
public:
  temporary_rows(index_t const* extents, int rank, index_t size, session& s);
  temporary_rows(temporary_rows const&) = delete;
  temporary_rows& operator=(temporary_rows const&) = delete;
  footprint const& bytes() const { return bytes_; }
  /// The memory goes to the caller.
  evaluated_operand yield() { return {memory_.yield(), bytes_.position}; }

private:
  index_t strides_[max_rank];
  footprint bytes_;
  storage_ref memory_;
};

} // namespace weft::detail
