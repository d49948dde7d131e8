#include "loop/limits.hpp"
#include "machine/row_table.hpp"

#include <weft/ops/nonzero.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace weft::detail {

index_t list_true(bool const* mask, index_t n, index_t first, index_t* list) {
  return row_levels[chosen_isa]->list_true(mask, n, first, list);
}

void* compress_row(bool const* mask, index_t n, void const* from, index_t size, void* to, void* last) {
  auto const compress = row_levels[chosen_isa]->compress[std::countr_zero(static_cast<unsigned>(size))];
  auto const* in = static_cast<char const*>(from);
  auto* out = static_cast<char*>(to);
  index_t kept = mask_piece;
  for (index_t i = 0; i < n; i += mask_piece, out += kept * size) {
    index_t const piece = std::min(mask_piece, n - i);
    if (kept < limits::few_kept) {
      index_t list[mask_piece];
      kept = list_true(mask + i, piece, i, list);
      for (index_t k = 0; k < kept; ++k)
        std::memcpy(out + k * size, in + list[k] * size, static_cast<std::size_t>(size));
    } else if (static_cast<char*>(last) - out >= piece * size) {
      kept = compress(mask + i, piece, in + i * size, out);
    } else {
      char end[mask_piece * 8]; // vectors would be stored behind the memory
      kept = compress(mask + i, piece, in + i * size, end);
      std::memcpy(out, end, static_cast<std::size_t>(kept * size));
    }
  }
  return out;
}

} // namespace weft::detail
