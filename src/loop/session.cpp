#include "run/threads.hpp"

#include <weft/eval/report.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/memory/storage.hpp>

#include <atomic>
#include <utility>

// The operands that a statement has evaluated, and the report that a thread records to.
namespace weft::detail {

struct session::entry {
  std::uint64_t id;
  evaluated_operand where;
  storage_ref keep;
  entry* next;
};

void session::forget(entry* first) noexcept {
  while (first != nullptr)
    delete std::exchange(first, first->next);
}

namespace {
/// Returns the id under which the session remembers an operand: equal operands have the id of the first one.
std::uint64_t shared_number(session const& s, std::uint64_t id) noexcept {
  for (int k = 0; k < s.equal.count; ++k)
    if (s.equal.operand[k].id == id)
      return s.equal.operand[k].first;
  return id;
}
} // namespace

evaluated_operand find_evaluated(session const& s, std::uint64_t id) noexcept {
  std::uint64_t const number = shared_number(s, id);
  for (auto* e = s.evaluated; e != nullptr; e = e->next)
    if (e->id == number)
      return e->where;
  return {};
}

void remember_evaluated(session& s, std::uint64_t id, block* memory, index_t position) {
  if (id == 0) // only an operand with an id can be found again
    return;
  check_memory("an evaluated operand", sizeof(session::entry));
  s.evaluated = new session::entry{shared_number(s, id), {memory, position}, storage_ref::own(memory), s.evaluated};
}

constinit index_t recordings = 0;

plan_report* recorded_report() noexcept {
  return this_thread().record;
}

recording::recording(plan_report* to) noexcept : before_(std::exchange(this_thread().record, to)) {
  __atomic_add_fetch(&recordings, 1, __ATOMIC_RELAXED);
}
recording::~recording() {
  this_thread().record = before_;
  __atomic_sub_fetch(&recordings, 1, __ATOMIC_RELAXED);
}

index_t pretended_address(index_t bytes) noexcept {
  static std::atomic<index_t> next{index_t(1) << 61}; // no user address of a 64-bit system is as high
  return next.fetch_add((bytes + 4096) / 64 * 64, std::memory_order_relaxed);
}

std::uint64_t next_operand_id() noexcept {
  // Shared libraries may each hide a copy of weft. Their counters lie a page apart at least, so the first 2^28 numbers
  // of each copy are its own. A thread takes 1024 at a time: an atomic addition took 7 of the 10 ns of a small product.
  constexpr std::uint64_t share = 1024;
  static std::atomic<std::uint64_t> count{0};
  thread_local std::uint64_t next = 0;
  if (next % share == 0)
    next = count.fetch_add(share, std::memory_order_relaxed);
  return (reinterpret_cast<std::uintptr_t>(&count) << 16) + next++;
}

} // namespace weft::detail
