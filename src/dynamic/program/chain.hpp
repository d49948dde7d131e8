#pragma once
#include "dynamic/program/operations.hpp"

#include <vector>

// Private to src: chains, which compute several operations of arithmetic in one pass over rows of floats or doubles.
//
// With a pass for each operation, intermediate values go through the first cache: for 10^4 doubles, d = a*b + c*2 -
// a/(b+1) in three passes took 2.15 times the time of one loop, a*b + c*2 - a in two passes 1.5 times. A chain keeps
// intermediate values in machine registers instead. Its kernel interprets the operations for a few vectors at a time,
// 48 doubles with AVX-512: few enough that the processor works on the next ones while it waits for the second cache.
namespace weft::detail {

/// The number of operations that chains have: the first ones of all_operations, which are + - * /.
inline constexpr int chained_operations = 4;
/// The largest number of operations of a chain. A chain has at most one operand more than operations, and the operands
/// and the target together are at most `usual_operands`.
inline constexpr int most_chained = 14;
/// The number of intermediate values that a chain can hold at a time.
inline constexpr int chain_registers = 2;

/// How an operation of a chain reads its operands and where it leaves its result.
enum class chain_form : int {
  to_first,      ///< first register = operand x op operand y of the kernel
  to_second,     ///< second register = operand x op operand y
  first_left,    ///< first register = first register op operand y
  second_left,   ///< second register = second register op operand y
  first_right,   ///< first register = operand x op first register
  second_right,  ///< second register = operand x op second register
  joined,        ///< first register = first register op second register
  joined_turned, ///< first register = second register op first register
  count
};

struct chain_operation {
  chain_form form;
  int operation, x, y; ///< x, y: numbers of operands of the kernel, from 1; 0 if not read
};

/// The operations of a chain, which its kernel gets as the core. Operands and results have one type. The first register
/// holds the result of the last operation.
struct chain_core {
  int operands = 0, count = 0; ///< `operands` does not count the target
  chain_operation operation[most_chained];
};

/// A word of an expression in postfix order: an operand, whose numbers begin at 1, or an operation on the values before
/// it.
struct chain_word {
  int operation; ///< the number of the operation; -1 if the word is an operand
  int operand;
};

/// Returns the number of registers that an operation needs if its operands need `left` and `right`. An operand of the
/// kernel needs 0.
inline int registers_of(int left, int right) {
  return left == right ? left + 1 : (left > right ? left : right);
}

/// A chain as a step of a program.
class chain {
public:
  /// Makes a chain of two or more operations from words in postfix order, which must need at most two registers.
  chain(std::vector<chain_word> const& words, int operands, dtype type);
  chain(chain const&) = delete;
  chain& operator=(chain const&) = delete;

  call_kind const& call() const { return call_; }
  chain_core const& core() const { return core_; }
  /// Returns the number of the operand that is the k-th one in the words.
  int operand(int k) const { return order_[static_cast<std::size_t>(k)]; }

private:
  std::vector<core_word> words_;
  std::vector<int> order_;
  chain_core core_;
  map_kind kind_{};
  call_kind call_{};
};

/// Returns the kernels that run chains of a type, or null if the type has no chains. They read the column steps of a
/// frame: an operand whose step is 0 repeats one value along a row.
by_level<loop_kernel> chain_kernels(dtype type);

} // namespace weft::detail
