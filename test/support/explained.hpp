#pragma once
#include <weft/expr/leaf.hpp>
#include <weft/memory/storage.hpp>
#include <weft/tensor/explain.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <set>
#include <thread>

#include <doctest/doctest.h>

// What a statement does, counted from outside, beside what explain() says that it does.
namespace support {

/// The memory resource of weft while it lives: counts the blocks and the bytes of them that are elements.
class noting_resource final : public std::pmr::memory_resource {
public:
  noting_resource() : before_(weft::set_memory_resource(this)) {
    const auto one = weft::detail::storage_ref::adopt(weft::detail::allocate_block(64, 1, false, nullptr));
    header_ = bytes_ - 64;
    forget();
  }
  noting_resource(noting_resource const&) = delete;
  noting_resource& operator=(noting_resource const&) = delete;
  ~noting_resource() override { weft::set_memory_resource(before_); }
  void forget() {
    const std::lock_guard lock(mutex_);
    blocks_ = bytes_ = 0;
  }
  int blocks() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(blocks_);
  }
  /// Of elements alone; blocks below 2 MiB have one header.
  weft::index_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_ - blocks_ * header_;
  }

private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    {
      const std::lock_guard lock(mutex_);
      ++blocks_;
      bytes_ += static_cast<weft::index_t>(bytes);
    }
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
    std::pmr::new_delete_resource()->deallocate(p, bytes, alignment);
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }

  std::pmr::memory_resource* before_;
  mutable std::mutex mutex_;
  weft::index_t blocks_ = 0, bytes_ = 0, header_ = 0;
};

/// Counts calls and the threads they come from. A thread that comes first waits until `awaited` have come, so that a
/// loop that is divided among so many is seen to be.
class call_counter {
public:
  int others = 0; ///< generators of a loop that do not count here

  weft::index_t calls() const { return calls_.load(); }
  int threads() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(seen_.size());
  }
  void forget(int awaited) {
    const std::lock_guard lock(mutex_);
    calls_ = 0;
    seen_.clear();
    awaited_ = awaited;
    ++round_;
  }
  void call() {
    thread_local call_counter const* last = nullptr;
    thread_local int round = -1;
    calls_.fetch_add(1, std::memory_order_relaxed);
    if (last == this && round == round_.load(std::memory_order_relaxed))
      return;
    last = this;
    round = round_;
    {
      const std::lock_guard lock(mutex_);
      seen_.insert(std::this_thread::get_id());
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (threads() < awaited_ && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
  }

private:
  std::atomic<weft::index_t> calls_{0};
  std::atomic<int> round_{0}, awaited_{0};
  mutable std::mutex mutex_;
  std::set<std::thread::id> seen_;
};

inline bool same_loop(weft::loop_report const& a, weft::loop_report const& b) {
  return a.extents == b.extents && a.order == b.order && a.tile_rows == b.tile_rows &&
         a.tile_columns == b.tile_columns && a.target == b.target && a.operands == b.operands &&
         a.reduces == b.reduces && a.backwards == b.backwards;
}
inline void check_same_plan(weft::plan_report const& a, weft::plan_report const& b) {
  CHECK(a.loops == b.loops);
  CHECK(a.temporaries == b.temporaries);
  CHECK(a.temporary_bytes == b.temporary_bytes);
  CHECK(a.blas == b.blas);
  CHECK(a.isa == b.isa);
  CHECK(a.threads == b.threads);
  CHECK(a.rows_at_a_time == b.rows_at_a_time);
  CHECK(a.bytes_read == b.bytes_read);
  CHECK(a.bytes_written == b.bytes_written);
  CHECK(a.flops == b.flops);
  REQUIRE(a.loop_list.size() == b.loop_list.size());
  for (std::size_t k = 0; k < a.loop_list.size(); ++k)
    CHECK(same_loop(a.loop_list[k], b.loop_list[k]));
}

/// Elements that the loops of a plan compute of generators: once for each loop and generator that it reads, but for
/// `others` of a loop.
inline weft::index_t generated_elements(weft::plan_report const& r, int others) {
  weft::index_t all = 0;
  for (weft::loop_report const& l : r.loop_list) {
    weft::index_t elements = 1;
    for (weft::index_t n : l.extents)
      elements *= n;
    const auto generators = std::count(l.operands.begin(), l.operands.end(), weft::operand_access::generated);
    all += std::max<weft::index_t>(generators - others, 0) * elements;
  }
  return all;
}

/// Runs statement() and checks that it does what the plan says. Generators of the statement count into `counter` and
/// take part in all axes of their loops.
template <class Statement>
void check_run(weft::plan_report const& plan, Statement const& statement, call_counter& counter) {
  INFO(to_string(plan));
  const weft::index_t calls = generated_elements(plan, counter.others);
  const bool is_divided = plan.loops == 1 && plan.threads > 1 && calls > 0;
  counter.forget(is_divided ? plan.threads : 0);
  noting_resource memory;
  statement();
  CHECK(memory.blocks() == plan.temporaries);
  CHECK(memory.bytes() == plan.temporary_bytes);
  CHECK(counter.calls() == calls);
  CHECK(counter.threads() <= plan.threads);
  if (is_divided)
    CHECK(counter.threads() == plan.threads);
}
/// Checks the plan that a recording makes.
template <class Statement>
weft::plan_report check_recorded(Statement const& statement, call_counter& counter) {
  counter.forget(0);
  const weft::plan_report plan = weft::explain([&] { statement(); });
  check_run(plan, statement, counter);
  return plan;
}
/// Checks the plan that describe() gives, which does nothing, and which a recording gives too.
template <class Describe, class Statement>
void check_explained(Describe const& describe, Statement const& statement, call_counter& counter) {
  counter.forget(0);
  weft::plan_report plan;
  {
    noting_resource memory;
    plan = describe();
    CHECK(counter.calls() == 0);
    CHECK(memory.blocks() == 0);
  }
  INFO(to_string(plan));
  check_same_plan(check_recorded(statement, counter), plan);
}

/// target = e.
template <class Target, class E>
void check_assignment(Target&& target, E const& e, call_counter& counter) {
  check_explained([&] { return weft::explain(target, e); }, [&] { target = e; }, counter);
}

} // namespace support
