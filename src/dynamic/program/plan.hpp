#pragma once
#include "dynamic/program/chain.hpp"
#include "run/growing_list.hpp"

#include <memory>
#include <vector>

// Private to src: what expressions of one structure have in common, whatever they read. A program is a plan and the
// operands that it is bound to.
namespace weft::detail {

/// Where a step reads or writes: an operand of the loop (0 is the target), a constant, or a register, which is memory
/// for a piece of a row.
struct program_place {
  enum class source : unsigned char { operand, constant, reg };
  source from;
  int index, bytes; ///< bytes of an element
  friend bool operator==(program_place const&, program_place const&) = default;
};

/// One call of a kernel for each piece of a row.
struct program_step {
  call_kind const* call;
  int core;                       ///< the number of its core in the program; -1: the kernel reads none
  int first, count;               ///< of its places: the result, then what the kernel reads
  chain const* chained = nullptr; ///< the arithmetic of a step that makes a chain
  std::size_t place(int i) const { return static_cast<std::size_t>(first) + static_cast<std::size_t>(i); }
};

/// The calls of an expression, each once, operands before the calls that read them. A step computes a register of its
/// own number.
struct program_sequence {
  growing_list<program_step, 8> steps;
  growing_list<program_place, 32> places;
  program_place root; ///< the result: the last register, or the place that is copied
  int leaves = 0;
  int slots = 0; ///< operands that are given when the program runs, in place of leaves
};

/// The way in which a program is a loop.
enum class program_way : unsigned char {
  steps, ///< program::run_block, over all leaves
  alone, ///< the kernel of the only step, over the leaves and constants that it reads
  copies ///< a kernel that copies a leaf, or a constant
};

struct program_plan;

/// A place of a step, while rows are computed. `from` is an operand of the loop or a register, -1 a constant; `size`
/// the bytes from one element to the next.
struct row_place {
  int place, from;
  index_t size;
};
/// The kernels of the steps, and how the addresses of their places change along a row.
struct program_rows {
  /// For operands of the loop that repeat as `frame` tells; null: no operand repeats.
  void read(program_plan const& plan, loop_frame const* frame);
  growing_list<kernel_variant const*, 8> kernels;
  growing_list<row_place, 16> moved;   ///< from element to element, or from row to row
  growing_list<row_place, 16> fixed;   ///< to a register, or a constant that its kernel holds
  growing_list<row_place, 8> repeated; ///< to memory that repeats the value
  growing_list<index_t, 32> columns;   ///< of each place: 0 where its kernel holds what repeats
};

struct program_plan {
  program_way way = program_way::steps;
  std::vector<program_step> steps;
  std::vector<program_place> places;
  std::vector<std::unique_ptr<chain const>> chains;
  std::vector<program_place> operands; ///< of the loop, from number 1 on: leaves, by their number, or constants
  std::vector<index_t> register_bytes; ///< of one element
  index_t piece = 0, near_piece = 0;   ///< elements of a piece; the second where the caches hold what a loop reads
  map_kind kind{};
  program_rows rows; ///< of steps, where no operand of the loop repeats
};

std::shared_ptr<program_plan const> plan_of(program_sequence const& s);

} // namespace weft::detail
