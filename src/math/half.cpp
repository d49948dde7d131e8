#include "machine/row_table.hpp"

#include <weft/eval/vector_math.hpp>

namespace weft::detail {

void convert_row(float16 const* from, float* to, index_t n) noexcept {
  row_levels[chosen_isa]->widen_float16(reinterpret_cast<half_word const*>(from), to, n);
}
void convert_row(float const* from, float16* to, index_t n) noexcept {
  row_levels[chosen_isa]->narrow_float16(from, reinterpret_cast<half_word*>(to), n);
}
void convert_row(bfloat16 const* from, float* to, index_t n) noexcept {
  row_levels[chosen_isa]->widen_bfloat16(reinterpret_cast<half_word const*>(from), to, n);
}
void convert_row(float const* from, bfloat16* to, index_t n) noexcept {
  row_levels[chosen_isa]->narrow_bfloat16(from, reinterpret_cast<half_word*>(to), n);
}

} // namespace weft::detail
