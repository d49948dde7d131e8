#pragma once
#include "dynamic/program/chain.hpp"
#include "run/growing_list.hpp"

#include <memory>
#include <vector>

// Private to src: plans. Expressions of the same structure share a plan, whatever operands they read. A program is a
// plan with its operands.
namespace weft::detail {

/// An operand or the result of a step: operand `index` of the loop (0 is the target), constant `index`, or register
/// `index`, which is memory for a piece of a row.
struct program_place {
  enum class source : unsigned char { operand, constant, reg };
  source from;
  int index, bytes; ///< bytes: the size of an element
  friend bool operator==(program_place const&, program_place const&) = default;
};

/// A step: one call of a kernel for each piece of a row.
struct program_step {
  call_kind const* call;
  int core;                       ///< the index of its core in the program; -1: the kernel reads none
  int first, count;               ///< places of the step: the result, then the operands of the kernel
  chain const* chained = nullptr; ///< the chain if the step is one, else null
  std::size_t place(int i) const { return static_cast<std::size_t>(first) + static_cast<std::size_t>(i); }
};

/// The calls of an expression as steps, each once, operands before the calls that read them. Step k writes register k.
struct program_sequence {
  growing_list<program_step, 8> steps;
  growing_list<program_place, 32> places;
  program_place root; ///< the result: the last register, or the operand or constant to copy
  int leaves = 0;
  int slots = 0; ///< the number of operands that are given at each run, in place of leaves
};

/// The kernel of the loop that runs a program.
enum class program_way : unsigned char {
  steps, ///< the kernel of the loop is program::run_block, over all leaves
  alone, ///< it is the kernel of the only step, over the leaves and constants that this reads
  copies ///< there is no step: the kernel copies a leaf or a constant
};

struct program_plan;

/// A place of a step while rows are computed. `place` is its index in the plan. `from` is the number of the operand of
/// the loop or of the register, or -1 for a constant. `size` is the distance of neighbouring elements in bytes.
struct row_place {
  int place, from;
  index_t size;
};
/// The kernels of the steps, and their places in groups by how the addresses change along a row.
struct program_rows {
  /// Fills the lists for a plan. Operands of the loop whose column step in `frame` is 0 repeat; if frame is null, no
  /// operand repeats.
  void read(program_plan const& plan, loop_frame const* frame);
  growing_list<kernel_variant const*, 8> kernels;
  growing_list<row_place, 16> moved;   ///< operands of the loop; their addresses move with each piece or row
  growing_list<row_place, 16> fixed;   ///< registers, and constants that the kernel reads as one value
  growing_list<row_place, 8> repeated; ///< values that are written repeatedly to memory for the kernel
  growing_list<index_t, 32> columns;   ///< column step of each place; 0 if its kernel reads one value
};

struct program_plan {
  program_way way = program_way::steps;
  std::vector<program_step> steps;
  std::vector<program_place> places;
  std::vector<std::unique_ptr<chain const>> chains;
  std::vector<program_place> operands; ///< operands 1, 2, ... of the loop: leaves or constants
  std::vector<index_t> register_bytes; ///< the size of an element of each register
  index_t piece = 0, near_piece = 0;   ///< elements in a piece; near_piece if the caches hold all operands of a loop
  map_kind kind{};
  program_rows rows; ///< the rows of program_way::steps if no operand of the loop repeats
};

std::shared_ptr<program_plan const> plan_of(program_sequence const& s);

} // namespace weft::detail
