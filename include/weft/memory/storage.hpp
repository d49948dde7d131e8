#pragma once
#include <weft/base/check.hpp>
#include <weft/base/index.hpp>

#include <cstdint>
#include <utility>

#if defined(__GLIBCXX__) && !_GLIBCXX_INLINE_VERSION
namespace std::pmr { // including <memory_resource> would add a fifth to the umbrella header
class memory_resource;
}
#else
#include <memory_resource>
#endif

namespace weft {

/// How a tensor or a view owns its memory: alone, together with others, or not at all.
enum class ownership : unsigned char { owned, shared, borrowed };
inline constexpr auto owned = ownership::owned;
inline constexpr auto shared = ownership::shared;
inline constexpr auto borrowed = ownership::borrowed;

/// Sets the memory resource of tensors and temporaries, for the whole process, and returns the one before. nullptr is
/// the default: malloc and calloc, with up to 64 MiB of freed large blocks kept for new ones. Each block returns to the
/// resource that it came from, which must outlive it. Blocks are aligned to 64 bytes, from 2 MiB on to a page. A shared
/// library that hides a copy of weft has a resource of its own.
WEFT_API std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource) noexcept;

/// Asks for elements that begin at a page: set_memory_resource(r, page_aligned).
struct page_aligned_t {};
inline constexpr page_aligned_t page_aligned{};
/// Sets the resource, and gives the elements of each block from it pages of their own, whatever the size. The elements
/// begin at a page, no other block uses the rest of their last page, and weft's 128 bytes lie on the page before them.
/// Devices can use such memory as it is. Each block takes up to two pages more.
WEFT_API std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource, page_aligned_t) noexcept;
/// While an object of this class lives, the blocks that its thread allocates have pages of their own too, from any
/// resource. Scopes nest; each ends in the thread in which it began. Adopted and borrowed memory stays where it is, and
/// so do static shapes up to 4 KiB, whose elements lie inside the tensor.
class [[nodiscard]] page_aligned_scope {
public:
  [[nodiscard]] WEFT_API page_aligned_scope() noexcept;
  page_aligned_scope(page_aligned_scope const&) = delete;
  page_aligned_scope& operator=(page_aligned_scope const&) = delete;
  WEFT_API ~page_aligned_scope();
};
/// Returns the resource that is set; nullptr: the default.
[[nodiscard]] WEFT_API std::pmr::memory_resource* memory_resource() noexcept;

namespace detail {

/// A block of memory, with the number of its owners.
struct block;

/// Destroys the first `count` elements of a block; null if their destructor does nothing.
using destroy_elements = void (*)(void* data, index_t count);

/// Returns a new block with room for `count` elements of `size` bytes; the caller is its one owner. The memory of large
/// zeroed blocks is not touched. Throws std::bad_alloc, or shape_error where the bytes exceed 2^62.
WEFT_API block* allocate_block(index_t count, std::size_t size, bool zeroed, destroy_elements destroy);
/// Returns a block for memory that weft did not allocate. Calls release(context) once, when the last owner releases the
/// block.
WEFT_API block* adopt_block(void* data, void* context, void (*release)(void* context));
WEFT_API void* block_data(block* b) noexcept;
/// Sets how many elements have been constructed so far, which is the count that `destroy` gets.
WEFT_API void set_block_count(block* b, index_t count) noexcept;
WEFT_API bool block_shared(block const* b) noexcept;

WEFT_API void retain(block* b) noexcept;
WEFT_API void release(block* b) noexcept;

/// Returns the ticket of a block, by which the end of its life is noticed: a reference to a cell, and how many blocks
/// used the cell before. A ticket is odd, which tells it from a reference that owns.
WEFT_API std::uint64_t block_ticket(block* b);
/// Throws layout_error if the memory of the block has been freed.
WEFT_API void check_ticket(std::uint64_t ticket, char const* operation);
WEFT_API [[noreturn]] void throw_dead(std::uint64_t ticket, char const* operation);
/// Throws layout_error for an assignment to a view that was moved from.
WEFT_API [[noreturn]] void throw_moved_target();

// A reference to memory is a number of 64 bits. Its upper 48 bits are an address (on x86-64 and AArch64 addresses have
// no more bits, unless a program asks the system for more), and its lower 16 bits say what kind of reference it is. As
// long as the memory lives, the word at that address holds this same number, for every kind. So an element access makes
// one comparison, and need not know the kind.
inline constexpr int address_shift = 16;
inline constexpr std::uint64_t kind_bits = 0xffff, owner_bits = 0, nothing_bits = 2, moved_bits = 0xffff;
WEFT_INLINE std::uint64_t reference_to(void const* p, std::uint64_t bits) noexcept {
  return reinterpret_cast<std::uintptr_t>(p) << address_shift | bits;
}
WEFT_INLINE std::uint64_t const* address_of(std::uint64_t reference) noexcept {
  return reinterpret_cast<std::uint64_t const*>(reference >> address_shift);
}
/// References to nothing point to nothing_cell, references of views that were moved from to moved_cell. moved_cell
/// never holds such a reference, so access through a view that was moved from throws.
WEFT_API extern std::uint64_t const moved_cell;
WEFT_API extern std::uint64_t nothing_cell;

/// In checked builds, notices that a block has been freed; in others it does nothing. It owns no memory and is a plain
/// number: a copy of an expression over tensors costs the program, and the compiler, no more than a copy of its
/// pointers. The class is the same in builds with and without checks.
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
  /// Returns false if the memory has been freed; without checks it always returns true.
  WEFT_INLINE constexpr bool lives() const noexcept {
#if WEFT_CHECK_BOUNDS
    return ticket_ == 0 || __atomic_load_n(address_of(ticket_), __ATOMIC_ACQUIRE) == ticket_;
#else
    return true;
#endif
  }
  /// Throws layout_error if the memory has been freed; without checks it does nothing.
  WEFT_INLINE constexpr void check([[maybe_unused]] char const* operation) const {
#if WEFT_CHECK_BOUNDS
    if (ticket_ != 0)
      check_ticket(ticket_, operation);
#endif
  }

private:
  std::uint64_t ticket_ = 0;
};

