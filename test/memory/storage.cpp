#include "support/counting.hpp"

#include <weft/memory/storage.hpp>

#include <support/checked.hpp>

#include <doctest/doctest.h>
#include <limits>
#include <memory_resource>
#include <thread>
#include <type_traits>
#include <vector>

using namespace weft;
using namespace weft::detail;
using support::counting_resource;
using support::memory_scope;

/// storage_unchecked.cpp: what watch_ref::of gives without WEFT_CHECK_BOUNDS.
bool unchecked_watch_is_empty(block* b);

namespace {

static_assert(sizeof(storage_ref) == 8 && sizeof(watch_ref) == 8 && std::is_trivially_copyable_v<watch_ref>);
static_assert(std::is_nothrow_copy_constructible_v<storage_ref> && std::is_nothrow_move_constructible_v<storage_ref>);

/// What the end of the elements of a block was told, by the address of the data.
struct end_of_elements {
  int calls = 0;
  void* data = nullptr;
  index_t count = -1;
};
end_of_elements ended;
void record_end(void* data, index_t count) { ended = {ended.calls + 1, data, count}; }

block* make_block(index_t count) {
  ended = {};
  block* const b = allocate_block(count, 8, false, &record_end);
  set_block_count(b, count);
  return b;
}

bool is_aligned(void const* p, std::size_t to) { return reinterpret_cast<std::uintptr_t>(p) % to == 0; }

} // namespace

TEST_CASE("the elements of a block end once, when its last owner goes") {
  void* data = nullptr;
  {
    storage_ref a = storage_ref::adopt(make_block(5));
    block* const b = a.get();
    data = block_data(b);
    CHECK(a.owns());
    CHECK(!block_shared(b));
    {
      const storage_ref second = a;
      CHECK(second.owns());
      CHECK(second.get() == b);
      CHECK(block_shared(b));
      const storage_ref third = storage_ref::own(b);
      CHECK(ended.calls == 0);
    }
    CHECK(!block_shared(b));
    const storage_ref moved = std::move(a);
    CHECK(a.get() == nullptr); // NOLINT(bugprone-use-after-move): that it is empty is the point
    CHECK(!a.owns());
    CHECK(moved.get() == b);
    CHECK(!block_shared(b));
    CHECK(ended.calls == 0);
    CHECK(block_data(b) == data);
  }
  CHECK(ended.calls == 1);
  CHECK(ended.data == data);
  CHECK(ended.count == 5);
  ended = {};
  release(allocate_block(4, 8, false, &record_end)); // none was constructed
  CHECK(ended.calls == 1);
  CHECK(ended.count == 0);
}

TEST_CASE("assignment gives up what was held, also to itself") {
  counting_resource resource;
  const memory_scope scope(resource);
  storage_ref a = storage_ref::adopt(make_block(1)), b = storage_ref::adopt(make_block(2));
  CHECK(resource.live_blocks() == 2);
  auto& self = a;
  a = self;
  CHECK(a.owns());
  CHECK(!block_shared(a.get()));
  a = std::move(self);
  CHECK(a.owns());
  CHECK(ended.calls == 0);
  a = b;
  CHECK(ended.count == 1);
  CHECK(resource.live_blocks() == 1);
  CHECK(block_shared(b.get()));
  a = {};
  CHECK(!block_shared(b.get()));
  b = std::move(a);
  CHECK(ended.count == 2);
  CHECK(ended.calls == 2);
  CHECK(resource.live_blocks() == 0);
}

TEST_CASE("a watch keeps nothing alive, and says when the elements are gone") {
  counting_resource resource;
  const memory_scope scope(resource);
  storage_ref owner = storage_ref::adopt(make_block(3));
  const watch_ref watch = watch_ref::of(owner.get());
  const storage_ref kept = watch;
  CHECK(!kept.owns());
  CHECK(kept.get() == nullptr);
  CHECK(kept.watched().ticket() == watch.ticket());
  CHECK(owner.watched().ticket() == 0);
  CHECK(!block_shared(owner.get()));
  CHECK_NOTHROW(watch.check("sum"));
  CHECK_NOTHROW(kept.check("sum"));
  owner = {};
  CHECK(ended.calls == 1);
  CHECK(resource.live_blocks() == 0);
  if (support::checked) {
    CHECK_THROWS_WITH_AS(watch.check("sum"),
                         "weft: sum: an operand's memory was freed or re-allocated after the expression was built; "
                         "own(expression) keeps its operands alive",
                         layout_error);
    CHECK_THROWS_AS(kept.check("sum"), layout_error);
    CHECK_THROWS_AS(storage_ref(kept).check("sum"), layout_error);
  }
  CHECK(resource.faults() == 0);
}

