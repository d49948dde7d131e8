#include "dynamic/program/copying.hpp"
#include "dynamic/program/program.hpp"
#include "dynamic/program/program_table.hpp"
#include "loop/schedule.hpp"
#include "loop/stream.hpp"

#include <algorithm>
#include <cstring>

// How programs run: as the kernel of a loop, block by block; as a generator, number by number.
namespace weft::detail {

namespace {

template <class Bytes>
void fill_with(index_t to, void const* value, index_t count) {
  Bytes x;
  std::memcpy(&x, value, sizeof x);
  std::fill_n(reinterpret_cast<Bytes*>(to), count, x);
}
/// Writes a value of `size` bytes `count` times.
void repeat_value(index_t to, index_t from, index_t size, index_t count) {
  void const* const value = reinterpret_cast<void const*>(from);
  switch (size) {
  case 1:
    return fill_with<std::uint8_t>(to, value, count);
  case 2:
    return fill_with<std::uint16_t>(to, value, count);
  case 4:
    return fill_with<std::uint32_t>(to, value, count);
  case 8:
    return fill_with<std::uint64_t>(to, value, count);
  default:
    return fill_with<std::complex<double>>(to, value, count);
  }
}

/// Registers lie behind each other, from an address with the same last 10 bits as that of the target, rounded down to a
/// multiple of the largest element: a target of bool may begin anywhere. A load waits for an earlier store whose
/// address has the same last 12 bits: where results lay 128 bytes ahead of operands, but for those bits, 256 products
/// of doubles took 134 ns in place of 21 (AVX-512, Zen 5). Pieces of a row have 1 to 4 KiB, so that most operands and
/// registers are multiples of that apart.
constexpr index_t aligned_bits = limits::program_register;
constexpr index_t largest_element = 16;
index_t register_begin(index_t room, index_t target) {
  return room + ((target / largest_element * largest_element - room) & (aligned_bits - 1));
}
index_t register_room(index_t bytes) {
  return (bytes + limits::line - 1) / limits::line * limits::line;
}

} // namespace

/// One call of run_block.
class program::block_run {
public:
  block_run(program_in_pieces const& loop, loop_frame const& frame)
      : p_(loop.steps), plan_(*p_.plan_), frame_(frame), piece_(std::min(loop.piece, frame.columns)),
        at_(what, plan_.places.size()), kernel_(what, plan_.steps.size()), moved_(what, plan_.places.size()),
        repeated_(what, plan_.places.size()), room_(what, static_cast<std::size_t>(choose_kernels())) {
    index_t room = register_begin(reinterpret_cast<index_t>(room_.data()), frame.position[0]);
    local_array<index_t, usual_places> registers(what, plan_.register_bytes.size());
    for (std::size_t k = 0; k < plan_.register_bytes.size(); ++k) {
      registers[k] = room;
      room += register_room(piece_ * plan_.register_bytes[k]);
    }
    for (std::size_t k = 0; k < plan_.places.size(); ++k) {
      program_place const& place = plan_.places[k];
      if (place.from == program_place::source::reg)
        at_[k] = registers[place.index];
      else if (place.from == program_place::source::constant)
        at_[k] = p_.constant_at(place);
    }
    for (int k = 0; k < repeats_; ++k) {
      index_t& at = at_[repeated_[k].place];
      if (repeated_[k].operand < 0)
        repeat_value(room, at, repeated_[k].size, piece_);
      at = room;
      room += register_room(piece_ * repeated_[k].size);
    }
  }

  void run() {
    for (index_t row = 0; row < frame_.rows; ++row) {
      begin_row(row);
      for (index_t done = 0; done < frame_.columns; done += piece_) {
        const index_t n = std::min(piece_, frame_.columns - done);
        for (std::size_t k = 0; k < plan_.steps.size(); ++k)
          kernel_[k](p_.core_of(plan_.steps[k]), {1, n, at_.data() + plan_.steps[k].first, nullptr, nullptr, nullptr});
        for (int k = 0; k < moves_; ++k)
          at_[moved_[k].place] += n * moved_[k].size;
      }
    }
  }

private:
  static constexpr char const* what = "the tables of an expression";
  static constexpr std::size_t usual_places = 64, usual_steps = 24;
  static constexpr std::size_t usual_room = static_cast<std::size_t>(limits::program_registers) + 4096;
  struct row_place {
    int place, operand; ///< of the loop; -1: a constant
    index_t size;       ///< bytes from one element to the next
  };

  bool repeats(program_place const& p) const {
    if (p.from == program_place::source::operand)
      return p.index != 0 && frame_.columns > 1 && frame_.column[p.index] == 0;
    return p.from == program_place::source::constant;
  }

