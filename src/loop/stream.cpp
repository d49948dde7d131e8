#include "loop/stream.hpp"
#include "loop/limits.hpp"
#include "run/system.hpp"

#include <weft/eval/loop.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>
#if WEFT_HAS_CLONES
#include <immintrin.h>
#endif

namespace weft::detail {

namespace {

double reported_cache() {
  return static_cast<double>(cache_bytes(3));
}

#if WEFT_HAS_CLONES
using limits::line;

WEFT_TARGET_AVX512 void stream_lines_avx512(char* to, char const* from, index_t bytes) {
  for (index_t i = 0; i < bytes; i += line)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_loadu_si512(from + i));
}
WEFT_TARGET_AVX2 void stream_lines_avx2(char* to, char const* from, index_t bytes) {
  for (index_t i = 0; i < bytes; i += line / 2)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i),
                        _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from + i)));
}
void stream_lines_baseline(char* to, char const* from, index_t bytes) {
  for (index_t i = 0; i < bytes; i += line / 4)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + i)));
}
constexpr void (*stream_lines[])(char*, char const*, index_t) = {stream_lines_baseline, stream_lines_avx2,
                                                                 stream_lines_avx512};
static_assert(std::size(stream_lines) == isa_count, "each instruction set has its stores");
#endif

} // namespace

bool exceeds_caches(double bytes) noexcept {
  static const double reported = reported_cache();
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
#if WEFT_HAS_CLONES
  const index_t head = std::min(bytes, (line - to % line) % line), lines = (bytes - head) / line * line;
  std::memcpy(out, in, static_cast<std::size_t>(head));
  stream_lines[chosen_isa](out + head, in + head, lines);
  std::memcpy(out + head + lines, in + head + lines, static_cast<std::size_t>(bytes - head - lines));
#else
  std::memcpy(out, in, static_cast<std::size_t>(bytes));
#endif
}

void stream_end() noexcept {
#if WEFT_HAS_CLONES
  _mm_sfence();
#endif
}

} // namespace weft::detail
