#include "stream.hpp"

#include <weft/linalg/gemm.hpp>

namespace weft::detail {

bool pays_to_fetch(double bytes) noexcept {
  return exceeds_caches(2 * bytes);
}
void fetch(index_t position, index_t bytes) noexcept {
  constexpr index_t step = 64; // of a cache line, or half of one
  for (index_t i = 0; i < bytes; i += step)
    static_cast<void>(*reinterpret_cast<char const volatile*>(position + i));
}

} // namespace weft::detail
