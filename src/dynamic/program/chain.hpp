#pragma once
#include "dynamic/program/operations.hpp"

#include <vector>

// Private to src: arithmetic of several operations in one pass over rows of floats or doubles.
//
// A pass for each operation goes through the first cache: d = a*b + c*2 - a/(b+1) of 10^4 doubles in three passes took
// 2.15 of the time of one loop, a*b + c*2 - a in two 1.5. A chain keeps intermediate values in machine registers
// instead. Its kernel interprets the operations for a few vectors at a time, 48 doubles with AVX-512: few enough that
// the processor works on the next ones while it waits for the second cache.
namespace weft::detail {

/// The first operations of the list are chained: + - * /.
inline constexpr int chained_operations = 4;
/// Operations of a chain at most: with a target its operands are at most `usual_operands`.
inline constexpr int most_chained = 14;
/// The values that a chain holds at a time.
inline constexpr int chain_registers = 2;

/// How an operation of a chain reads its operands and where it leaves its result.
enum class chain_form : int {
  to_first,      ///< first = x op y, which are operands of the kernel
  to_second,     ///< second = x op y
  first_left,    ///< first = first op y
  second_left,   ///< second = second op y
  first_right,   ///< first = x op first
  second_right,  ///< second = x op second
  joined,        ///< first = first op second
  joined_turned, ///< first = second op first
  count
};

struct chain_operation {
  chain_form form;
  int operation, x, y; ///< the last are numbers of operands of the kernel, from 1 on; 0 where the form reads none
};

/// The core of a kernel for operands and results of one type: the first register is the result of the last operation.
struct chain_core {
  int operands = 0, count = 0; ///< operands without the target
  chain_operation operation[most_chained];
};

/// A word of an expression in postfix order: an operand, numbered from 1 on, or an operation on the values before it.
struct chain_word {
  int operation; ///< -1: an operand
  int operand;
};

/// The registers that an operation takes if its operands take `left` and `right`; an operand of the kernel takes 0.
inline int registers_of(int left, int right) {
  return left == right ? left + 1 : (left > right ? left : right);
}

/// A chain as a step of a program.
class chain {
public:
  /// Makes a chain of two and more operations, whose operands stand before them; it takes two registers at most.
  chain(std::vector<chain_word> const& words, int operands, dtype type);
  chain(chain const&) = delete;
  chain& operator=(chain const&) = delete;

  call_kind const& call() const { return call_; }
  chain_core const& core() const { return core_; }
  /// The number of the operand that is read as the k-th one from the left.
  int operand(int k) const { return order_[static_cast<std::size_t>(k)]; }

private:
  std::vector<core_word> words_;
  std::vector<int> order_;
  chain_core core_;
  map_kind kind_{};
  call_kind call_{};
};

/// The kernels of all chains of a type; null if the type has no chains. They read the columns of a frame: an operand
/// whose column is 0 repeats.
by_level<loop_kernel> chain_kernels(dtype type);

} // namespace weft::detail
