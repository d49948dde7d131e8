#include "stream.hpp"

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

void note_row_blocks(plan_report& r, plan_report const& before, row_block const& b) {
  auto const scale = [&](index_t& all, index_t old) { all = old + (all - old) / b.count * b.extent; };
  index_t const blocks = (b.extent - 1) / b.count + 1;
  r.temporaries = before.temporaries + (r.temporaries - before.temporaries) * static_cast<int>(blocks);
  scale(r.temporary_bytes, before.temporary_bytes);
  scale(r.bytes_read, before.bytes_read);
  scale(r.bytes_written, before.bytes_written);
  scale(r.flops, before.flops);
  r.rows_at_a_time = b.count;
}

} // namespace weft::detail