TEST_CASE("a ticket is never valid again, whatever takes its cell or its memory" * doctest::skip(!support::checked)) {
  std::vector<watch_ref> dead;
  std::vector<storage_ref> owners;
  std::vector<watch_ref> living;
  // More than one chunk of cells, and each cell several times.
  for (int round = 0; round < 3; ++round) {
    for (int n = 0; n < 500; ++n) {
      owners.push_back(storage_ref::adopt(make_block(1)));
      living.push_back(watch_ref::of(owners.back().get()));
      CHECK(living.back().ticket() == watch_ref::of(owners.back().get()).ticket());
    }
    for (const watch_ref w : living)
      REQUIRE_NOTHROW(w.check("sum"));
    for (const watch_ref w : dead)
      REQUIRE_THROWS_AS(w.check("sum"), layout_error);
    dead.insert(dead.end(), living.begin(), living.end());
    owners.clear();
    living.clear();
    for (const watch_ref w : dead)
      REQUIRE_THROWS_AS(w.check("sum"), layout_error);
  }
}

TEST_CASE("no ticket comes twice, however often a cell is used" * doctest::skip(!support::checked)) {
  const auto life = [] {
    const storage_ref owner = storage_ref::adopt(allocate_block(1, 8, false, nullptr));
    const watch_ref watch = watch_ref::of(owner.get());
    watch.check("sum");
    return watch.ticket();
  };
  const std::uint64_t first = life();
  bool again = false;
  for (int n = 0; n < 1'100'000; ++n) // twice what a cell can count
    again = life() == first || again;
  CHECK(!again);
}

TEST_CASE("watch_ref::of watches in checked builds only" * doctest::skip(!support::checked)) {
  const storage_ref owner = storage_ref::adopt(make_block(1));
  CHECK(watch_ref::of(owner.get()).ticket() != 0);
  CHECK(unchecked_watch_is_empty(owner.get()));
  CHECK(watch_ref::of(nullptr).ticket() == 0);
}

TEST_CASE("a reference to nothing") {
  const storage_ref none;
  CHECK(none.get() == nullptr);
  CHECK(!none.owns());
  CHECK_NOTHROW(none.check("sum"));
  CHECK(storage_ref(none).get() == nullptr);
  CHECK(storage_ref::own(nullptr).get() == nullptr);
  CHECK(storage_ref::adopt(nullptr).get() == nullptr);
  CHECK(storage_ref(watch_ref()).watched().ticket() == 0);
}

TEST_CASE("yield hands the ownership back") {
  storage_ref a = storage_ref::adopt(make_block(4));
  block* const b = a.yield();
  CHECK(a.get() == nullptr);
  CHECK(ended.calls == 0);
  { const storage_ref again = storage_ref::adopt(b); }
  CHECK(ended.calls == 1);
}

TEST_CASE("adopted memory is released once, when its last owner goes") {
  struct lender {
    double memory[3] = {1, 2, 3};
    int released = 0;
  } lent;
  const auto give_back = [](void* context) { ++static_cast<lender*>(context)->released; };
  watch_ref watch;
  {
    const storage_ref a = storage_ref::adopt(adopt_block(lent.memory, &lent, give_back));
    CHECK(block_data(a.get()) == lent.memory);
    watch = watch_ref::of(a.get());
    const storage_ref b = a;
    CHECK(block_shared(a.get()));
    CHECK(lent.released == 0);
  }
  CHECK(lent.released == 1);
  if (support::checked)
    CHECK_THROWS_AS(watch.check("sum"), layout_error);
  CHECK(lent.released == 1);
  CHECK(lent.memory[2] == 3);
}

