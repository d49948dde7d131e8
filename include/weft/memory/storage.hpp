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

/// The owner, which frees the memory of a tensor or a view.
enum class ownership : unsigned char { owned, shared, borrowed };
inline constexpr auto owned = ownership::owned;
inline constexpr auto shared = ownership::shared;
inline constexpr auto borrowed = ownership::borrowed;

/// Sets where tensors and temporaries come from, for the whole process; nullptr: the default, malloc and calloc, of
/// which up to 64 MiB stay for large blocks when they are freed. Each block goes back to the resource it came from,
/// which must outlive it. Returns the one before. Alignment asked for: 64 bytes, a page from 2 MiB up. A shared library
/// that hides a copy of weft has its own.
WEFT_API std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource) noexcept;

/// Asks for elements that begin at a page: set_memory_resource(r, page_aligned).
struct page_aligned_t {};
inline constexpr page_aligned_t page_aligned{};
/// Sets the resource, and gives each block that comes from it pages of its own for its elements, of any size: they
/// begin at a page, no other block has a part of their last one, and weft's 128 bytes lie on the page in front. Devices
/// take such memory as it is. It costs up to two pages more for each block.
WEFT_API std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource, page_aligned_t) noexcept;
/// While one lives, the same holds for the blocks that this thread makes, wherever they come from. Scopes nest; each
/// ends in the thread in which it began. Adopted and borrowed memory stays where it is, and so do static shapes up to
/// 4 KiB, whose elements lie in the tensor itself.
class [[nodiscard]] page_aligned_scope {
public:
  [[nodiscard]] WEFT_API page_aligned_scope() noexcept;
  page_aligned_scope(page_aligned_scope const&) = delete;
  page_aligned_scope& operator=(page_aligned_scope const&) = delete;
  WEFT_API ~page_aligned_scope();
};
/// The one that is set; nullptr: the default.
[[nodiscard]] WEFT_API std::pmr::memory_resource* memory_resource() noexcept;

namespace detail {

/// One piece of memory and who owns it.
struct block;

/// Destroys the elements of a block; null if their destructor does nothing.
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

/// A ticket for the life of a block: a reference to a cell, and how many blocks had used the cell before. Odd.
WEFT_API std::uint64_t block_ticket(block* b);
/// Throws layout_error if the block has died.
WEFT_API void check_ticket(std::uint64_t ticket, char const* operation);
WEFT_API [[noreturn]] void throw_dead(std::uint64_t ticket, char const* operation);
/// Reports an assignment to a view that was moved from.
WEFT_API [[noreturn]] void throw_moved_target();

// A reference to memory is one number: an address in the upper 48 bits (on x86-64 and AArch64 it has no more unless a
// program asks the system for them), and what it is in the lower 16. Where the address points, the same number stands
// as long as the memory lives, whatever the reference is: so an element asks once and without a case.
inline constexpr int address_shift = 16;
inline constexpr std::uint64_t kind_bits = 0xffff, owner_bits = 0, nothing_bits = 2, moved_bits = 0xffff;
WEFT_INLINE std::uint64_t reference_to(void const* p, std::uint64_t bits) noexcept {
  return reinterpret_cast<std::uintptr_t>(p) << address_shift | bits;
}
WEFT_INLINE std::uint64_t const* address_of(std::uint64_t reference) noexcept {
  return reinterpret_cast<std::uint64_t const*>(reference >> address_shift);
}
/// References to nothing point to nothing_cell, references of views that were moved from to moved_cell. The second cell
/// never holds a ticket, so such a view counts as dead.
WEFT_API extern std::uint64_t const moved_cell;
WEFT_API extern std::uint64_t nothing_cell;

/// A watch on the life of a block, in checked builds; nothing in others. It keeps nothing alive and is a plain number:
/// copies of an expression over tensors cost the program, and the compiler, no more than copies of its pointers.
/// Builds with and without checks agree on what it is.
class watch_ref {
public:
  WEFT_INLINE constexpr watch_ref() = default;
  WEFT_INLINE constexpr explicit watch_ref(std::uint64_t ticket) : ticket_(ticket) {}
  WEFT_INLINE static constexpr watch_ref of([[maybe_unused]] block* b) {
#if WEFT_CHECK_BOUNDS
    if (b != nullptr)
      return watch_ref(block_ticket(b));
#endif
    return {};
  }
  WEFT_INLINE constexpr std::uint64_t ticket() const noexcept { return ticket_; }
  WEFT_INLINE constexpr watch_ref watched() const noexcept { return *this; }
  /// False if the memory has died; checked builds only.
  WEFT_INLINE constexpr bool lives() const noexcept {
#if WEFT_CHECK_BOUNDS
    return ticket_ == 0 || __atomic_load_n(address_of(ticket_), __ATOMIC_ACQUIRE) == ticket_;
#else
    return true;
#endif
  }
  /// Throws layout_error if it has died; checked builds only.
  WEFT_INLINE constexpr void check([[maybe_unused]] char const* operation) const {
#if WEFT_CHECK_BOUNDS
    if (ticket_ != 0)
      check_ticket(ticket_, operation);
#endif
  }

private:
  std::uint64_t ticket_ = 0;
};

/// A view's hold on the memory that it reads: nothing, ownership, or a watch on its life. In a constant expression an
/// address is no number, so there it is an allocation, which must not outlive the evaluation: no constexpr variable can
/// hold a view, whose reference would mean nothing at run time.
class storage_ref {
public:
  WEFT_INLINE constexpr storage_ref() noexcept : storage_ref(watch_ref()) {}
  WEFT_INLINE constexpr storage_ref(watch_ref w) noexcept : state_{0} {
    if (std::is_constant_evaluated())
      state_.in_constant = new char();
    else
      state_.tagged = w.ticket() == 0 ? nothing() : w.ticket();
  }
  WEFT_INLINE constexpr storage_ref(storage_ref const& other) noexcept : state_{0} {
    if (std::is_constant_evaluated()) {
      state_.in_constant = new char();
      return;
    }
    state_.tagged = other.state_.tagged;
    if (owns())
      retain(get());
  }
  WEFT_INLINE constexpr storage_ref(storage_ref&& other) noexcept : state_{0} {
    if (std::is_constant_evaluated())
      state_.in_constant = new char();
    else
      state_.tagged = std::exchange(other.state_.tagged, nothing());
  }
  WEFT_INLINE constexpr storage_ref& operator=(storage_ref other) noexcept {
    if (!std::is_constant_evaluated())
      std::swap(state_.tagged, other.state_.tagged);
    return *this;
  }
  WEFT_INLINE constexpr ~storage_ref() {
    if (std::is_constant_evaluated())
      delete state_.in_constant;
    else if (owns())
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
    state_.tagged = nothing();
    return b;
  }

