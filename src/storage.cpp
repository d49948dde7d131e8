#include <weft/base/check.hpp>
#include <weft/memory/storage.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory_resource>
#include <new>

namespace weft {

namespace detail {

struct block {
  std::atomic<std::int64_t> owners{1};
  // All owners together count as one watcher: the header goes with the last watcher, and the memory it lies in with it.
  std::atomic<std::int64_t> watchers{1};
  void* data = nullptr;
  index_t count = 0;
  destroy_elements destroy = nullptr;
  void* context = nullptr;
  void (*release)(void*) = nullptr;          // adopted memory
  std::pmr::memory_resource* from = nullptr; // null: malloc
  void* base = nullptr;                      // start of the allocation that holds this header
  std::size_t bytes = 0;                     // its size
  std::size_t alignment = 0;
};

namespace {

constexpr std::size_t cache_line = 64, page = 4096, huge = std::size_t(2) << 20;
constexpr std::uintptr_t watching = 1;

std::atomic<std::pmr::memory_resource*> current{nullptr};

block* untag(std::uintptr_t tagged) {
  return reinterpret_cast<block*>(tagged & ~watching);
}

// The header lies before the data, in the same allocation.
constexpr std::size_t header_room(std::size_t alignment) {
  return (sizeof(block) + alignment - 1) / alignment * alignment;
}

void* raw_memory(std::size_t total, std::size_t alignment, bool zeroed, std::pmr::memory_resource* from) {
  if (from != nullptr) {
    void* p = from->allocate(total, alignment);
    if (zeroed)
      std::memset(p, 0, total);
    return p;
  }
  // calloc gets fresh pages from the system without touching them; it aligns to 16 bytes, hence the slack.
  void* p = zeroed ? std::calloc(1, total + alignment) : std::malloc(total + alignment);
  if (p == nullptr)
    throw std::bad_alloc();
  return p;
}

void drop_watch(block* b) noexcept {
  if (b->watchers.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  const auto from = b->from;
  void* const base = b->base;
  const auto bytes = b->bytes, alignment = b->alignment;
  b->~block();
  if (from != nullptr)
    from->deallocate(base, bytes, alignment);
  else
    std::free(base);
}

} // namespace

block* allocate_block(index_t count, std::size_t size, bool zeroed, destroy_elements destroy) {
  const auto limit = static_cast<std::size_t>(std::numeric_limits<index_t>::max()) / 2;
  if (size != 0 && static_cast<std::size_t>(count) > limit / size)
    throw_shape_reason("allocation", "the bytes do not fit into 62 bits");
  const std::size_t bytes = static_cast<std::size_t>(count) * size;
  const std::size_t alignment = bytes >= huge ? page : cache_line, room = header_room(alignment);
  const auto from = current.load(std::memory_order_acquire);
  void* const base = raw_memory(room + bytes, alignment, zeroed, from);
  const auto start = reinterpret_cast<std::uintptr_t>(base);
  const auto data = (start + room + alignment - 1) / alignment * alignment;
  if (bytes >= huge && from == nullptr) { // fewer page faults and TLB misses; a hint that may fail
    const auto first = (data + huge - 1) / huge * huge, last = (data + bytes) / huge * huge;
    if (first < last)
      madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
  }
  auto* const b = new (reinterpret_cast<void*>(data - sizeof(block))) block;
  b->data = reinterpret_cast<void*>(data);
  b->count = destroy == nullptr ? count : 0;
  b->destroy = destroy;
  b->from = from;
  b->base = base;
  b->bytes = room + bytes;
  b->alignment = alignment;
  return b;
}

block* adopt_block(void* data, void* context, void (*release)(void*)) {
  void* const base = raw_memory(sizeof(block), cache_line, false, nullptr);
  auto* const b = new (base) block;
  b->data = data;
  b->context = context;
  b->release = release;
  b->base = base;
  return b;
}

void* block_data(block* b) noexcept {
  return b->data;
}
void set_block_count(block* b, index_t count) noexcept {
  b->count = count;
}
bool block_alive(block const* b) noexcept {
  return b->owners.load(std::memory_order_acquire) > 0;
}
bool block_shared(block const* b) noexcept {
  return b->owners.load(std::memory_order_acquire) > 1;
}

void retain(std::uintptr_t tagged) noexcept {
  auto& counter = (tagged & watching) != 0 ? untag(tagged)->watchers : untag(tagged)->owners;
  counter.fetch_add(1, std::memory_order_relaxed);
}

void release(std::uintptr_t tagged) noexcept {
  block* const b = untag(tagged);
  if ((tagged & watching) == 0) {
    if (b->owners.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    if (b->destroy != nullptr)
      b->destroy(b->data, b->count);
    if (b->release != nullptr)
      b->release(b->context);
  }
  drop_watch(b);
}

void storage_ref::check_alive(std::uintptr_t tagged, char const* operation) {
  if (!block_alive(untag(tagged)))
    throw_layout_reason(operation, "an operand's memory was freed or re-allocated after the expression was built; "
                                   "own(expression) keeps its operands alive");
}

} // namespace detail

std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource) noexcept {
  return detail::current.exchange(resource, std::memory_order_acq_rel);
}
std::pmr::memory_resource* memory_resource() noexcept {
  return detail::current.load(std::memory_order_acquire);
}

} // namespace weft
