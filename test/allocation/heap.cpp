#include "heap.hpp"

#include <cstdlib>

namespace heap {
std::atomic<bool> counting{false};
std::atomic<std::int64_t> calls{0};
} // namespace heap

// GCC takes free() of memory from operator new for a mistake, where it sees both.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  heap::calls += heap::counting ? 1 : 0;
  void* const p = std::malloc(bytes == 0 ? 1 : bytes);
  if (p == nullptr)
    throw std::bad_alloc();
  return p;
}
// That of arrays leads here, but not in a program with AddressSanitizer, which has its own.
[[gnu::noinline]] void* operator new[](std::size_t bytes) {
  return operator new(bytes);
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete[](void* p) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}
