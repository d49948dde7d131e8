#include "loop/stream.hpp"
#include "loop/limits.hpp"
#include "machine/row_table.hpp"
#include "run/system.hpp"

#include <weft/eval/loop.hpp>

#include <algorithm>
#include <cstring>

namespace weft::detail {

namespace {

using limits::line;

double reported_cache() {
  return static_cast<double>(cache_bytes(3));
}

} // namespace

bool exceeds_caches(double bytes) noexcept {
  static double const reported = reported_cache();
  return bytes >= std::clamp(reported, limits::least_last_cache, limits::most_last_cache);
}

bool pays_to_stream(double bytes) noexcept {
  return WEFT_HAS_CLONES != 0 && exceeds_caches(bytes);
}

index_t second_level_cache() noexcept {
  static index_t const bytes = cache_bytes(2);
  return bytes > 0 ? bytes : index_t(256) << 10;
}

void stream_copy(index_t to, index_t from, index_t bytes) noexcept {
  auto* const out = reinterpret_cast<char*>(to);
  auto const* const in = reinterpret_cast<char const*>(from);
  index_t const head = std::min(bytes, (line - to % line) % line), lines = (bytes - head) / line * line;
  std::memcpy(out, in, static_cast<std::size_t>(head));
  row_levels[chosen_isa]->stream(out + head, in + head, lines);
  std::memcpy(out + head + lines, in + head + lines, static_cast<std::size_t>(bytes - head - lines));
}

void stream_end() noexcept {
  row_levels[chosen_isa]->stream_end();
}

} // namespace weft::detail
