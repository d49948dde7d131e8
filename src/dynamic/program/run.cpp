#include "dynamic/program/copying.hpp"
#include "dynamic/program/program.hpp"
#include "dynamic/program/program_table.hpp"
#include "dynamic/program/straight_row.hpp"
#include "loop/schedule.hpp"
#include "loop/stream.hpp"

#include <algorithm>
#include <cstring>

// Runs programs: as the kernel of a loop, which computes block by block, or as a generator, which computes elements by
// their row-major numbers.
namespace weft::detail {

void program::run(footprint const& target, session& s) const {
  std::size_t const count = plan_->operands.size();
  auto const enter = [&](auto& to) {
    int j = 0;
    for (program_place const& p : plan_->operands)
      if (++j; p.from == program_place::source::constant)
        to.enter_constant(j, p.bytes, constant_at(p));
      else
        to.enter(j, leaf(p));
  };
  if (straight_row row(target, count, s); row) {
    enter(row);
    program_in_pieces const loop{*this, row.repeats() ? plan_->piece : plan_->near_piece};
    if (row.run(plan_->kind, core_for(loop)))
      return;
  }
  program_table operands(target, count);
  enter(operands);
  run_with(operands.table(), s);
}

index_t program::piece_for(loop_table const& table) const {
  index_t of_element = 0; // the sum over all operands in memory of the bytes of an element
  for (int j = 0; j < table.operands; ++j)
    of_element += table.kind[j].fill == nullptr ? table.kind[j].size : 0;
  for (int k = 0; k < table.rank; ++k) {
    index_t const* const steps = table.steps + k * table.operands;
    if (table.extents[k] != 1 && std::find(steps, steps + table.operands, 0) != steps + table.operands)
      return plan_->piece;
  }
  // A fold computes only some values of the expression at a time, so the shape of the expression counts too.
  double asked = 1, all = 1;
  for (int k = 0; k < table.rank; ++k)
    asked *= static_cast<double>(table.extents[k]);
  for (int k = 0; k < root_.shape.rank(); ++k)
    all *= static_cast<double>(root_.shape.entry(k));
  double const bytes = std::max(asked, all) * static_cast<double>(of_element);
  return exceeds_caches(2 * bytes) ? plan_->piece : plan_->near_piece;
}

void const* program::core_for(program_in_pieces const& loop) const {
  return plan_->way == program_way::steps   ? &loop
         : plan_->way == program_way::alone ? core_of(plan_->steps[0])
                                            : &no_core;
}

void program::run_with(loop_table const& table, session& s) const {
  program_in_pieces const loop{*this, plan_->way == program_way::steps ? piece_for(table) : 0};
  if (plan_->way == program_way::steps)
    if (plan_report* const report = report_of(s))
      report->programs.push_back(text(loop.piece));
  run_map(plan_->kind, table, core_for(loop), s);
}

/// Computes elements along `rank` axes, from `index` on. moves(leaf, k) is the stride of a leaf along axis k of these.
template <class Moves>
void program::fill_walk(void* out, index_t const* index, int rank, index_t const* extents, Moves const& moves) const {
  index_t by_rows[max_rank];
  write_row_major_steps(by_rows, rank, extents, root_.size());
  int const whole = root_.shape.rank();
  program_table operands({reinterpret_cast<index_t>(out), root_.size(), rank, extents, by_rows},
                         plan_->operands.size());
  int j = 0;
  for (program_place const& p : plan_->operands) {
    if (++j; p.from == program_place::source::constant) {
      operands.enter_constant(j, p.bytes, constant_at(p));
      continue;
    }
    leaf_part const& read = leaf(p);
    index_t offset = 0;
    for (int k = 0; k < whole; ++k)
      offset += index[k] * stride_along(read, k, whole);
    operands.enter(j, read, offset, [&](int k) { return moves(read, k); });
  }
  session s;
  run_with(operands.table(), s);
}

namespace {

/// Writes the index of the element with the given row-major number.
void unravel(dynamic_extents const& shape, index_t number, index_t* index) {
  for (int k = shape.rank() - 1; k >= 0; --k) {
    index[k] = number % shape.entry(k);
    number /= shape.entry(k);
  }
}

} // namespace

void program::fill(void* out, index_t first, index_t step, index_t count) const {
  recording const nothing(nullptr); // the report of the statement counts its loop, not the pieces of it
  if (step != 1 && count > 1)
    fill_steps(static_cast<std::byte*>(out), first, step, count);
  else
    fill_run(static_cast<std::byte*>(out), first, count);
}

/// Computes elements whose numbers differ by `step`: in one loop if they lie on a line in the index space, else one by
/// one.
void program::fill_steps(std::byte* to, index_t first, index_t step, index_t count) const {
  dynamic_extents const& shape = root_.shape;
  int const rank = shape.rank();
  index_t index[max_rank], next[max_rank];
  unravel(shape, first, index);
  unravel(shape, first + step, next);
  bool straight = true;
  for (int k = 0; k < rank; ++k) {
    next[k] -= index[k];
    index_t const last = index[k] + next[k] * (count - 1);
    straight = straight && last >= 0 && last < shape.entry(k);
  }
  auto const moves = [&](leaf_part const& leaf, int) {
    index_t by = 0;
    for (int k = 0; k < rank; ++k)
      by += next[k] * stride_along(leaf, k, rank);
    return by;
  };
  if (straight)
    return fill_walk(to, index, 1, &count, moves);
  for (index_t i = 0; i < count; ++i)
    fill_run(to + i * root_.size(), first + i * step, 1);
}

/// Computes elements with consecutive numbers.
void program::fill_run(std::byte* to, index_t first, index_t count) const {
  dynamic_extents const& shape = root_.shape;
  int const rank = shape.rank();
  index_t index[max_rank], inner[max_rank]; // inner[k]: number of elements of the axes after k
  index_t run = 1;
  for (int k = rank - 1; k >= 0; --k) {
    inner[k] = run;
    run *= shape.entry(k);
  }
  // Each round computes a box of elements with consecutive numbers: the largest one that begins with the next element
  // and has whole inner axes.
  while (count > 0) {
    unravel(shape, first, index);
    int axis = rank - 1;
    while (axis > 0 && index[axis] == 0 && count >= inner[axis - 1])
      --axis;
    index_t extents[max_rank + 1] = {1};
    index_t const many = rank == 0 ? 1 : std::min(shape.entry(axis) - index[axis], count / inner[axis]);
    int const walked = rank == 0 ? 0 : rank - axis;
    for (int k = 0; k < walked; ++k)
      extents[k] = k == 0 ? many : shape.entry(axis + k);
    fill_walk(to, index, walked, extents,
              [&](leaf_part const& leaf, int k) { return stride_along(leaf, axis + k, rank); });
    index_t const elements = rank == 0 ? 1 : many * inner[axis];
    first += elements;
    count -= elements;
    to += elements * root_.size();
  }
}

std::string program::text(index_t piece) const {
  auto const name = [&](program_place const& p) {
    return p.from == program_place::source::operand
               ? (p.index == 0 ? std::string("target") : "x" + std::to_string(p.index))
           : p.from == program_place::source::reg ? "r" + std::to_string(p.index)
                                                  : "c" + std::to_string(p.index);
  };
  std::string all = "program of " + std::to_string(plan_->steps.size()) + " step(s), " +
                    std::to_string(plan_->register_bytes.size()) + " register(s) of " + std::to_string(piece) + ":";
  for (program_step const& step : plan_->steps) {
    std::vector<std::string> stack;
    int operand = 0;
    for (int w = 0; w < step.call->count; ++w) {
      core_word const& word = step.call->words[w];
      if (word.operands == 0) {
        int const number = step.chained != nullptr ? step.chained->operand(operand) : operand + 1;
        ++operand;
        stack.push_back(word.name != nullptr ? word.name : name(plan_->places[step.place(number)]));
        continue;
      }
      std::size_t const first = stack.size() - static_cast<std::size_t>(word.operands);
      std::string text = std::string(word.name) + "(";
      for (std::size_t k = first; k < stack.size(); ++k)
        text += (k == first ? "" : ", ") + stack[k];
      stack.resize(first);
      stack.push_back(text + ")");
    }
    all += " " + name(plan_->places[step.place(0)]) + " = " + stack.back() + ";";
  }
  all.pop_back();
  return all;
}

void fill_from_program(program_part const& part, void* out, index_t first, index_t step, index_t count) {
  program_of(part).fill(out, first, step, count);
}

void program_element(program_ref const& wanted, index_t const* index, void* out) {
  session s;
  program_ref const ready = evaluated_program(wanted, s);
  dynamic_extents const& shape = (*ready).shape;
  if ((*ready).kind == part_kind::memory) {
    leaf_part const& leaf = leaf_of(*ready);
    check_life(leaf.keep, "assignment");
    index_t at = leaf.position;
    for (int k = 0; k < shape.rank(); ++k)
      at += (shape.entry(k) == 1 ? 0 : index[k]) * leaf.strides.entry(k) * leaf.size();
    std::memcpy(out, reinterpret_cast<void const*>(at), static_cast<std::size_t>(leaf.size()));
    return;
  }
  index_t number = 0;
  for (int k = 0; k < shape.rank(); ++k)
    number = number * shape.entry(k) + (shape.entry(k) == 1 ? 0 : index[k]);
  fill_from_program(*ready, out, number, 1, 1);
}

temporary_rows::temporary_rows(index_t const* extents, int rank, index_t size, session& s)
    : bytes_{0, size, rank, extents, strides_} {
  index_t const bytes = write_row_major_steps(strides_, rank, extents, size);
  bytes_.position = pretended_address(bytes);
  note_temporary(s, bytes);
  compute(s, [&] {
    memory_ = storage_ref::adopt(allocate_block(bytes / size, static_cast<std::size_t>(size), false, nullptr));
    bytes_.position = reinterpret_cast<index_t>(block_data(memory_.get()));
  });
}

namespace {

/// Evaluates into a temporary and copies it, so that nothing is written before all values are computed.
void run_apart(program const& p, footprint const& target, session& s) {
  temporary_rows const values(target.extents, target.rank, target.size, s);
  p.run(values.bytes(), s);
  program_table copied(target, 1);
  copied.enter(1, values.bytes());
  run_map(copying(target.size), copied.table(), &no_core, s);
}

/// Runs one kernel on leaves and constants, without a program: making one would take as long as the loop for some
/// hundred numbers.
void run_kernel(map_kind const& kernel, void const* core, program_ref const* operand, int n, footprint const& target,
                session& s) {
  auto const count = static_cast<std::size_t>(n);
  auto const enter = [&](auto& to) {
    for (int j = 0; j < n; ++j)
      if (program_part const& p = *operand[j]; p.kind == part_kind::constant)
        to.enter_constant(1 + j, p.size(), reinterpret_cast<index_t>(constant_of(p).bytes));
      else
        to.enter(1 + j, leaf_of(p));
  };
  if (straight_row row(target, count, s); row) {
    enter(row);
    if (row.run(kernel, core))
      return;
  }
  program_table operands(target, count);
  enter(operands);
  run_map(kernel, operands.table(), core, s);
}
void run_call(call_part_of const& call, footprint const& target, session& s) {
  run_kernel(*call.call.kernel, call.core(), call.operands.begin(), call.operands.size(), target, s);
}
bool is_alone(program_part const& part) {
  return part.kind == part_kind::call && !part.refuses &&
         std::all_of(call_of(part).operands.begin(), call_of(part).operands.end(), [](program_ref const& operand) {
           return is_leaf(*operand) || (*operand).kind == part_kind::constant;
         });
}

} // namespace

void run_program(program_ref const& wanted, footprint const& target, session& s) {
  program_ref const evaluated = (*wanted).has_deferred ? evaluated_program(wanted, s) : program_ref();
  program_ref const& all = evaluated.get() != nullptr ? evaluated : wanted;
  program_part const& ready = *all;
  if (is_alone(ready))
    return run_call(call_of(ready), target, s);
  if (ready.kind == part_kind::memory)
    return run_kernel(copying(target.size), &no_core, &all, 1, target, s);
  auto const run = [&](program const& p) { ready.refuses ? run_apart(p, target, s) : p.run(target, s); };
  // Most expressions are evaluated once, so the program is kept only from the second evaluation on.
  if (ready.made.load(std::memory_order_relaxed) != nullptr || ready.evaluated.load(std::memory_order_relaxed))
    return run(program_of(ready));
  ready.evaluated.store(true, std::memory_order_relaxed);
  run(program(ready));
}

} // namespace weft::detail