  /// Picks the kernel of each step that holds what repeats along rows, and lists what it does not hold. Returns the
  /// bytes of all registers.
  index_t choose_kernels() {
    index_t bytes = aligned_bits;
    for (index_t size : plan_.register_bytes)
      bytes += register_room(piece_ * size);
    for (std::size_t k = 0; k < plan_.steps.size(); ++k) {
      program_step const& step = plan_.steps[k];
      map_kind const& kind = *step.call.kernel;
      unsigned constant = 0;
      for (int i = 1; i < step.count && i <= most_held; ++i)
        if (repeats(plan_.places[step.place(i)]))
          constant |= 1u << (i - 1);
      kernel_variant const& variant = constant == 0 ? kind.variant[0] : pick_variant(kind, constant);
      kernel_[k] = variant.run[chosen_isa];
      for (int i = 0; i < step.count; ++i)
        bytes += enter(step, i, variant.held);
    }
    return bytes;
  }
  index_t enter(program_step const& step, int i, unsigned held) {
    const int k = step.first + i;
    program_place const& place = plan_.places[static_cast<std::size_t>(k)];
    const bool is_operand = place.from == program_place::source::operand;
    const index_t size = place.bytes;
    const bool constant = i != 0 && repeats(place);
    if (constant && (i > most_held || (held >> (i - 1) & 1u) == 0)) {
      repeated_[repeats_++] = {k, is_operand ? place.index : -1, size};
      return register_room(piece_ * size);
    }
    if (is_operand)
      moved_[moves_++] = {k, place.index, constant ? 0 : size};
    return 0;
  }

  void begin_row(index_t row) {
    const auto begin = [&](int j) { return frame_.position[j] + (row == 0 ? 0 : row * frame_.row[j]); };
    for (int k = 0; k < moves_; ++k)
      at_[moved_[k].place] = begin(moved_[k].operand);
    for (int k = 0; k < repeats_; ++k)
      if (repeated_[k].operand >= 0)
        repeat_value(at_[repeated_[k].place], begin(repeated_[k].operand), repeated_[k].size, piece_);
  }

