#pragma once
#include "dynamic/program/operations.hpp"
#include "run/growing_list.hpp"
#include "run/owner_count.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <unordered_map>

// Private to src: the parts of an expression that is known at run time only: a tree of operands and calls. Parts do not
// change, and several expressions may share a part.
namespace weft::detail {

class program;

enum class part_kind : unsigned char { memory, generator, constant, deferred, call, slot };

struct program_part {
  program_part(part_kind k, dtype t, dynamic_extents const& s) : kind(k), type(t), shape(s) {}
  program_part(program_part const&) = delete;
  program_part& operator=(program_part const&) = delete;
  virtual ~program_part() {
    if (program const* const p = made.load(std::memory_order_acquire))
      destroy(p);
  }
  static void* operator new(std::size_t size);
  static void operator delete(void* part, std::size_t size) noexcept;

  part_kind const kind;
  dtype const type;
  dynamic_extents const shape;
  bool has_deferred = false; ///< true if this part, or an operand below it, is deferred
  bool refuses = false;      ///< true if a kernel of this part, or below it, may throw for a value
  mutable owner_count owners;
  mutable program_part const* next_dead = nullptr; ///< the next part in the list of parts without an owner
  /// The program that computes this part, null until it is kept; and whether the part has been evaluated.
  mutable std::atomic<program const*> made{nullptr};
  mutable std::atomic<bool> evaluated{false};

  index_t size() const { return static_cast<index_t>(item_size(type)); }

private:
  static void destroy(program const* p) noexcept;
};

/// Writes the steps, in bytes, along the axes of dense row-major elements of `size` bytes each, and returns their size
/// in bytes.
inline index_t write_row_major_steps(index_t* step, int rank, index_t const* extents, index_t size) {
  for (int k = rank - 1; k >= 0; --k) {
    step[k] = size;
    size *= extents[k];
  }
  return size;
}

/// An operand that a loop reads: memory, a generator, or a deferred operand, which is evaluated first.
struct leaf_part : program_part {
  leaf_part(part_kind k, dtype t, layout<dynamic_extents, strided> const& place, storage_ref memory = {})
      : program_part(k, t, place.extents()), strides(place.strides()), keep(static_cast<storage_ref&&>(memory)) {}

  dynamic_extents const strides; ///< strides in elements; for a generator in numbers of its values
  storage_ref const keep;        ///< the owner of the memory
  index_t position = 0;          ///< an address; for a generator the number of a value; if deferred, an offset in bytes
  operand_kind operand{};
  std::shared_ptr<void const> object; ///< the generator or the deferred operand
  deferred_kind const* deferred = nullptr;

  layout<dynamic_extents, strided> place() const { return {shape, strides}; }
};

struct constant_part_of : program_part {
  constant_part_of(dtype t, void const* value, dynamic_extents const& s);
  alignas(16) std::byte bytes[16]{};
};

/// A placeholder for operand `number`, from 1 on, in a program that is made for all expressions of a type.
struct slot_part : program_part {
  slot_part(dtype t, int n) : program_part(part_kind::slot, t, dynamic_extents(0)), number(n) {}
  int const number;
};

/// The operands of a call, in the order of the slots of its kernel.
class part_operands {
public:
  /// operand_of(k) must return the operand of slot k, which may be moved from.
  template <class OperandOf>
  part_operands(int count, OperandOf const& operand_of)
      : count_(count),
        few_{operand_inside(0, operand_of), operand_inside(1, operand_of), operand_inside(2, operand_of)} {
    if (count <= few)
      return;
    many_.reset(new program_ref[std::size_t(count)]);
    for (int k = 0; k < count; ++k)
      many_[std::size_t(k)] = operand_of(k);
  }
  int size() const { return count_; }
  program_ref const& operator[](int k) const { return begin()[k]; }
  program_ref const* begin() const { return count_ <= few ? few_ : many_.get(); }
  program_ref const* end() const { return begin() + count_; }
  program_ref* begin() { return count_ <= few ? few_ : many_.get(); }

private:
  static constexpr int few = 3;
  template <class OperandOf>
  program_ref operand_inside(int k, OperandOf const& operand_of) const {
    return k < count_ && count_ <= few ? operand_of(k) : program_ref();
  }
  int count_;
  std::unique_ptr<program_ref[]> many_;
  program_ref few_[few];
};

/// A call of a kernel, of the library or of the program, whose operands are parts. The call_kind must outlive it.
struct call_part_of : program_part {
  /// operand_of(k) must return the operand of slot k, which may be moved from.
  template <class OperandOf>
  call_part_of(call_kind const& k, std::shared_ptr<void const> core, int count, dynamic_extents const& s,
               OperandOf const& operand_of)
      : program_part(part_kind::call, k.type, s), call(k),
        core_object(static_cast<std::shared_ptr<void const>&&>(core)), operands(count, operand_of) {
    bool deferred = false, refusing = k.refuses;
    for (program_ref const& operand : operands) {
      deferred |= (*operand).has_deferred;
      refusing |= (*operand).refuses;
    }
    has_deferred = deferred;
    refuses = refusing;
  }
  void const* core() const { return core_object == nullptr ? &no_core : core_object.get(); }