TEST_CASE("each block goes back to the resource it came from") {
  CHECK(memory_resource() == nullptr);
  counting_resource first, second;
  {
    storage_ref a, b;
    {
      const memory_scope outer(first);
      CHECK(memory_resource() == &first);
      a = storage_ref::adopt(make_block(10));
      {
        const memory_scope inner(second);
        b = storage_ref::adopt(make_block(10));
      }
      CHECK(memory_resource() == &first);
    }
    CHECK(memory_resource() == nullptr);
    const storage_ref c = storage_ref::adopt(make_block(10));
    CHECK(first.live_blocks() == 1);
    CHECK(second.live_blocks() == 1);
    CHECK(first.live_bytes() >= 80);
  }
  CHECK(first.live_blocks() == 0);
  CHECK(second.live_blocks() == 0);
  CHECK(first.allocations() == 1);
  CHECK(first.faults() + second.faults() == 0);
  CHECK(set_memory_resource(&first) == nullptr);
  CHECK(set_memory_resource(nullptr) == &first);
}

TEST_CASE("data is aligned to 64 bytes, and to a page from 2 MiB up") {
  counting_resource resource;
  constexpr index_t huge = index_t(2) << 20;
  for (bool counted : {false, true})
    for (bool zeroed : {false, true})
      for (index_t bytes : {index_t(0), index_t(1), index_t(63), index_t(64), index_t(1000), huge - 1, huge, huge + 1}) {
        set_memory_resource(counted ? &resource : nullptr);
        const storage_ref a = storage_ref::adopt(allocate_block(bytes, 1, zeroed, nullptr));
        set_memory_resource(nullptr);
        const std::size_t wanted = bytes < huge ? 64 : 4096;
        CHECK(is_aligned(block_data(a.get()), wanted));
        if (counted) {
          CHECK(resource.alignment() == wanted);
          CHECK(resource.live_bytes() >= static_cast<std::size_t>(bytes));
        }
        // A sanitizer sees a write outside the block.
        std::memset(block_data(a.get()), 1, static_cast<std::size_t>(bytes));
      }
  CHECK(resource.live_blocks() == 0);
  CHECK(resource.faults() == 0);
}

