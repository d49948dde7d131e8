#pragma once
#include "dynamic/program/numbers.hpp"
#include "dynamic/program/program.hpp"

#include <cstdint>

// Private to src: finds the plan of an expression with few calls, if the thread made it before for an expression of the
// same structure.
namespace weft::detail {

/// The structure of an expression as numbers: for each call its kind and its operands, for operands before the calls
/// that read them. Expressions with equal keys share a plan.
class plan_key {
public:
  static constexpr int most_calls = 20;

  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 32;
    word_[size_++] = word;
  }
  std::size_t hash() const { return static_cast<std::size_t>(hash_ >> 32); }
  friend bool operator==(plan_key const& a, plan_key const& b) {
    return a.hash_ == b.hash_ && a.size_ == b.size_ && std::equal(a.word_, a.word_ + a.size_, b.word_);
  }

private:
  std::uint64_t hash_ = 0;
  int size_ = 0;
  std::uint64_t word_[2 * most_calls + 1];
};

/// Reads the structure of an expression into a key, and its leaves and constants into a program, in the order of
/// program_binder.
class structure_reader {
public:
  explicit structure_reader(program& p) : p_(p) {}
  /// Returns false if the key cannot hold the structure: if there are too many calls, a kernel that reads its core, or
  /// a call of which all operands are constants, whose values matter.
  bool read(program_part const& root);
  plan_key const& key() const { return key_; }

private:
  /// An operand as a number: its source plus its index among the operands of that source, or 0 if it cannot be read.
  /// The kinds of calls contain the types and the number of their operands.
  enum source : unsigned { leaf_source = 1u << 8, constant_source = 2u << 8, call_source = 3u << 8 };
  static constexpr int bits = 16, most_operands = 3; ///< bits of an operand in a key; most operands of a kernel

  unsigned enter(program_part const& part) {
    if (part.kind == part_kind::call)
      return enter_call(call_of(part));
    return is_leaf(part) ? enter_leaf(leaf_of(part)) : enter_constant(part);
  }
  unsigned enter_leaf(leaf_part const& leaf);
  unsigned enter_constant(program_part const& part);
  unsigned enter_call(call_part_of const& call);

  program& p_;
  numbers<leaf_part const*> leaves_;
  numbers<program::constant> constants_;
  plan_key key_;
  struct shared_call {
    call_part_of const* call;
    unsigned number;
  };
  growing_list<shared_call, plan_key::most_calls> shared_; ///< calls that may be read again
  unsigned entered_ = 0, calls_ = 0;                       ///< numbers of calls begun and of calls read
};

/// Returns a pointer to the plan with that key among the plans that this thread keeps (doc/allocation.md). The plan is
/// null if it must be made. Returns null while the thread ends.
std::shared_ptr<program_plan const>* kept_plan(plan_key const& key);

} // namespace weft::detail