  WEFT_INLINE constexpr bool owns() const noexcept {
    return !std::is_constant_evaluated() && (state_.tagged & kind_bits) == owner_bits;
  }
  /// The block that this owns, or null.
  WEFT_INLINE block* get() const noexcept {
    return owns() ? reinterpret_cast<block*>(state_.tagged >> address_shift) : nullptr;
  }
  WEFT_INLINE constexpr watch_ref watched() const noexcept {
    return !std::is_constant_evaluated() && (state_.tagged & 1) != 0 && !was_moved() ? watch_ref(state_.tagged)
                                                                                     : watch_ref();
  }
  WEFT_INLINE constexpr void check(char const* operation) const { watched().check(operation); }
  /// Throws layout_error if the memory that this watches has died: for one element. A plain load, so that a loop may
  /// ask once: the number changes when the memory dies, and who reads elements meanwhile on another thread has lost.
  WEFT_INLINE constexpr void check_element() const {
    if (!std::is_constant_evaluated() && *address_of(state_.tagged) != state_.tagged) [[unlikely]]
      throw_dead(state_.tagged, "subscript");
  }
  /// Marks the reference of a view that was moved from: it keeps no memory, and the view refuses assignments.
  WEFT_INLINE constexpr void set_moved() noexcept {
    if (!std::is_constant_evaluated())
      state_.tagged = reference_to(&moved_cell, moved_bits);
  }
  WEFT_INLINE constexpr bool was_moved() const noexcept {
    return !std::is_constant_evaluated() && (state_.tagged & kind_bits) == moved_bits;
  }

private:
  WEFT_INLINE static std::uint64_t nothing() noexcept { return reference_to(&nothing_cell, nothing_bits); }
  WEFT_INLINE explicit storage_ref(block* b) noexcept
      : state_{b == nullptr ? nothing() : reference_to(b, owner_bits)} {}
  union {
    std::uint64_t tagged;
    char* in_constant;
  } state_;
};

} // namespace detail
} // namespace weft
