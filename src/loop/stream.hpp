#pragma once

#include <weft/base/index.hpp>

// Private to src: the size of the caches, and stores that go past them.
namespace weft::detail {

/// Returns true if `bytes` is at least the size of the last cache.
bool exceeds_caches(double bytes) noexcept;
/// Returns true if an output of `bytes` bytes exceeds the caches, and the build has kernels that store past them.
bool pays_to_stream(double bytes) noexcept;

/// Returns the bytes of the second-level cache, or 256 KiB if the system does not say.
index_t second_level_cache() noexcept;

/// Copies bytes out of a buffer, past the caches. Other threads see them only after stream_end().
void stream_copy(index_t to, index_t from, index_t bytes) noexcept;
void stream_end() noexcept;

} // namespace weft::detail
