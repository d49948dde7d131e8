#include "dynamic/program/copying.hpp"
#include "dynamic/program/plan.hpp"
#include "dynamic/program/program.hpp"
#include "loop/limits.hpp"

#include <algorithm>
#include <map>

// From the calls of an expression to steps: arithmetic is joined, registers are used again.
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
    join_steps();
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

  /// Steps of arithmetic go into the one that alone reads their results.
  void join_steps() {
    std::vector<int> readers(p_.steps.size(), 0);
    for (program_step const& step : p_.steps)
      for (int i = 1; i < step.count; ++i)
        if (is_register(place(step, i)))
          ++readers[number(place(step, i))];
    std::vector<bool> gone(p_.steps.size(), false);
    for (program_step& step : p_.steps)
      if (step.count == 3)
        join_step(step, readers, gone);
    drop_steps(gone);
  }
  void join_step(program_step& step, std::vector<int> const& readers, std::vector<bool>& gone) {
    call_kind const& outer = *step.call;
    int joined[] = {-1, -1};
    for (int i = 0; i < 2; ++i)
      if (program_place const p = place(step, 1 + i); is_register(p) && readers[number(p)] == 1) {
        call_kind const& inner = *p_.steps[number(p)].call;
        if (inner.operation < joined_operations && inner.operands == outer.operands)
          joined[i] = inner.operation;
      }
    call_kind const& kernel = find_joined(outer.operation, joined[0], joined[1], outer.operands);
    if (kernel.kernel == nullptr)
      return;
    std::vector<program_place> places{place(step, 0)};
    for (int i = 0; i < 2; ++i) {
      program_place const p = place(step, 1 + i);
      if (joined[i] < 0) {
        places.push_back(p);
        continue;
      }
      program_step const& from = p_.steps[number(p)];
      places.insert(places.end(), {place(from, 1), place(from, 2)});
      gone[number(p)] = true;
    }
    step = {&kernel, -1, static_cast<int>(p_.places.size()), static_cast<int>(places.size())};
    p_.places.insert(p_.places.end(), places.begin(), places.end());
  }
  /// Registers have the numbers of the steps that are left, and places those of their steps.
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
    const auto renumber = [&](program_place& p) {
      if (is_register(p))
        p.index = numbers[number(p)];
    };
    std::for_each(places.begin(), places.end(), renumber);
    renumber(root_);
    p_.steps = std::move(steps);
    p_.places = std::move(places);
  }

  // The last step of the maker: a plan is a copy, one kernel, or steps.

  void finish_copy() {
    p_.way = program_way::copies;
    p_.operands = {root_};
    p_.kind = copying(root_.bytes);
  }

  /// True if the kernel of a step may run alone: it reads leaves and constants, or all slots in their order.
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

  /// Near pieces are for operands that do not repeat, which would take registers too.
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
    // The last step computes what is wanted, and writes the target.
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
    p_.rows = program_rows(p_, nullptr);
  }

  /// A register is free for the steps after the last one that reads it. Not for that step itself: a kernel of several
  /// operations may write its result before it has read all its operands.
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
    std::map<int, std::vector<int>> idle; // by bytes of an element
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
