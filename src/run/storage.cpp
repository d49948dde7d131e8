#include "run/owner_count.hpp"
#include "run/spare_memory.hpp"
#include "run/system.hpp"
#include "run/threads.hpp"

#include <weft/base/check.hpp>
#include <weft/memory/storage.hpp>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory_resource>
#include <mutex>
#include <new>
#include <utility>

namespace weft {

namespace detail {

struct block {
  std::uint64_t const self = reference_to(this, owner_bits); // the first member, because owning references point to it
  owner_count owners;
  std::atomic<std::uint64_t> ticket{0}; // 0 until a view first watches the block
  void* data = nullptr;
  index_t count = 0;
  destroy_elements destroy = nullptr;
  void* context = nullptr;
  void (*release)(void*) = nullptr;          // the function that frees adopted memory
  std::pmr::memory_resource* from = nullptr; // null: the memory comes from malloc
  void* base = nullptr;                      // start of the allocation that holds this header
  std::size_t bytes = 0;                     // size of the allocation
  std::size_t alignment = 0;
};

namespace {

constexpr std::size_t cache_line = 64, page = 4096;
/// Least bytes of zeros that calloc of glibc always gets from the system. Fewer bytes are cleared in a kept block,
/// whose pages are there: 10^5 zeros take 13 us in place of 160, 10^6 300 in place of 660; calloc takes as long for the
/// second block of 10^6, because it keeps the first one, and clears it (Sapphire Rapids).
constexpr std::size_t untouched = std::size_t(32) << 20;

/// The memory resource of blocks, and whether elements begin at pages. Both are stored as one number, so that no thread
/// reads the one without the other.
struct memory_source {
  std::pmr::memory_resource* resource = nullptr; ///< null: malloc is used
  bool page_aligned = false;

  explicit memory_source(std::uintptr_t number)
      : resource(reinterpret_cast<std::pmr::memory_resource*>(number & ~std::uintptr_t(1))),
        page_aligned((number & 1) != 0) {}
  static std::uintptr_t number(std::pmr::memory_resource* resource, bool page_aligned) {
    static_assert(alignof(std::pmr::memory_resource) > 1);
    return reinterpret_cast<std::uintptr_t>(resource) | std::uintptr_t(page_aligned);
  }
};
std::atomic<std::uintptr_t> current{0};

// Returns the bytes for the header of a block, which lies before its data in the same allocation.
constexpr std::size_t header_room(std::size_t alignment) {
  return (sizeof(block) + alignment - 1) / alignment * alignment;
}

/// Allocates at least `total` bytes, and sets `total` to their number.
void* raw_memory(std::size_t& total, std::size_t alignment, bool zeroed, std::pmr::memory_resource* from) {
  if (from != nullptr) {
    void* p = from->allocate(total, alignment);
    if (zeroed)
      std::memset(p, 0, total);
    return p;
  }
  std::size_t bytes = total + alignment;
  if (void* const spare = zeroed && total >= untouched ? nullptr : acquire_spare(bytes)) {
    total = bytes - alignment;
    return zeroed ? std::memset(spare, 0, bytes) : spare;
  }
  // calloc gets fresh pages from the system without touching them. For small blocks malloc of glibc has a cache in each
  // thread, which its calloc does not use. Both align to 16 bytes, so `alignment` more bytes are allocated.
  bool const by_hand = zeroed && total <= page;
  void* p = zeroed && !by_hand ? std::calloc(1, bytes) : std::malloc(bytes);
  if (p == nullptr)
    throw std::bad_alloc();
  if (by_hand) {
    asm("" : "+r"(p)); // without the barrier GCC replaces malloc and memset by calloc
    std::memset(p, 0, bytes);
  }
  return p;
}

/// Records which watched blocks have died. Each has a cell, whose ticket changes at its death. Cells are never freed,
/// so an old ticket can always be looked up; a cell serves other blocks later, until its count is full. A ticket names
/// its cell by address, not by index: where a program and a plug-in each hold a copy of this library, either may look
/// up, or end, a life that began in the other.
class life_table {
public:
  std::uint64_t begin() {
    std::lock_guard<std::mutex> const lock(mutex_);
    return (free_ != nullptr ? std::exchange(free_, free_->next) : grow())->ticket.load(std::memory_order_relaxed);
  }
  void end(std::uint64_t ticket) noexcept {
    cell* const c = cell_of(ticket);
    std::uint64_t const next = ticket + 2;
    std::lock_guard<std::mutex> const lock(mutex_);
    c->ticket.store(next, std::memory_order_release);
    if ((next & kind_bits) != moved_bits) // a cell whose count is full is not used again
      c->next = std::exchange(free_, c);
  }
  static bool lives(std::uint64_t ticket) noexcept {
    return cell_of(ticket)->ticket.load(std::memory_order_acquire) == ticket;
  }

private:
  /// The ticket of the block that uses the cell, or of the next one: its address, 15 bits that count, and a 1.
  struct cell {
    std::atomic<std::uint64_t> ticket{reference_to(this, 1)};
    cell* next = nullptr;
  };
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "an element reads it as a number");
  static constexpr std::size_t first_chunk = 64;

  static cell* cell_of(std::uint64_t ticket) {
    return reinterpret_cast<cell*>(static_cast<std::uintptr_t>(ticket >> address_shift));
  }
  cell* grow() {
    if (used_ == size_) {
      std::size_t const size = std::max(first_chunk, 2 * size_);
      cell* const chunk = new cell[size];
      chunk->next = chunk_; // the first cell is not used: it links the chunks, so that leak checkers find them
      chunk_ = chunk;
      size_ = size;
      used_ = 1;
    }
    return chunk_ + used_++;
  }

