#pragma once
#include <weft/base/check.hpp>
#include <weft/base/index.hpp>

#include <cstdint>
#include <utility>

#if defined(__GLIBCXX__) && !_GLIBCXX_INLINE_VERSION
namespace std::pmr { // all of <memory_resource> is a fifth of the umbrella header
class memory_resource;
}
#else
#include <memory_resource>
#endif

namespace weft {

/// Who frees the memory of a tensor or a view.
enum class ownership : unsigned char { owned, shared, borrowed };
inline constexpr auto owned = ownership::owned;
inline constexpr auto shared = ownership::shared;
inline constexpr auto borrowed = ownership::borrowed;

/// Sets where tensors and temporaries come from, for the whole process; nullptr: the default, malloc and calloc. Each
/// block goes back to the resource it came from, which must outlive it. Returns the one before. Alignment asked for: 64
/// bytes, a page from 2 MiB up. A shared library that hides a copy of weft has its own.
WEFT_API std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource) noexcept;
/// The one that is set; nullptr: the default.
WEFT_API std::pmr::memory_resource* memory_resource() noexcept;

namespace detail {

/// One piece of memory and who owns it.
struct block;

/// How the elements of a block end; null where their destructor does nothing.
using destroy_elements = void (*)(void* data, index_t count);

/// A block with room for `count` elements of `size` bytes, owned once. Zeroed memory of large blocks is not touched.
/// Throws std::bad_alloc, or shape_error where the bytes exceed 2^62.
WEFT_API block* allocate_block(index_t count, std::size_t size, bool zeroed, destroy_elements destroy);
/// A block around memory that somebody else allocated; `release(context)` is called once, when its last owner goes.
WEFT_API block* adopt_block(void* data, void* context, void (*release)(void* context));
WEFT_API void* block_data(block* b) noexcept;
/// Elements constructed so far: what `destroy` gets.
WEFT_API void set_block_count(block* b, index_t count) noexcept;
WEFT_API bool block_shared(block const* b) noexcept;

WEFT_API void retain(block* b) noexcept;
WEFT_API void release(block* b) noexcept;

/// A ticket for the life of a block: a cell, by address, and how many blocks had used the cell before. Odd, so never 0.
WEFT_API std::uint64_t block_ticket(block* b);
/// Throws layout_error if the block has died.
WEFT_API void check_ticket(std::uint64_t ticket, char const* operation);
WEFT_API [[noreturn]] void throw_dead(std::uint64_t ticket, char const* operation);
/// Of an assignment to a view that was moved from.
WEFT_API [[noreturn]] void throw_moved_target();

// The address takes the upper 48 bits: on x86-64 and AArch64 it has no more unless a program asks the system for them.
inline constexpr int ticket_address_shift = 16;
/// What a cell counts to is less, so no block has a ticket that ends in these bits: a view that was moved from has.
inline constexpr std::uint64_t moved_bits = 0xffff;
/// The cell of views that were moved from: 0, so that no element is found by way of one.
WEFT_API extern const std::uint64_t moved_cell;
/// True while the block lives: the cell holds its ticket. Asked for each element, so it is a plain load: a loop may ask
/// once. The cell changes when the block dies, and who reads its elements meanwhile on another thread has lost already.
WEFT_INLINE bool ticket_lives(std::uint64_t ticket) noexcept {
  return *reinterpret_cast<std::uint64_t const*>(static_cast<std::uintptr_t>(ticket >> ticket_address_shift)) == ticket;
}

/// A watch on the life of a block, in checked builds; nothing in others. It keeps nothing alive and is a plain number:
/// copies of an expression over tensors cost the program, and the compiler, no more than copies of its pointers.
/// Builds with and without checks agree on what it is.
class watch_ref {
public:
  WEFT_INLINE constexpr watch_ref() = default;
  WEFT_INLINE constexpr explicit watch_ref(std::uint64_t ticket) : ticket_(ticket) {}
  WEFT_INLINE static watch_ref of([[maybe_unused]] block* b) {
#if WEFT_CHECK_BOUNDS
    if (b != nullptr)
      return watch_ref(block_ticket(b));
#endif
    return {};
  }
  WEFT_INLINE std::uint64_t ticket() const noexcept { return ticket_; }
  WEFT_INLINE watch_ref watched() const noexcept { return *this; }
  /// Throws layout_error if the memory has died; checked builds only.
  WEFT_INLINE void check([[maybe_unused]] char const* operation) const {
#if WEFT_CHECK_BOUNDS
    if (ticket_ != 0)
      check_ticket(ticket_, operation);
#endif
  }

private:
  std::uint64_t ticket_ = 0;
};

/// What a view keeps of the memory it reads: nothing, ownership, or a watch on its life.
class storage_ref {
public:
  WEFT_INLINE constexpr storage_ref() = default;
  WEFT_INLINE storage_ref(watch_ref w) noexcept : tagged_(w.ticket()) {}
  WEFT_INLINE storage_ref(storage_ref const& other) noexcept : tagged_(other.tagged_) {
    if (owns())
      retain(get());
  }
  WEFT_INLINE storage_ref(storage_ref&& other) noexcept : tagged_(std::exchange(other.tagged_, 0)) {}
  WEFT_INLINE storage_ref& operator=(storage_ref other) noexcept {
    std::swap(tagged_, other.tagged_);
    return *this;
  }
  WEFT_INLINE ~storage_ref() {
    if (owns())
      release(get());
  }

  /// Takes over one ownership that the caller has.
  WEFT_INLINE static storage_ref take(block* b) noexcept { return storage_ref(b); }
  WEFT_INLINE static storage_ref own(block* b) noexcept {
    if (b != nullptr)
      retain(b);
    return storage_ref(b);
  }

  /// Hands the ownership back to the caller.
  WEFT_INLINE block* yield() noexcept {
    block* const b = get();
    tagged_ = 0;
    return b;
  }

  WEFT_INLINE bool owns() const noexcept { return tagged_ != 0 && (tagged_ & watching) == 0; }
  /// The block that this owns, or null.
  WEFT_INLINE block* get() const noexcept {
    return (tagged_ & watching) != 0 ? nullptr : reinterpret_cast<block*>(static_cast<std::uintptr_t>(tagged_));
  }
  WEFT_INLINE watch_ref watched() const noexcept {
    return (tagged_ & watching) != 0 && !was_moved() ? watch_ref(tagged_) : watch_ref();
  }
  WEFT_INLINE void check(char const* operation) const { watched().check(operation); }
  /// Throws layout_error if the memory that this watches has died, for one element.
  WEFT_INLINE void check_element() const {
    if ((tagged_ & watching) != 0 && !ticket_lives(tagged_)) [[unlikely]]
      throw_dead(tagged_, "subscript");
  }
  /// Of the reference that a view has which was moved from: it keeps nothing, and nothing can be assigned to the view.
  WEFT_INLINE void set_moved() noexcept {
    tagged_ = reinterpret_cast<std::uintptr_t>(&moved_cell) << ticket_address_shift | moved_bits;
  }
  WEFT_INLINE bool was_moved() const noexcept { return (tagged_ & moved_bits) == moved_bits; }

private:
  static constexpr std::uint64_t watching = 1; // tickets are odd, the addresses of blocks are not
  WEFT_INLINE explicit storage_ref(block* b) noexcept : tagged_(reinterpret_cast<std::uintptr_t>(b)) {}
  std::uint64_t tagged_ = 0;
};

} // namespace detail
} // namespace weft
