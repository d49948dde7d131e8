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
/// bytes, a page from 2 MiB up.
WEFT_API std::pmr::memory_resource* set_memory_resource(std::pmr::memory_resource* resource) noexcept;
WEFT_API std::pmr::memory_resource* memory_resource() noexcept;

namespace detail {

/// One piece of memory and who uses it. Owners keep the elements alive, watchers only this header: an expression built
/// in a checked build watches the memory it reads and throws once its last owner is gone.
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
WEFT_API bool block_alive(block const* b) noexcept;
WEFT_API bool block_shared(block const* b) noexcept;

WEFT_API void retain(std::uintptr_t tagged) noexcept;
WEFT_API void release(std::uintptr_t tagged) noexcept;

/// What a leaf or a view keeps of the memory it reads: nothing, ownership, or (checked builds) a watch on its life.
/// All three have the same layout, so object files built with and without checks agree.
class storage_ref {
public:
  WEFT_INLINE constexpr storage_ref() = default;
  WEFT_INLINE storage_ref(storage_ref const& other) noexcept : tagged_(other.tagged_) {
    if (tagged_ != 0)
      retain(tagged_);
  }
  WEFT_INLINE storage_ref(storage_ref&& other) noexcept : tagged_(std::exchange(other.tagged_, 0)) {}
  WEFT_INLINE storage_ref& operator=(storage_ref other) noexcept {
    std::swap(tagged_, other.tagged_);
    return *this;
  }
  WEFT_INLINE ~storage_ref() {
    if (tagged_ != 0)
      release(tagged_);
  }

  /// Takes over one ownership that the caller has.
  WEFT_INLINE static storage_ref take(block* b) noexcept { return storage_ref(reinterpret_cast<std::uintptr_t>(b)); }
  WEFT_INLINE static storage_ref own(block* b) noexcept {
    const auto bits = reinterpret_cast<std::uintptr_t>(b);
    if (bits != 0)
      retain(bits);
    return storage_ref(bits);
  }
  /// A watch in checked builds, nothing in others.
  WEFT_INLINE static storage_ref watch([[maybe_unused]] block* b) noexcept {
#if WEFT_CHECK_BOUNDS
    if (b != nullptr) {
      const auto bits = reinterpret_cast<std::uintptr_t>(b) | watching;
      retain(bits);
      return storage_ref(bits);
    }
#endif
    return {};
  }

  /// Hands the ownership back to the caller.
  WEFT_INLINE block* yield() noexcept { return reinterpret_cast<block*>(std::exchange(tagged_, 0)); }

  WEFT_INLINE bool owns() const noexcept { return tagged_ != 0 && (tagged_ & watching) == 0; }
  WEFT_INLINE block* get() const noexcept { return reinterpret_cast<block*>(tagged_ & ~watching); }

  /// Throws layout_error if the memory has died; checked builds only.
  WEFT_INLINE void check([[maybe_unused]] char const* operation) const {
#if WEFT_CHECK_BOUNDS
    if (tagged_ != 0)
      check_alive(tagged_, operation);
#endif
  }

private:
  static constexpr std::uintptr_t watching = 1;
  WEFT_INLINE explicit storage_ref(std::uintptr_t tagged) noexcept : tagged_(tagged) {}
  WEFT_API static void check_alive(std::uintptr_t tagged, char const* operation);
  std::uintptr_t tagged_ = 0;
};

} // namespace detail
} // namespace weft
