#include "dynamic/program/copying.hpp"
#include "dynamic/program/plan.hpp"
#include "dynamic/program/program.hpp"
#include "loop/limits.hpp"

#include <algorithm>
#include <map>

// Makes the plan of a program from the calls of an expression: arithmetic becomes chains, and registers are reused.
namespace weft::detail {

namespace {

using source = program_place::source;

class plan_maker {
public:
  plan_maker(program_plan& p, program_sequence const& s) : p_(p), root_(s.root), leaves_(s.leaves), slots_(s.slots) {
    p.steps.assign(s.steps.begin(), s.steps.end());
    p.places.assign(s.places.begin(), s.places.end());
  }

  void make() {
    make_chains();
    if (p_.steps.empty())
      finish_copy();
    else if (p_.steps.size() == 1 && is_alone(p_.steps[0]))
      finish_alone(p_.steps[0]);
    else
      finish_steps();
  }

private:
  program_place& place(program_step const& step, int i) { return p_.places[step.place(i)]; }
  static bool is_register(program_place const& p) { return p.from == source::reg; }
  static std::size_t number(program_place const& p) { return static_cast<std::size_t>(p.index); }

  /// Merges each step of arithmetic into the step that reads its result, if only one does. The merged steps become
  /// chains.
  void make_chains() {
    std::vector<int> readers(p_.steps.size(), 0);
    for (program_step const& step : p_.steps)
      for (int i = 1; i < step.count; ++i)
        if (is_register(place(step, i)))
          ++readers[number(place(step, i))];
    std::vector<arithmetic> found(p_.steps.size());
    std::vector<bool> gone(p_.steps.size(), false);
    for (std::size_t k = 0; k < p_.steps.size(); ++k)
      if (is_chained(p_.steps[k]))
        found[k] = arithmetic_of(p_.steps[k], readers, found, gone);
    for (std::size_t k = 0; k < p_.steps.size(); ++k)
      if (!gone[k] && found[k].operations > 1)
        chain_step(p_.steps[k], found[k].words);
    drop_steps(gone);
  }
  /// The arithmetic that a step computes, or no operations if it is another step. The operands of its words are indices
  /// of places.
  struct arithmetic {
    int operations = 0, registers = 0;
    std::vector<chain_word> words;
  };
  static bool is_chained(program_step const& step) {
    call_kind const& call = *step.call;
    return call.operation >= 0 && call.operation < chained_operations &&
           (call.operands == dtype::float32 || call.operands == dtype::float64);
  }
  arithmetic arithmetic_of(program_step const& step, std::vector<int> const& readers,
                           std::vector<arithmetic> const& found, std::vector<bool>& gone) {
    arithmetic made{1, 0, {}};
    int registers[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
      program_place const& p = place(step, 1 + i);
      if (is_register(p) && readers[number(p)] == 1 && p_.steps[number(p)].call->operands == step.call->operands) {
        arithmetic const& inner = found[number(p)];
        if (inner.operations != 0 && made.operations + inner.operations <= most_chained &&
            (i == 0 || registers_of(registers[0], inner.registers) <= chain_registers)) {
          registers[i] = inner.registers;
          made.operations += inner.operations;
          made.words.insert(made.words.end(), inner.words.begin(), inner.words.end());
          gone[number(p)] = true;
          continue;
        }
      }
      made.words.push_back({-1, static_cast<int>(step.place(1 + i))});
    }
    made.registers = registers_of(registers[0], registers[1]);
    made.words.push_back({step.call->operation, 0});
    return made;
  }
  /// Replaces a step by a chain, which has one place for equal operands.
  void chain_step(program_step& step, std::vector<chain_word> words) {
    std::vector<program_place> places{place(step, 0)};
    for (chain_word& w : words) {
      if (w.operation >= 0)
        continue;
      program_place const& p = p_.places[static_cast<std::size_t>(w.operand)];
      auto const same = std::find(places.begin() + 1, places.end(), p);
      w.operand = static_cast<int>(same - places.begin());
      if (same == places.end())
        places.push_back(p);
    }
    p_.chains.push_back(std::make_unique<chain const>(words, static_cast<int>(places.size()) - 1, step.call->operands));
    chain const& made = *p_.chains.back();
    step = {&made.call(), -1, static_cast<int>(p_.places.size()), static_cast<int>(places.size()), &made};
    p_.places.insert(p_.places.end(), places.begin(), places.end());
  }
  /// Removes the steps that are gone, with their places. Registers get the numbers of the remaining steps.
  void drop_steps(std::vector<bool> const& gone) {
    std::vector<int> numbers(gone.size(), -1);
    std::vector<program_step> steps;
    std::vector<program_place> places;
    for (std::size_t k = 0; k < gone.size(); ++k) {
      if (gone[k])
        continue;
      numbers[k] = static_cast<int>(steps.size());
      program_step step = p_.steps[k];
      auto const from = p_.places.begin() + step.first;
      step.first = static_cast<int>(places.size());
      places.insert(places.end(), from, from + step.count);
      steps.push_back(step);
    }
    auto const renumber = [&](program_place& p) {
      if (is_register(p))
        p.index = numbers[number(p)];
    };
    std::for_each(places.begin(), places.end(), renumber);
    renumber(root_);
    p_.steps = std::move(steps);
    p_.places = std::move(places);
  }

