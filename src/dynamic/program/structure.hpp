#pragma once
#include "dynamic/program/numbers.hpp"
#include "dynamic/program/program.hpp"

#include <cstdint>

// Private to src: which plan an expression of a few calls has, without making it.
namespace weft::detail {

/// Numbers that tell the structure of an expression: its parts, operands before what is called with them. Expressions
/// of equal keys have one plan.
class plan_key {
public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 32;
    if (size_ < most)
      word_[size_] = word;
    ++size_;
  }
  bool fits() const { return size_ <= most; }
  std::size_t hash() const { return static_cast<std::size_t>(hash_ >> 32); }
  friend bool operator==(plan_key const& a, plan_key const& b) {
    return a.size_ == b.size_ && std::equal(a.word_, a.word_ + a.size_, b.word_);
  }

private:
  static constexpr int most = 64;
  std::uint64_t hash_ = 0;
  int size_ = 0;
  std::uint64_t word_[most];
};

/// Reads the structure of an expression, and gives a program the leaves and constants of it, numbered as program_binder
/// numbers them.
class structure_reader {
public:
  explicit structure_reader(program& p) : p_(p) {}
  /// False where it has too many parts, cores that kernels look at, or calls of constants alone, whose values count.
  bool read(program_part const& part) { return enter(part) && key_.fits(); }
  plan_key const& key() const { return key_; }

private:
  static constexpr std::size_t most_calls = 20;
  enum word : std::uint64_t { leaf_word, constant_word, again_word, call_word };

  bool enter(program_part const& part);
  bool enter_call(call_part_of const& call);
  void add(word kind, dtype type, int number) {
    key_.add(kind | std::uint64_t(type) << 2 | static_cast<std::uint64_t>(number) << 8);
  }

  program& p_;
  numbers<leaf_part const*> leaves_;
  numbers<program::constant> constants_;
  plan_key key_;
  growing_list<program_part const*, most_calls> calls_; ///< that have been read
  std::size_t entered_ = 0;                             ///< calls that have been begun
};

/// The place of the plan with that key among those that this thread keeps, see doc/allocation.md. It holds null where
/// the plan is to be made. Where the thread ends there is no place.
std::shared_ptr<program_plan const>* kept_plan(plan_key const& key);

} // namespace weft::detail
