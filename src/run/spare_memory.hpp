#pragma once
#include <weft/base/config.hpp>

#include <cstddef>

// Private to src: the large blocks that were freed last stay with the process, for the next allocations. malloc gives
// the memory of a large block back to the system when the block is freed, and each page of the next one is a page
// fault: the gradient of x * y + z * w for 10^5 elements each took 9 ms where it takes 0.8.
namespace weft::detail {

/// Sanitizers find what is used after its end only if malloc knows of it.
inline constexpr bool is_sanitized = sizeof(WEFT_TAG_SANITIZED) > 1;

/// The bytes from which a block is kept, and the bytes of all kept blocks at most.
inline constexpr std::size_t least_spare = std::size_t(1) << 16, most_spare = std::size_t(1) << 26;

/// One of `bytes` or up to a quarter more, which `bytes` then says; null where there is none. Its elements are
/// anything.
void* take_spare(std::size_t& bytes) noexcept;
/// Keeps memory of malloc, in place of some that was kept before; false where it is the caller's to free.
bool keep_spare(void* base, std::size_t bytes) noexcept;

} // namespace weft::detail
