#include "dynamic/program/program.hpp"

#include <weft/eval/virtual_loop.hpp>

#include <atomic>
#include <memory>
#include <utility>

namespace weft::detail {

struct loop_program {
  program_ref expression;
  program steps;
};

namespace {

loop_program const* made_of(loop_word const* words, int count) {
  std::vector<program_ref> stack;
  int slots = 0;
  for (int k = 0; k < count; ++k) {
    loop_word const& word = words[k];
    if (word.operation < 0) {
      stack.emplace_back(new slot_part(word.type, ++slots));
      continue;
    }
    auto const first = stack.end() - word.operands;
    program_ref made = operation_part(word.operation, word.type, &*first, word.operands, dynamic_extents(0));
    stack.erase(first, stack.end());
    stack.push_back(std::move(made));
  }
  program_part const& root = *stack.back();
  return new loop_program{std::move(stack.back()), program(root, slots)};
}

} // namespace

void run_loop_program(loop_type& type, loop_table const& table, session& s) {
  std::atomic_ref<loop_program const*> const made(type.made);
  loop_program const* program = made.load(std::memory_order_acquire);
  if (program == nullptr) {
    std::unique_ptr<loop_program const> mine(made_of(type.words, type.count));
    if (made.compare_exchange_strong(program, mine.get(), std::memory_order_acq_rel))
      program = mine.release();
  }
  program->steps.run_with(table, s);
}

} // namespace weft::detail
