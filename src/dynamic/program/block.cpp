#include "dynamic/program/program.hpp"
#include "loop/schedule.hpp"
#include "run/local_array.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>

// The kernel of all programs of several steps: each piece of a row goes through all steps before the next piece.
namespace weft::detail {

namespace {

template <class Bytes>
void fill_with(index_t to, void const* value, index_t count) {
  Bytes x;
  std::memcpy(&x, value, sizeof x);
  std::fill_n(reinterpret_cast<Bytes*>(to), count, x);
}
/// Writes `count` copies of the value at `from`, which has `size` bytes, side by side to `to`.
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

/// Returns the address of the first register; the others follow it. The address has the same last 10 bits as the
/// target's address, rounded down to a multiple of the largest element, because a target of bool may begin at any
/// address. The reason: a load waits for an earlier store whose address has the same last 12 bits. When results were
/// 128 bytes ahead of operands in these bits, 256 products of doubles took 134 ns in place of 21 (AVX-512, Zen 5).
/// Pieces of a row have 1 to 4 KiB, so the distances of most operands and registers are multiples of 1 KiB.
constexpr index_t aligned_bits = limits::program_register;
constexpr index_t largest_element = 16;
index_t register_begin(index_t room, index_t target) {
  return room + ((target / largest_element * largest_element - room) & (aligned_bits - 1));
}
index_t register_room(index_t bytes) {
  return (bytes + limits::line - 1) / limits::line * limits::line;
}

} // namespace

void program_rows::read(program_plan const& plan, loop_frame const* frame) {
  auto const repeats = [&](program_place const& p) {
    if (p.from == program_place::source::operand)
      return frame != nullptr && p.index != 0 && frame->column[p.index] == 0;
    return p.from == program_place::source::constant;
  };
  for (program_step const& step : plan.steps) {
    unsigned constant = 0;
    for (int i = 1; i < step.count && i <= most_held; ++i)
      if (repeats(plan.places[step.place(i)]))
        constant |= 1u << (i - 1);
    map_kind const& kind = *step.call->kernel;
    kernel_variant const& variant = constant == 0 ? kind.variant[0] : pick_variant(kind, constant);
    kernels.push_back(&variant);
    for (int i = 0; i < step.count; ++i) {
      int const k = step.first + i;
      program_place const& place = plan.places[static_cast<std::size_t>(k)];
      bool const is_operand = place.from == program_place::source::operand, is_constant = i != 0 && repeats(place);
      int const from = place.from == program_place::source::constant ? -1 : place.index;
      if (is_constant && (i > most_held || (variant.held >> (i - 1) & 1u) == 0))
        repeated.push_back({k, from, place.bytes});
      else if (is_operand)
        moved.push_back({k, from, is_constant ? 0 : place.bytes});
      else
        fixed.push_back({k, from, place.bytes});
      bool const is_held = is_constant && i <= most_held && (variant.held >> (i - 1) & 1u) != 0;
      columns.push_back(is_held ? 0 : place.bytes);
    }
  }
}

/// The state of one call of run_block.
class program::block_run {
public:
  block_run(program_in_pieces const& loop, loop_frame const& frame, program_rows const& rows)
      : p_(loop.steps), plan_(*p_.plan_), frame_(frame), rows_(rows), piece_(std::min(loop.piece, frame.columns)),
        at_(what, plan_.places.size()), room_(what, static_cast<std::size_t>(bytes_of_room())) {
    index_t room = register_begin(reinterpret_cast<index_t>(room_.data()), frame.position[0]);
    local_array<index_t, usual_registers> registers(what, plan_.register_bytes.size());
    for (std::size_t k = 0; k < plan_.register_bytes.size(); ++k) {
      registers[k] = room;
      room += register_room(piece_ * plan_.register_bytes[k]);
    }
    for (row_place const& p : rows_.fixed)
      at_[p.place] = p.from < 0 ? constant_at(p) : registers[p.from];
    for (row_place const& p : rows_.repeated) {
      if (p.from < 0)
        repeat_value(room, constant_at(p), p.size, piece_);
      at_[p.place] = room;
      room += register_room(piece_ * p.size);
    }
  }

  void run() {
    for (index_t row = 0; row < frame_.rows; ++row) {
      begin_row(row);
      run_piece(std::min(piece_, frame_.columns));
      for (index_t done = piece_; done < frame_.columns; done += piece_) {
        for (row_place const& p : rows_.moved)
          at_[p.place] += piece_ * p.size;
        run_piece(std::min(piece_, frame_.columns - done));
      }
    }
  }

private:
  static constexpr char const* what = "the tables of an expression";
  static constexpr std::size_t usual_places = 64, usual_registers = 24;
  static constexpr std::size_t usual_room = static_cast<std::size_t>(limits::program_registers) + 4096;

  void run_piece(index_t n) {
    kernel_variant const* const* kernel = rows_.kernels.begin();
    for (program_step const& step : plan_.steps)
      (*kernel++)->run[chosen_isa](
          p_.core_of(step), {1, n, at_.data() + step.first, nullptr, rows_.columns.begin() + step.first, nullptr});
  }
  index_t bytes_of_room() const {
    index_t bytes = aligned_bits;
    for (index_t size : plan_.register_bytes)
      bytes += register_room(piece_ * size);
    for (row_place const& p : rows_.repeated)
      bytes += register_room(piece_ * p.size);
    return bytes;
  }
  index_t constant_at(row_place const& p) const {
    return p_.constant_at(plan_.places[static_cast<std::size_t>(p.place)]);
  }
  void begin_row(index_t row) {
    auto const begin = [&](int j) { return frame_.position[j] + (row == 0 ? 0 : row * frame_.row[j]); };
    for (row_place const& p : rows_.moved)
      at_[p.place] = begin(p.from);
    for (row_place const& p : rows_.repeated)
      if (p.from >= 0)
        repeat_value(at_[p.place], begin(p.from), p.size, piece_);
  }

  program const& p_;
  program_plan const& plan_;
  loop_frame const& frame_;
  program_rows const& rows_;
  index_t piece_;
  local_array<index_t, usual_places> at_; ///< the current address of each place of the plan
  local_array<std::byte, usual_room> room_;
};

void program::run_block(void const* core, loop_frame const& frame) {
  auto const& loop = *static_cast<program_in_pieces const*>(core);
  program_plan const& plan = *loop.steps.plan_;
  bool repeats = false;
  for (int j = 1; j < plan.kind.operands; ++j)
    repeats |= frame.column[j] == 0;
  if (!repeats || frame.columns <= 1)
    return block_run(loop, frame, plan.rows).run();
  program_rows rows;
  rows.read(plan, &frame);
  block_run(loop, frame, rows).run();
}

} // namespace weft::detail
