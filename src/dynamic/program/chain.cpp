#include "dynamic/program/chain.hpp"

// Translates an expression of arithmetic to the operations of a chain.
namespace weft::detail {

namespace {

/// Writes the operations of an expression that is given as words in postfix order. An operand that needs both registers
/// is computed before the other one, into the first register; then the second register is free (Sethi and Ullman).
class chain_writer {
public:
  chain_writer(std::vector<chain_word> const& words, chain_core& to) : words_(words), to_(to) {
    write(static_cast<int>(words.size()) - 1, false);
  }

private:
  chain_word const& word(int k) const { return words_[static_cast<std::size_t>(k)]; }
  bool is_operand(int k) const { return word(k).operation < 0; }
  /// Returns the index of the last word of the left operand of the operation at word `last`. The right operand ends at
  /// word last - 1.
  int left_of(int last) const {
    int open = 1, k = last - 1;
    for (; open != 0; --k)
      open += is_operand(k) ? -1 : 1;
    return k;
  }
  int registers(int last) const {
    return is_operand(last) ? 0 : registers_of(registers(left_of(last)), registers(last - 1));
  }
  void add(chain_form form, int operation, int x, int y) { to_.operation[to_.count++] = {form, operation, x, y}; }
  /// Writes the operations that compute the operation at word `last` into the first or the second register.
  void write(int last, bool second) {
    int const left = left_of(last), right = last - 1, operation = word(last).operation;
    if (is_operand(left) && is_operand(right))
      return add(second ? chain_form::to_second : chain_form::to_first, operation, word(left).operand,
                 word(right).operand);
    if (is_operand(right)) {
      write(left, second);
      return add(second ? chain_form::second_left : chain_form::first_left, operation, 0, word(right).operand);
    }
    if (is_operand(left)) {
      write(right, second);
      return add(second ? chain_form::second_right : chain_form::first_right, operation, word(left).operand, 0);
    }
    bool const turned = registers(left) < registers(right);
    write(turned ? right : left, false);
    write(turned ? left : right, true);
    add(turned ? chain_form::joined_turned : chain_form::joined, operation, 0, 0);
  }

  std::vector<chain_word> const& words_;
  chain_core& to_;
};

} // namespace

chain::chain(std::vector<chain_word> const& words, int operands, dtype type) {
  core_.operands = operands;
  chain_writer const written(words, core_);
  kind_.operands = 1 + operands;
  kind_.variants = 1;
  kind_.bytewise = true;
  kind_.variant[0] = {~0u, chain_kernels(type)};
  for (chain_word const& w : words) {
    if (w.operation < 0) {
      order_.push_back(w.operand);
      words_.push_back({nullptr, 0});
      continue;
    }
    map_kind const& kernel = *find_kernel(w.operation, type).kernel;
    kind_.operations += kernel.operations;
    kind_.cost += kernel.cost;
    words_.push_back({find_operation(w.operation).name, 2});
  }
  call_ = {&kind_, words_.data(), static_cast<int>(words_.size()), type, 1, true, false};
}

} // namespace weft::detail