  call_kind const& call;
  std::shared_ptr<void const> const core_object; ///< the core of the kernel; null if it reads none
  part_operands operands;
};

/// Returns a call with `count` operands. operand_of(k) returns the operand of slot k, which may be moved from.
template <class OperandOf>
WEFT_INLINE program_ref called(call_kind const& kind, std::shared_ptr<void const> core, int count,
                               dynamic_extents const& shape, OperandOf const& operand_of) {
  return program_ref(new call_part_of(kind, std::move(core), count, shape, operand_of));
}

/// Runs a kernel on one element of each operand. `address` has the address of the result, then the addresses of the
/// operands.
inline void run_once(map_kind const& kernel, void const* core, index_t const* address) {
  kernel.variant[0].run[chosen_isa](core, {1, 1, address, nullptr, nullptr, nullptr});
}

inline leaf_part const& leaf_of(program_part const& p) {
  return static_cast<leaf_part const&>(p);
}
inline constant_part_of const& constant_of(program_part const& p) {
  return static_cast<constant_part_of const&>(p);
}
inline call_part_of const& call_of(program_part const& p) {
  return static_cast<call_part_of const&>(p);
}
inline bool is_leaf(program_part const& p) {
  return p.kind == part_kind::memory || p.kind == part_kind::generator || p.kind == part_kind::deferred;
}

/// Throws layout_error if the memory has been freed and was made in a checked build of the program. The library itself
/// may be built without checks.
inline void check_life(storage_ref const& memory, char const* operation) {
  if (auto const ticket = memory.watched().ticket(); ticket != 0)
    check_ticket(ticket, operation);
}

/// Calls read(part) once for each part of an expression, for operands before the calls that read them. was_read(part)
/// must return whether read was called for a part. This is not recursive, because a sum that a program builds term by
/// term is as deep as it has terms.
template <class WasRead, class Read>
void read_in_order(program_part const& root, WasRead const& was_read, Read const& read) {
  struct step {
    program_part const* part;
    int next;
  };
  growing_list<step, 16> path;
  path.push_back({&root, 0});
  while (!path.empty()) {
    auto& [part, next] = path.back();
    if (part->kind == part_kind::call && next < call_of(*part).operands.size()) {
      program_part const* const child = call_of(*part).operands[next++].get();
      if (!was_read(child))
        path.push_back({child, 0});
    } else {
      read(part);
      path.pop_back();
    }
  }
}

/// Up to this number of parts are searched one after the other; more are searched in a tree or by a hash. Formulas come
/// from input files, and no text can make a search in the tree take more steps than the logarithm of its length.
inline constexpr std::size_t few_parts = 16;

/// A table of values of parts, which are found by the address of the part.
template <class Value, std::size_t Few = few_parts>
class part_table {
public:
  Value const* find(program_part const* part) const {
    if (!many_.empty()) {
      auto const found = many_.find(part);
      return found == many_.end() ? nullptr : &found->second;
    }
    for (std::size_t k = few_.size(); k-- > 0;)
      if (few_[k].part == part)
        return &few_[k].value;
    return nullptr;
  }
  void add(program_part const* part, Value const& value) {
    if (few_.size() < Few)
      return few_.push_back({part, value});
    if (many_.empty())
      for (entry const& e : few_)
        many_.emplace(e.part, e.value);
    many_.emplace(part, value);
  }

private:
  struct entry {
    program_part const* part;
    Value value;
  };
  growing_list<entry, Few> few_;
  std::unordered_map<program_part const*, Value> many_;
};

} // namespace weft::detail