  // The functions that finish a plan: it is a copy, one kernel, or steps.

  void finish_copy() {
    p_.way = program_way::copies;
    p_.operands = {root_};
    p_.kind = copying(root_.bytes);
  }

  /// Returns true if the kernel of the only step can be the kernel of the loop: it reads leaves and constants, or all
  /// slots in their order.
  bool is_alone(program_step const& step) {
    for (int i = 1; i < step.count; ++i)
      if (slots_ != 0 && (place(step, i).from != source::operand || place(step, i).index != i))
        return false;
    return slots_ == 0 || step.count == 1 + slots_;
  }
  void finish_alone(program_step const& step) {
    p_.way = program_way::alone;
    if (slots_ == 0)
      p_.operands.assign(p_.places.begin() + step.first + 1, p_.places.begin() + step.first + step.count);
    p_.kind = *step.call->kernel;
  }

  /// Sets the number of elements in a piece. near_piece is for loops in which no operand repeats, because operands that
  /// repeat would need registers too.
  void decide_pieces() {
    index_t registers = 0, widest = root_.bytes, constants = 0;
    for (index_t bytes : p_.register_bytes) {
      registers += bytes;
      widest = std::max(widest, bytes);
    }
    for (program_place const& p : p_.places)
      constants += p.from == source::constant ? p.bytes : 0;
    p_.piece = limits::program_register / widest;
    while (p_.piece > limits::least_block && p_.piece * registers > limits::program_registers)
      p_.piece /= 2;
    p_.near_piece = p_.piece;
    while (2 * p_.near_piece * std::max(registers, widest) <= limits::program_near_registers &&
           2 * p_.near_piece * (registers + constants) <= limits::program_registers)
      p_.near_piece *= 2;
  }

  void finish_steps() {
    // The last step computes the result, and writes it to the target.
    for (program_place& p : p_.places)
      if (p == root_)
        p = {source::operand, 0, p.bytes};
    for (int j = 1; j <= leaves_; ++j)
      p_.operands.push_back({source::operand, j, 0});
    share_registers();
    decide_pieces();
    p_.kind.operands = 1 + slots_ + leaves_;
    p_.kind.variants = 1;
    p_.kind.bytewise = true;
    for (program_step const& step : p_.steps) {
      p_.kind.operations += step.call->kernel->operations;
      p_.kind.cost += step.call->kernel->cost;
    }
    p_.kind.variant[0] = {~0u, {{&program::run_block, &program::run_block, &program::run_block}}};
    p_.rows.read(p_, nullptr);
  }

  /// Gives registers to the results of steps. A register is free after the last step that reads it, but not for the
  /// result of that step itself: a kernel of several operations may write its result before it has read all its
  /// operands.
  void share_registers() {
    std::vector<int> last(p_.steps.size(), -1);
    for (std::size_t k = 0; k < p_.steps.size(); ++k)
      for (int i = 1; i < p_.steps[k].count; ++i)
        if (program_place const& p = place(p_.steps[k], i); is_register(p))
          last[number(p)] = static_cast<int>(k);
    std::vector<std::vector<std::size_t>> dying(p_.steps.size());
    for (std::size_t k = 0; k < last.size(); ++k)
      if (last[k] >= 0)
        dying[static_cast<std::size_t>(last[k])].push_back(k);
    std::vector<int> given(p_.steps.size(), -1), bytes_of(p_.steps.size());
    std::map<int, std::vector<int>> idle; // free registers by the size of an element
    for (std::size_t k = 0; k < p_.steps.size(); ++k) {
      for (int i = 1; i < p_.steps[k].count; ++i)
        if (program_place& p = place(p_.steps[k], i); is_register(p))
          p.index = given[number(p)];
      if (program_place& result = place(p_.steps[k], 0); is_register(result)) {
        auto& free = idle[bytes_of[k] = result.bytes];
        if (free.empty()) {
          free.push_back(static_cast<int>(p_.register_bytes.size()));
          p_.register_bytes.push_back(result.bytes);
        }
        result.index = given[k] = free.back();
        free.pop_back();
      }
      for (std::size_t j : dying[k])
        idle[bytes_of[j]].push_back(given[j]);
    }
  }

  program_plan& p_;
  program_place root_;
  int leaves_, slots_;
};

} // namespace

std::shared_ptr<program_plan const> plan_of(program_sequence const& s) {
  auto made = std::make_shared<program_plan>();
  plan_maker(*made, s).make();
  return made;
}

} // namespace weft::detail
