#pragma once
#include <weft/memory/storage.hpp>

#include <memory>
#include <new>
#include <type_traits>

namespace weft::detail {

template <class T>
inline constexpr bool is_plain = std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>;

template <class T>
WEFT_FN void destroy_range(void* data, index_t count) {
  T* const p = static_cast<T*>(data);
  for (index_t i = 0; i < count; ++i)
    p[i].~T();
}

/// A block of `count` elements, owned once: zero (or default constructed) where `initialised`, else plain types are left
/// as they are. An exception of a constructor leaves nothing behind.
template <class T>
WEFT_FN block* new_elements(index_t count, bool initialised) {
  static_assert(alignof(T) <= 64, "weft: elements are aligned to 64 bytes at most");
  if constexpr (is_plain<T>) {
    return allocate_block(count, sizeof(T), initialised, nullptr);
  } else {
    block* const b = allocate_block(count, sizeof(T), false, &destroy_range<T>);
    storage_ref guard = storage_ref::take(b);
    T* const p = static_cast<T*>(block_data(b));
    for (index_t i = 0; i < count; ++i) {
      ::new (static_cast<void*>(p + i)) T();
      set_block_count(b, i + 1);
    }
    return guard.yield();
  }
}

} // namespace weft::detail
