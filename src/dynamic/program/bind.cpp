#include "dynamic/program/numbers.hpp"
#include "dynamic/program/program.hpp"
#include "dynamic/program/structure.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>

// Makes the sequence of calls of an expression from its parts. Equal parts become one step, and calls of constants are
// computed here.
namespace weft::detail {

class program_binder {
public:
  explicit program_binder(program& p, int slots) : p_(p) { s_.slots = slots; }

  void bind() {
    read_in_order(
        p_.root_, [&](program_part const* part) { return places_.find(part) != nullptr; },
        [&](program_part const* part) { places_.add(part, place_of(*part)); });
    s_.root = *places_.find(&p_.root_);
    s_.leaves = static_cast<int>(p_.leaves_.size());
    p_.plan_ = plan_of(s_);
  }

private:
  using source = program_place::source;

  program_place place_of(program_part const& part) {
    int const bytes = static_cast<int>(part.size());
    if (part.kind == part_kind::constant)
      return {source::constant, number_of_constant(part.type, constant_of(part).bytes), bytes};
    if (part.kind == part_kind::slot)
      return {source::operand, static_cast<slot_part const&>(part).number, bytes};
    if (part.kind != part_kind::call)
      return {source::operand, 1 + leaves_.number_of(p_.leaves_, &leaf_of(part)), bytes};
    call_part_of const& call = call_of(part);
    int const first = static_cast<int>(s_.places.size());
    int const count = 1 + call.operands.size();
    bool constant = call.call.size != 0;
    s_.places.push_back({source::reg, static_cast<int>(s_.steps.size()), bytes});
    for (program_ref const& operand : call.operands) {
      s_.places.push_back(*places_.find(operand.get()));
      constant = constant && s_.places.back().from == source::constant;
    }
    std::optional<program_place> found = constant ? folded(call, first, count) : std::nullopt;
    if (!found)
      found = equal_step(call, first, count);
    if (found) {
      while (s_.places.size() > static_cast<std::size_t>(first))
        s_.places.pop_back();
      return *found;
    }
    s_.steps.push_back({&call.call, number_of_core(call), first, count});
    return s_.places[static_cast<std::size_t>(first)];
  }

  int number_of_constant(dtype type, void const* value) {
    return constants_.number_of(p_.constants_, program::constant(type, value));
  }
  int number_of_core(call_part_of const& call) {
    if (call.core_object == nullptr)
      return -1;
    p_.cores_.push_back(call.core_object.get());
    return static_cast<int>(p_.cores_.size()) - 1;
  }

  /// Returns the result of a call of constants as a constant. Returns nothing if the call throws: then the loop throws
  /// when it computes an element.
  std::optional<program_place> folded(call_part_of const& call, int first, int count) {
    alignas(16) std::byte value[16];
    growing_list<index_t, 8> position;
    position.push_back(reinterpret_cast<index_t>(value));
    program_place const* const places = s_.places.begin() + first;
    for (int i = 1; i < count; ++i)
      position.push_back(p_.constant_at(places[i]));
    try {
      run_once(*call.call.kernel, call.core(), position.begin());
    } catch (...) {
      return std::nullopt;
    }
    return program_place{source::constant, number_of_constant(call.type, value), static_cast<int>(call.size())};
  }

  bool computes_as(program_step const& step, call_part_of const& call) const {
    call_kind const &a = *step.call, &b = call.call;
    if (a.kernel != b.kernel || a.type != b.type)
      return false;
    return a.stateless ||
           (a.size != 0 && std::memcmp(p_.core_of(step), call.core(), static_cast<std::size_t>(a.size)) == 0);
  }
  bool is_step(std::size_t k, call_part_of const& call, int first, int count) const {
    program_step const& step = s_.steps[k];
    ++compared_parts;
    return computes_as(step, call) && step.count == count &&
           std::equal(s_.places.begin() + first + 1, s_.places.begin() + first + count,
                      s_.places.begin() + step.first + 1);
  }
  /// Returns the result of an earlier step that computes the same, or nothing. If there are more than few_parts steps,
  /// it searches by a hash.
  std::optional<program_place> equal_step(call_part_of const& call, int first, int count) {
    auto const result_of = [&](std::size_t k) { return s_.places[s_.steps[k].place(0)]; };
    if (s_.steps.size() <= few_parts) {
      for (std::size_t k = 0; k < s_.steps.size(); ++k)
        if (is_step(k, call, first, count))
          return result_of(k);
      return std::nullopt;
    }
    for (; hashed_ < s_.steps.size(); ++hashed_) {
      program_step const& step = s_.steps[hashed_];
      by_hash_[hash_of(*step.call, step.first, step.count)].push_back(hashed_);
    }
    for (std::size_t k : by_hash_[hash_of(call.call, first, count)])
      if (is_step(k, call, first, count))
        return result_of(k);
    return std::nullopt;
  }
  std::size_t hash_of(call_kind const& call, int first, int count) const {
    std::uint64_t hash = std::hash<map_kind const*>()(call.kernel);
    program_place const* const places = s_.places.begin() + first;
    for (int i = 1; i < count; ++i) { // with a small factor, many pairs of operands would have the same hash
      program_place const& p = places[i];
      hash =
          0x9E3779B97F4A7C15u * (hash + 4 * static_cast<std::uint64_t>(p.index) + static_cast<std::uint64_t>(p.from));
    }
    return static_cast<std::size_t>(hash);
  }

  program& p_;
  program_sequence s_;
  part_table<program_place, 2 * few_parts> places_;
  numbers<leaf_part const*> leaves_;
  numbers<program::constant> constants_;
  std::unordered_map<std::size_t, std::vector<std::size_t>> by_hash_;
  std::size_t hashed_ = 0; ///< the number of steps that by_hash_ contains
};

program::program(program_part const& root, int slots) : root_(root) {
  structure_reader structure(*this);
  bool const is_short = slots == 0 && structure.read(root);
  std::shared_ptr<program_plan const>* const kept = is_short ? kept_plan(structure.key()) : nullptr;
  if (kept != nullptr && *kept != nullptr) {
    plan_ = *kept;
    return;
  }
  leaves_.clear();
  constants_.clear();
  program_binder(*this, slots).bind();
  if (kept != nullptr)
    *kept = plan_;
}

constinit thread_local index_t compared_parts = 0;

index_t parts_compared() {
  return compared_parts;
}

program const& program_of(program_part const& root) {
  program const* made = root.made.load(std::memory_order_acquire);
  if (made != nullptr)
    return *made;
  auto mine = std::make_unique<program const>(root);
  if (root.made.compare_exchange_strong(made, mine.get(), std::memory_order_acq_rel))
    return *mine.release();
  return *made; // another thread has stored its program first
}

} // namespace weft::detail
