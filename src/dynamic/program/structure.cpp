#include "dynamic/program/structure.hpp"

namespace weft::detail {

bool structure_reader::enter(program_part const& part) {
  if (part.kind == part_kind::call)
    return enter_call(call_of(part));
  if (part.kind == part_kind::slot)
    return false;
  if (part.kind == part_kind::constant)
    add(constant_word, part.type,
        constants_.number_of(p_.constants_, program::constant(part.type, constant_of(part).bytes)));
  else
    add(leaf_word, part.type, leaves_.number_of(p_.leaves_, &leaf_of(part)));
  return true;
}

bool structure_reader::enter_call(call_part_of const& call) {
  // Only what several own can be an operand twice.
  if (call.owners.load(std::memory_order_relaxed) != 1)
    for (std::size_t k = 0; k < calls_.size(); ++k)
      if (calls_[k] == &call) {
        add(again_word, call.type, static_cast<int>(k));
        return true;
      }
  if (call.core_object.get() != no_core().get() || ++entered_ > most_calls)
    return false;
  bool constant = call.call.size != 0;
  for (program_ref const& operand : call.operands) {
    constant = constant && (*operand).kind == part_kind::constant;
    if (!enter(*operand))
      return false;
  }
  if (constant)
    return false;
  key_.add(reinterpret_cast<std::uintptr_t>(call.call.kernel));
  key_.add(static_cast<std::uint64_t>(call.call.operation) + 1);
  add(call_word, call.type, call.operands.size());
  calls_.push_back(&call);
  return true;
}

namespace {

/// The plans that a thread has made of late, each at the place that its key says.
struct plan_cache {
  static constexpr std::size_t places = 64;
  struct entry {
    plan_key key;
    std::shared_ptr<program_plan const> plan;
  };
  std::unique_ptr<entry> of[places];

  ~plan_cache() { gone = true; }
  static thread_local bool gone; ///< what a thread evaluates at its very end has no cache
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