  program const& p_;
  program_plan const& plan_;
  loop_frame const& frame_;
  index_t piece_;
  int moves_ = 0, repeats_ = 0;
  local_array<index_t, usual_places> at_;         ///< the address of each place
  local_array<loop_kernel, usual_steps> kernel_;  ///< of each step
  local_array<row_place, usual_places> moved_;    ///< places that move along a row, or from row to row
  local_array<row_place, usual_places> repeated_; ///< places whose value is repeated in memory
  local_array<std::byte, usual_room> room_;
};

void program::run_block(void const* core, loop_frame const& frame) {
  block_run(*static_cast<program_in_pieces const*>(core), frame).run();
}

void program::run(footprint const& target, session& s) const {
  program_table operands(target, plan_->operands.size());
  int j = 0;
  for (program_place const& p : plan_->operands)
    if (++j; p.from == program_place::source::constant)
      operands.enter_constant(j, p.bytes, constant_at(p));
    else
      operands.enter(j, leaf(p));
  run_with(operands.table(), s);
}

index_t program::piece_for(loop_table const& table) const {
  index_t of_element = 0; // generators read no memory of their own
  for (int j = 0; j < table.operands; ++j)
    of_element += table.kind[j].fill == nullptr ? table.kind[j].size : 0;
  for (int k = 0; k < table.rank; ++k) {
    index_t const* const steps = table.steps + k * table.operands;
    if (table.extents[k] != 1 && std::find(steps, steps + table.operands, 0) != steps + table.operands)
      return plan_->piece;
  }
  // A fold asks for some values at a time, of all that the expression has.
  double asked = 1, all = 1;
  for (int k = 0; k < table.rank; ++k)
    asked *= static_cast<double>(table.extents[k]);
  for (int k = 0; k < root_.shape.rank(); ++k)
    all *= static_cast<double>(root_.shape.entry(k));
  const double bytes = std::max(asked, all) * static_cast<double>(of_element);
  return exceeds_caches(2 * bytes) ? plan_->piece : plan_->near_piece;
}

void program::run_with(loop_table const& table, session& s) const {
  if (plan_->way != program_way::steps) {
    run_map(plan_->kind, table, plan_->way == program_way::alone ? core_of(plan_->steps[0]) : nullptr, s);
    return;
  }
  const program_in_pieces loop{*this, piece_for(table)};
  if (plan_report* const report = report_of(s))
    report->programs.push_back(text(loop.piece));
  run_map(plan_->kind, table, &loop, s);
}

/// A walk over `rank` axes from an index on: moves(leaf, k) is the stride of a leaf along axis k of the walk.
template <class Moves>
void program::fill_walk(void* out, index_t const* index, int rank, index_t const* extents, Moves const& moves) const {
  index_t by_rows[max_rank];
  write_row_major_steps(by_rows, rank, extents, root_.size());
  const int whole = root_.shape.rank();
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

void program::fill(void* out, index_t first, index_t step, index_t count) const {
  const recording nothing(nullptr); // of what is a part of a loop
  dynamic_extents const& shape = root_.shape;
  const int rank = shape.rank();
  auto* to = static_cast<std::byte*>(out);
  index_t index[max_rank], inner[max_rank]; // inner: elements of the axes inside of an axis
  const auto unravel = [&](index_t number, index_t* i) {
    for (int k = rank - 1; k >= 0; --k) {
      i[k] = number % shape.entry(k);
      number /= shape.entry(k);
    }
  };
  if (step != 1 && count > 1) {
    index_t next[max_rank];
    unravel(first, index);
    unravel(first + step, next);
    bool straight = true;
    for (int k = 0; k < rank; ++k) {
      next[k] -= index[k];
      const index_t last = index[k] + next[k] * (count - 1);
      straight = straight && last >= 0 && last < shape.entry(k);
    }
    if (straight) {
      const auto moves = [&](leaf_part const& leaf, int) {
        index_t by = 0;
        for (int k = 0; k < rank; ++k)
          by += next[k] * stride_along(leaf, k, rank);
        return by;
      };
      return fill_walk(out, index, 1, &count, moves);
    }
    for (index_t i = 0; i < count; ++i)
      fill(to + i * root_.size(), first + i * step, 1, 1);
    return;
  }
  index_t run = 1;
  for (int k = rank - 1; k >= 0; --k) {
    inner[k] = run;
    run *= shape.entry(k);
  }
  // The largest box of whole inner axes that begins with the next element, and so on.
  while (count > 0) {
    unravel(first, index);
    int axis = rank - 1;
    while (axis > 0 && index[axis] == 0 && count >= inner[axis - 1])
      --axis;
    index_t extents[max_rank + 1] = {1};
    const index_t many = rank == 0 ? 1 : std::min(shape.entry(axis) - index[axis], count / inner[axis]);
    const int walked = rank == 0 ? 0 : rank - axis;
    for (int k = 0; k < walked; ++k)
      extents[k] = k == 0 ? many : shape.entry(axis + k);
    fill_walk(to, index, walked, extents,
              [&](leaf_part const& leaf, int k) { return stride_along(leaf, axis + k, rank); });
    const index_t elements = rank == 0 ? 1 : many * inner[axis];
    first += elements;
    count -= elements;
    to += elements * root_.size();
  }
}

std::string program::text(index_t piece) const {
  const auto name = [&](program_place const& p) {
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
    for (int w = 0; w < step.call.count; ++w) {
      core_word const& word = step.call.words[w];
      if (word.operands == 0) {
        stack.push_back(word.name != nullptr ? word.name : name(plan_->places[step.place(++operand)]));
        continue;
      }
      const std::size_t first = stack.size() - static_cast<std::size_t>(word.operands);
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
  index_t number = 0;
  for (int k = 0; k < shape.rank(); ++k)
    number = number * shape.entry(k) + (shape.entry(k) == 1 ? 0 : index[k]);
  fill_from_program(*ready, out, number, 1, 1);
}

temporary_rows::temporary_rows(index_t const* extents, int rank, index_t size, session& s)
    : bytes_{0, size, rank, extents, strides_} {
  const index_t bytes = write_row_major_steps(strides_, rank, extents, size);
  bytes_.position = pretended_address(bytes);
  note_temporary(s, bytes);
  compute(s, [&] {
    memory_ = storage_ref::take(allocate_block(bytes / size, static_cast<std::size_t>(size), false, nullptr));
    bytes_.position = reinterpret_cast<index_t>(block_data(memory_.get()));
  });
}

namespace {

/// By way of a temporary: nothing is written before all values are there.
void run_apart(program const& p, footprint const& target, session& s) {
  const temporary_rows values(target.extents, target.rank, target.size, s);
  p.run(values.bytes(), s);
  program_table copied(target, 1);
  copied.enter(1, values.bytes());
  run_map(copying(target.size), copied.table(), &p, s);
}

/// One kernel on leaves and constants. To make its program would take as long as the loop over some hundred numbers.
void run_call(call_part_of const& call, footprint const& target, session& s) {
  program_table operands(target, static_cast<std::size_t>(call.operands.size()));
  int j = 0;
  for (program_ref const& operand : call.operands)
    if (++j; (*operand).kind == part_kind::constant)
      operands.enter_constant(j, (*operand).size(), reinterpret_cast<index_t>(constant_of(*operand).bytes));
    else
      operands.enter(j, leaf_of(*operand));
  run_map(*call.call.kernel, operands.table(), call.core_object.get(), s);
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
  program_part const& ready = evaluated.get() != nullptr ? *evaluated : *wanted;
  if (is_alone(ready))
    return run_call(call_of(ready), target, s);
  const auto run = [&](program const& p) { ready.refuses ? run_apart(p, target, s) : p.run(target, s); };
  // Most expressions are evaluated once, so their program is kept from the second time on.
  if (ready.made.load(std::memory_order_relaxed) == nullptr &&
      !ready.evaluated.exchange(true, std::memory_order_relaxed))
    run(program(ready));
  else
    run(program_of(ready));
}

} // namespace weft::detail
