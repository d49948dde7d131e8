#pragma once
#include "dynamic/program/numbers.hpp"
#include "dynamic/program/program.hpp"

#include <cstdint>

// Private to src: finds the plan of an expression of a few calls without making it again.
namespace weft::detail {

/// Numbers that tell the structure of an expression: for each call its kind and its operands, operands before the calls
/// that read them. Expressions of equal keys have one plan.
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

/// Reads the structure of an expression, and gives a program the leaves and constants of it, numbered as program_binder
/// numbers them.
class structure_reader {
public:
  explicit structure_reader(program& p) : p_(p) {}
  /// False if it has too many calls, cores that kernels read, or calls of constants alone, whose values matter.
  bool read(program_part const& root);
  plan_key const& key() const { return key_; }

private:
  /// An operand as a number: its source, plus the count of operands of that source before it; 0 for an operand that
  /// cannot be read. Types and counts of operands stand in the kinds of their calls.
  enum source : unsigned { leaf_source = 1u << 8, constant_source = 2u << 8, call_source = 3u << 8 };
  static constexpr int bits = 16, most_operands = 3; ///< of a kernel of the library

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
  growing_list<shared_call, plan_key::most_calls> shared_; ///< that may be read again
  unsigned entered_ = 0, calls_ = 0;                       ///< calls that have been begun, and read
};

/// The place of the plan with that key among the plans that this thread keeps, see doc/allocation.md. It holds null
/// where the plan is to be made. Where the thread ends there is no place.
std::shared_ptr<program_plan const>* kept_plan(plan_key const& key);

} // namespace weft::detail