namespace {
constexpr index_t page = 4096;

/// Elements of these bytes begin at a page, nothing else lies on their pages, and all of them can be written to.
void check_pages(index_t bytes, bool zeroed, bool on_pages) {
  const storage_ref a = storage_ref::adopt(allocate_block(bytes, 1, zeroed, nullptr));
  auto* const data = static_cast<unsigned char*>(block_data(a.get()));
  CHECK(is_aligned(data, on_pages || bytes >= index_t(2) << 20 ? std::size_t(page) : 64));
  const index_t written = on_pages ? (bytes + page - 1) / page * page : bytes;
  index_t total = 0;
  for (index_t i = 0; i < bytes && zeroed; ++i)
    total += data[i];
  CHECK(total == 0);
  std::memset(data, 1, static_cast<std::size_t>(written)); // a sanitizer sees a write outside the block
}
void check_pages(bool on_pages) {
  for (bool zeroed : {false, true})
    for (index_t bytes : {index_t(0), index_t(1), index_t(64), index_t(100), page - 1, page, page + 1, index_t(100'000),
                          (index_t(2) << 20) - 1, index_t(2) << 20, (index_t(2) << 20) + 1})
      check_pages(bytes, zeroed, on_pages);
}
} // namespace

TEST_CASE("elements begin at a page where a resource or a scope asks for it, at any size") {
  counting_resource resource;
  CHECK(set_memory_resource(&resource, page_aligned) == nullptr);
  CHECK(memory_resource() == &resource);
  check_pages(true);
  CHECK(resource.alignment() == std::size_t(page));
  CHECK(set_memory_resource(&resource) == &resource); // no longer
  check_pages(false);
  CHECK(set_memory_resource(nullptr, page_aligned) == &resource);
  CHECK(memory_resource() == nullptr);
  check_pages(true);
  CHECK(set_memory_resource(std::pmr::new_delete_resource(), page_aligned) == nullptr);
  check_pages(true);
  CHECK(set_memory_resource(nullptr) == std::pmr::new_delete_resource());
  check_pages(false);
  {
    const page_aligned_scope outer;
    {
      const page_aligned_scope inner;
      check_pages(true);
    }
    check_pages(true);
    std::thread([] { check_pages(false); }).join();
    const memory_scope scope(resource);
    check_pages(true);
  }
  check_pages(false);
  CHECK(resource.live_blocks() == 0);
  CHECK(resource.faults() == 0);
}

TEST_CASE("a block that outlives the scope goes back as it came, and adopted memory stays where it is") {
  counting_resource resource;
  storage_ref kept;
  alignas(64) double lent[3] = {1, 2, 3};
  {
    const memory_scope scope(resource);
    const page_aligned_scope pages;
    kept = storage_ref::adopt(allocate_block(10, 8, false, nullptr));
    const storage_ref adopted = storage_ref::adopt(adopt_block(lent, nullptr, [](void*) {}));
    CHECK(block_data(adopted.get()) == static_cast<void*>(lent));
  }
  CHECK(resource.live_blocks() == 1);
  CHECK(resource.live_bytes() == std::size_t(2 * page)); // the page in front, and the elements'
  kept = {};
  CHECK(resource.live_blocks() == 0);
  CHECK(resource.faults() == 0);
}

TEST_CASE("zeroed memory is zero, from malloc and from a resource that hands out used memory") {
  counting_resource resource;
  const auto total_of = [](block* b, index_t n) {
    const auto* const p = static_cast<unsigned char const*>(block_data(b));
    std::int64_t total = 0;
    for (index_t i = 0; i < n; ++i)
      total += p[i];
    return total;
  };
  for (index_t bytes : {index_t(1), index_t(999), index_t(3) << 20}) {
    { // leaves used memory behind for the next block
      const storage_ref dirty = storage_ref::adopt(allocate_block(bytes, 1, false, nullptr));
      std::memset(block_data(dirty.get()), 0xAB, static_cast<std::size_t>(bytes));
    }
    const storage_ref plain = storage_ref::adopt(allocate_block(bytes, 1, true, nullptr));
    CHECK(total_of(plain.get(), bytes) == 0);
    const memory_scope scope(resource);
    const storage_ref counted = storage_ref::adopt(allocate_block(bytes, 1, true, nullptr));
    CHECK(total_of(counted.get(), bytes) == 0);
    const storage_ref as_is = storage_ref::adopt(allocate_block(bytes, 1, false, nullptr));
    CHECK(total_of(as_is.get(), bytes) == bytes * counting_resource::garbage);
  }
}

TEST_CASE("too much memory throws and leaves nothing behind") {
  const auto limit = std::numeric_limits<index_t>::max();
  CHECK_THROWS_WITH_AS(allocate_block(limit, 8, true, nullptr), "weft: allocation: the bytes do not fit into 62 bits",
                       shape_error);
  CHECK_THROWS_AS(allocate_block(limit / 8 + 1, 8, true, nullptr), shape_error);
  CHECK_THROWS_AS(allocate_block(-1, 8, true, nullptr), shape_error);
  counting_resource resource;
  const memory_scope scope(resource);
  resource.run_dry();
  CHECK_THROWS_AS(allocate_block(4, 8, true, nullptr), std::bad_alloc);
  CHECK(resource.live_blocks() == 0);
}

TEST_CASE("owners and watchers may come and go on several threads") {
  counting_resource resource;
  const memory_scope scope(resource);
  for (int round = 0; round < 20; ++round) {
    storage_ref owner = storage_ref::adopt(make_block(1));
    std::vector<std::thread> threads;
    std::vector<watch_ref> watches(4);
    for (watch_ref& watch : watches)
      threads.emplace_back([owner, &watch] {
        watch = watch_ref::of(owner.get());
        for (int i = 0; i < 2000; ++i) {
          const storage_ref a = owner, b = watch, c = storage_ref::own(owner.get());
          watch_ref::of(a.get()).check("thread");
          b.check("thread");
        }
      });
    owner = {};
    for (std::thread& t : threads)
      t.join();
    threads.clear();
    CHECK(ended.calls == 1);
    for (const watch_ref watch : watches) {
      CHECK(watch.ticket() == watches[0].ticket());
      if (support::checked)
        CHECK_THROWS_AS(watch.check("sum"), layout_error);
    }
    CHECK(resource.live_blocks() == 0);
  }
  CHECK(resource.faults() == 0);
}
