#include "dynamic/program/structure.hpp"

namespace weft::detail {

// Not inlined: inside enter_call these searches would need all registers.
[[gnu::noinline]] unsigned structure_reader::enter_leaf(leaf_part const& leaf) {
  return leaf_source + static_cast<unsigned>(leaves_.number_of(p_.leaves_, &leaf));
}
[[gnu::noinline]] unsigned structure_reader::enter_constant(program_part const& part) {
  if (part.kind == part_kind::slot)
    return 0;
  return constant_source + static_cast<unsigned>(constants_.number_of(
                               p_.constants_, program::constant(part.type, constant_of(part).bytes)));
}

unsigned structure_reader::enter_call(call_part_of const& call) {
  // Only a call with several owners can be an operand of two calls.
  bool const is_shared = !call.owners.is_one();
  if (is_shared)
    for (shared_call const& before : shared_)
      if (before.call == &call)
        return call_source + before.number;
  if (call.core_object != nullptr || call.operands.size() > most_operands || ++entered_ > plan_key::most_calls)
    return 0;
  bool constant = true;
  std::uint64_t operands = 0;
  for (program_ref const& operand : call.operands) {
    unsigned const number = enter(*operand);
    if (number == 0)
      return 0;
    constant &= (number & ~0xffu) == constant_source;
    operands = operands << bits | number;
  }
  if (constant)
    return 0;
  key_.add(reinterpret_cast<std::uintptr_t>(&call.call));
  key_.add(operands);
  if (is_shared)
    shared_.push_back({&call, calls_});
  return call_source + calls_++;
}

bool structure_reader::read(program_part const& root) {
  unsigned const number = enter(root);
  key_.add(number | std::uint64_t(root.type) << bits);
  return number != 0;
}

namespace {

/// The plans that a thread has made last, each at the index that its key determines.
struct plan_cache {
  static constexpr std::size_t places = 64;
  struct entry {
    plan_key key;
    std::shared_ptr<program_plan const> plan;
  };
  std::unique_ptr<entry> of[places];

  ~plan_cache() { gone = true; }
  static thread_local bool gone; ///< true at the end of a thread, where destructors must not use the cache
};
thread_local bool plan_cache::gone = false;

} // namespace

std::shared_ptr<program_plan const>* kept_plan(plan_key const& key) {
  if (plan_cache::gone)
    return nullptr;
  thread_local plan_cache cache;
  auto& found = cache.of[key.hash() % plan_cache::places];
  if (found == nullptr || !(found->key == key))
    found.reset(new plan_cache::entry{key, nullptr});
  return &found->plan;
}

} // namespace weft::detail