/// A view's reference to the memory that it reads: it owns it, watches its life, or does neither. A constant expression
/// cannot turn an address into a number, so there it holds an allocation, which must be freed before the evaluation
/// ends. So no constexpr variable can hold a view, whose reference would mean nothing at run time.
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
  // Not by value: where a template assigns `{}`, Clang 14 never destroys such a parameter, and the old memory leaks.
  WEFT_INLINE constexpr storage_ref& operator=(storage_ref&& other) noexcept {
    if (!std::is_constant_evaluated()) {
      storage_ref taken(static_cast<storage_ref&&>(other));
      std::swap(state_.tagged, taken.state_.tagged);
    }
    return *this;
  }
  WEFT_INLINE constexpr storage_ref& operator=(storage_ref const& other) noexcept { return *this = storage_ref(other); }
  WEFT_INLINE constexpr ~storage_ref() {
    if (std::is_constant_evaluated())
      delete state_.in_constant;
    else if (owns())
      release(get());
  }

  /// adopt() takes over an ownership that the caller has; own() adds one.
  WEFT_INLINE static storage_ref adopt(block* b) noexcept { return storage_ref(b); }
  WEFT_INLINE static storage_ref own(block* b) noexcept {
    if (b != nullptr)
      retain(b);
    return storage_ref(b);
  }

  /// Returns the block, and passes its ownership to the caller.
  WEFT_INLINE block* yield() noexcept {
    block* const b = get();
    state_.tagged = nothing();
    return b;
  }

  WEFT_INLINE constexpr bool owns() const noexcept {
    return !std::is_constant_evaluated() && (state_.tagged & kind_bits) == owner_bits;
  }
  /// Returns the block that this owns, or null.
  WEFT_INLINE block* get() const noexcept {
    return owns() ? reinterpret_cast<block*>(state_.tagged >> address_shift) : nullptr;
  }
  WEFT_INLINE constexpr watch_ref watched() const noexcept {
    return !std::is_constant_evaluated() && (state_.tagged & 1) != 0 && !was_moved() ? watch_ref(state_.tagged)
                                                                                     : watch_ref();
  }
  WEFT_INLINE constexpr void check(char const* operation) const { watched().check(operation); }
  /// Throws layout_error if the memory that this watches has been freed; for the access to an element. It is a plain
  /// load, not an atomic one, so that the compiler may move it out of a loop. The number changes when the memory is
  /// freed; a thread that reads elements while another one frees them has a data race anyway.
  WEFT_INLINE constexpr void check_element() const {
    if (!std::is_constant_evaluated() && *address_of(state_.tagged) != state_.tagged) [[unlikely]]
      throw_dead(state_.tagged, "subscript");
  }
  /// Marks the reference of a view that was moved from. It then owns nothing, and the view refuses assignments.
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
