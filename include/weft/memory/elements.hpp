#pragma once
#include <weft/base/scalar.hpp>
#include <weft/memory/storage.hpp>

#include <new>
#include <type_traits>

namespace weft::detail {

/// True for types whose zero is all zero bytes, and whose elements may be left uninitialised. std::complex is named,
/// because its default constructor is not trivial: it writes zeros.
template <class T>
inline constexpr bool is_plain =
    std::is_trivially_copyable_v<T> && (std::is_trivially_default_constructible_v<T> || is_complex<T>);

template <class T>
WEFT_FN void destroy_range(void* data, index_t count) {
  T* const p = static_cast<T*>(data);
  for (index_t i = 0; i < count; ++i)
    p[i].~T();
}

/// Returns a new block of `count` elements, which the caller owns. If `initialised` they are zero or default
/// constructed; else plain types are left uninitialised. If a constructor throws, the elements made before are
/// destroyed and the block is freed.
template <class T>
WEFT_FN block* new_elements(index_t count, bool initialised) {
  static_assert(alignof(T) <= 64, "weft: elements are aligned to 64 bytes at most");
  if constexpr (is_plain<T>) {
    return allocate_block(count, sizeof(T), initialised, nullptr);
  } else {
    storage_ref memory = storage_ref::adopt(allocate_block(count, sizeof(T), false, &destroy_range<T>));
    struct progress { // declared last, so destroyed before `memory`, also when an exception is thrown
      block* b;
      index_t done = 0;
      ~progress() { set_block_count(b, done); }
    };
    {
      progress made{memory.get()};
      for (T* const p = static_cast<T*>(block_data(made.b)); made.done < count; ++made.done)
        ::new (static_cast<void*>(p + made.done)) T();
    }
    return memory.yield();
  }
}

/// Moves elements to a new block, and returns its owner.
template <class T>
WEFT_FN storage_ref moved_elements(T* from, index_t count) {
  storage_ref memory = storage_ref::adopt(new_elements<T>(count, true));
  T* const to = static_cast<T*>(block_data(memory.get()));
  for (index_t i = 0; i < count; ++i)
    to[i] = std::move(from[i]);
  return memory;
}

} // namespace weft::detail
