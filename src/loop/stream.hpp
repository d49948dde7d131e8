#pragma once

#include <weft/base/index.hpp>

// Private to src: the caches, and stores that go past them.
namespace weft::detail {

/// True if `bytes` is more than the caches hold.
bool exceeds_caches(double bytes) noexcept;
/// True if an output of `bytes` bytes is better not kept in the caches, and can be stored past them.
bool pays_to_stream(double bytes) noexcept;

/// Bytes; a usual size where the system does not say.
index_t second_level_cache() noexcept;

/// Copies bytes out of a buffer. Other threads see them only after stream_end().
void stream_copy(index_t to, index_t from, index_t bytes) noexcept;
void stream_end() noexcept;

} // namespace weft::detail
