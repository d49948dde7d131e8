#include "loop/stream.hpp"

#include <weft/eval/deterministic.hpp>
#include <weft/eval/row_blocks.hpp>
#include <weft/eval/threads.hpp>

#include <algorithm>

namespace weft::detail {

index_t rows_at_a_time(index_t rows, index_t bytes) noexcept {
  if (!exceeds_caches(static_cast<double>(bytes)) || num_threads() > 1 || deterministic())
    return rows;
  index_t const in_cache = second_level_cache() / 2;
  return std::clamp<index_t>(rows / (bytes / in_cache + 1), 1, rows);
}

} // namespace weft::detail