  std::mutex mutex_;
  cell *free_ = nullptr, *chunk_ = nullptr;
  std::size_t size_ = 0, used_ = 0; // cells of the last chunk
};
/// Returns the only table, made in static memory by the first call and never destroyed. On Windows a mutex cannot be
/// initialised at compile time.
life_table& lives() {
  alignas(life_table) static std::byte room[sizeof(life_table)];
  static life_table& only = *::new (room) life_table;
  return only;
}

void free_block(block* b) noexcept {
  auto const from = b->from;
  void* const base = b->base;
  auto const bytes = b->bytes, alignment = b->alignment;
  b->~block();
  if (from != nullptr)
    from->deallocate(base, bytes, alignment);
  else if (!keep_spare(base, bytes + alignment))
    std::free(base);
}

} // namespace

block* allocate_block(index_t count, std::size_t size, bool zeroed, destroy_elements destroy) {
  auto const limit = static_cast<std::size_t>(std::numeric_limits<index_t>::max()) / 2;
  if (size != 0 && static_cast<std::size_t>(count) > limit / size)
    throw_shape_reason("allocation", "the bytes do not fit into 62 bits");
  std::size_t const bytes = static_cast<std::size_t>(count) * size;
  check_memory("elements", bytes);
  memory_source const source(current.load(std::memory_order_acquire));
  auto const from = source.resource;
  bool const on_pages = source.page_aligned || this_thread().page_aligned != 0;
  std::size_t const alignment = on_pages ? std::max(page, page_bytes()) : bytes >= huge_page ? page : cache_line;
  std::size_t const room = header_room(alignment);
  std::size_t total = room + (on_pages ? (bytes + alignment - 1) / alignment * alignment : bytes);
  void* const base = raw_memory(total, alignment, zeroed, from);
  auto const start = reinterpret_cast<std::uintptr_t>(base);
  auto const data = (start + room + alignment - 1) / alignment * alignment;
  if (bytes >= huge_page && from == nullptr)
    ask_for_whole_huge_pages(reinterpret_cast<void*>(data), bytes);
  auto* const b = new (reinterpret_cast<void*>(data - sizeof(block))) block;
  b->data = reinterpret_cast<void*>(data);
  b->count = destroy == nullptr ? count : 0;
  b->destroy = destroy;
  b->from = from;
  b->base = base;
  b->bytes = total;
  b->alignment = alignment;
  return b;
}

block* adopt_block(void* data, void* context, void (*release)(void*)) {
  check_memory("the owner of adopted memory", sizeof(block));
  std::size_t total = sizeof(block);
  void* const base = raw_memory(total, cache_line, false, nullptr);
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
bool block_shared(block const* b) noexcept {
  return !b->owners.is_one();
}

void retain(block* b) noexcept {
  b->owners.add();
}

void release(block* b) noexcept {
  if (!b->owners.remove())
    return;
  // The life ends first, so that a destructor that evaluates an expression over its own block gets an error.
  if (std::uint64_t const ticket = b->ticket.load(std::memory_order_acquire); ticket != 0)
    lives().end(ticket);
  if (b->destroy != nullptr)
    b->destroy(b->data, b->count);
  if (b->release != nullptr)
    b->release(b->context);
  free_block(b);
}

std::uint64_t block_ticket(block* b) {
  std::uint64_t ticket = b->ticket.load(std::memory_order_acquire);
  if (ticket != 0)
    return ticket;
  std::uint64_t const mine = lives().begin();
  if (b->ticket.compare_exchange_strong(ticket, mine, std::memory_order_acq_rel))
    return mine;
  lives().end(mine); // another thread was faster
  return ticket;
}

void check_ticket(std::uint64_t ticket, char const* operation) {
  if (!life_table::lives(ticket))
    throw_dead(ticket, operation);
}

std::uint64_t const moved_cell = 0;
std::uint64_t nothing_cell = 0;
// Runs before the initialisers of the program's own variables, which may read views. The compiler cannot initialise it,
// because an address is no compile-time constant.
namespace {
[[gnu::constructor(101)]] void set_nothing_cell() {
  nothing_cell = reference_to(&nothing_cell, nothing_bits);
}
} // namespace

void throw_moved_target() {
  throw_layout_reason("assignment", "the view was moved from: weft::swap(v, w) exchanges elements, v.rebind(w) views");
}

void throw_dead(std::uint64_t ticket, char const* operation) {
  if ((ticket & kind_bits) == moved_bits)
    throw_layout_reason(operation, "the view was moved from");
  throw_layout_reason(operation, "an operand's memory was freed or re-allocated after the expression was built; "
                                 "own(expression) keeps its operands alive");
}

} // namespace detail

std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource) noexcept {
  auto const before = detail::current.exchange(detail::memory_source::number(resource, false));
  return detail::memory_source(before).resource;
}
std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource, page_aligned_t) noexcept {
  auto const before = detail::current.exchange(detail::memory_source::number(resource, true));
  return detail::memory_source(before).resource;
}
std::pmr::memory_resource* memory_resource() noexcept {
  return detail::memory_source(detail::current.load(std::memory_order_acquire)).resource;
}

page_aligned_scope::page_aligned_scope() noexcept {
  ++detail::this_thread().page_aligned;
}
page_aligned_scope::~page_aligned_scope() {
  --detail::this_thread().page_aligned;
}

} // namespace weft
