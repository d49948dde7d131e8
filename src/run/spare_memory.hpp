#pragma once
#include <weft/base/config.hpp>

#include <cstddef>

// Private to src: large blocks that are freed are kept, the latest of them, for later allocations. malloc gives the
// memory of a large block back to the system when it is freed, and each page of the next block is a page fault: the
// gradient of x * y + z * w for 10^5 elements each took 9 ms where it takes 0.8.
namespace weft::detail {

/// With sanitizers no block is kept: they find uses of freed memory only if malloc frees it.
inline constexpr bool is_sanitized = sizeof(WEFT_TAG_SANITIZED) > 1;

/// Least bytes of a block that is kept, and most bytes of a kept block and of all kept blocks together.
inline constexpr std::size_t least_spare = std::size_t(1) << 16, most_spare = std::size_t(1) << 26;

/// Returns a kept block of `bytes` bytes or up to a quarter more, and sets `bytes` to its size; null if there is none.
/// Its contents are arbitrary.
void* acquire_spare(std::size_t& bytes) noexcept;
/// Keeps a block that malloc has given, and frees the oldest kept ones to make room. Returns false if it is not kept:
/// then the caller must free it.
bool keep_spare(void* base, std::size_t bytes) noexcept;

/// The bytes of a huge page.
inline constexpr std::size_t huge_page = std::size_t(2) << 20;
/// Asks the system for huge pages where whole ones lie in this memory.
void ask_for_whole_huge_pages(void* data, std::size_t bytes) noexcept;

} // namespace weft::detail
