#pragma once
#include "dynamic/program/part.hpp"
#include "dynamic/program/plan.hpp"

#include <cstring>
#include <string>

// Private to src: programs, which compute an expression that is known at run time only, in steps.
namespace weft::detail {

class program {
public:
  /// Makes the program of an expression, which must have no deferred operands and must outlive it. `slots` is the
  /// number of slot_parts.
  explicit program(program_part const& root, int slots = 0);
  program(program const&) = delete;
  program& operator=(program const&) = delete;

  void run(footprint const& target, session& s) const;
  /// Runs the program with a table of the target and all operands, which may be slots.
  void run_with(loop_table const& table, session& s) const;
  /// The kernel of all programs of several steps. `core` points to a program_in_pieces.
  static void run_block(void const* core, loop_frame const& frame);
  /// Computes the `count` elements with row-major numbers first, first + step, ... and writes them one after the other
  /// to `out`.
  void fill(void* out, index_t first, index_t step, index_t count) const;

private:
  friend class program_binder;
  friend class structure_reader;
  class block_run;
  struct constant {
    constant() = default;
    constant(dtype t, void const* value) : type(t), bytes{} { std::memcpy(bytes, value, item_size(t)); }
    dtype type;
    alignas(16) std::byte bytes[16];
  };

  /// A program with the number of elements in a piece of a row, for one loop.
  struct program_in_pieces {
    program const& steps;
    index_t piece;
  };
  index_t piece_for(loop_table const& table) const;
  /// Returns the core that is passed to the kernel of the loop.
  void const* core_for(program_in_pieces const& loop) const;
  std::string text(index_t piece) const;
  void fill_steps(std::byte* to, index_t first, index_t step, index_t count) const;
  void fill_run(std::byte* to, index_t first, index_t count) const;
  template <class Moves>
  void fill_walk(void* out, index_t const* index, int rank, index_t const* extents, Moves const& moves) const;
  leaf_part const& leaf(program_place const& p) const { return *leaves_[static_cast<std::size_t>(p.index) - 1]; }
  index_t constant_at(program_place const& p) const {
    return reinterpret_cast<index_t>(constants_[static_cast<std::size_t>(p.index)].bytes);
  }
  void const* core_of(program_step const& step) const {
    if (step.chained != nullptr)
      return &step.chained->core();
    return step.core < 0 ? &no_core : cores_[static_cast<std::size_t>(step.core)];
  }

  program_part const& root_;
  growing_list<leaf_part const*, 8> leaves_;
  growing_list<constant, 8> constants_;
  growing_list<void const*, 8> cores_;
  std::shared_ptr<program_plan const> plan_;
};

/// Returns the program of an expression, which is made at the first call and kept in the expression.
program const& program_of(program_part const& root);

/// A dense row-major temporary of a session. A loop writes it as its target, and a later loop reads it as an operand.
class temporary_rows {
public:
  temporary_rows(index_t const* extents, int rank, index_t size, session& s);
  temporary_rows(temporary_rows const&) = delete;
  temporary_rows& operator=(temporary_rows const&) = delete;
  footprint const& bytes() const { return bytes_; }
  /// Passes the ownership of the memory to the caller.
  evaluated_operand yield() { return {memory_.yield(), bytes_.position}; }

private:
  index_t strides_[max_rank];
  footprint bytes_;
  storage_ref memory_;
};

} // namespace weft::detail
