#include "fft/transform_table.hpp"
#include "run/spare_memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

namespace weft::detail {

namespace {

/// Lies before the memory that is handed out.
struct memory_header {
  void* base;
  std::size_t bytes;
};
constexpr std::size_t cache_line = 64;

} // namespace

void* allocate_transform_memory(std::size_t bytes) {
  std::size_t total = bytes + sizeof(memory_header) + cache_line;
  void* base = acquire_spare(total);
  if (base == nullptr)
    base = std::malloc(total);
  if (base == nullptr)
    throw std::bad_alloc();
  auto const after_header = reinterpret_cast<std::uintptr_t>(base) + sizeof(memory_header);
  auto* const data = reinterpret_cast<void*>((after_header + cache_line - 1) / cache_line * cache_line);
  if (bytes >= huge_page)
    ask_for_whole_huge_pages(data, bytes);
  new (static_cast<memory_header*>(data) - 1) memory_header{base, total};
  return data;
}
void free_transform_memory(void* data) noexcept {
  if (data == nullptr)
    return;
  memory_header const header = static_cast<memory_header*>(data)[-1];
  if (!keep_spare(header.base, header.bytes))
    std::free(header.base);
}

} // namespace weft::detail
