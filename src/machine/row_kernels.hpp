// Private to src/machine: the functions of row_table.hpp. Numbers of 16 bits become floats and back by the instructions
// that the machine has for float16, else by the integer arithmetic of base/half.hpp on vectors. In a row of 1000 an
// element takes 0.04 ns with AVX-512 and 0.07 with F16C, 0.46 (to float) and 0.95 (from it) with SSE2 (Zen 5).
namespace weft::detail {
namespace {

WEFT_KERNELS_BEGIN
template <int... Format>
void widen_row(half_word const* from, float* to, index_t n) {
  WEFT_SIMD_OWN
  for (index_t i = 0; i < n; ++i)
    to[i] = std::bit_cast<float>(half_format<Format...>::widen(from[i]));
}
template <int... Format>
void narrow_row(float const* from, half_word* to, index_t n) {
  WEFT_SIMD_OWN
  for (index_t i = 0; i < n; ++i)
    to[i] = static_cast<half_word>(half_format<Format...>::narrow(std::bit_cast<std::uint32_t>(from[i])));
}
WEFT_KERNELS_END
template <class M>
void widen_float16(half_word const* from, float* to, index_t n) {
  index_t i = 0;
  if constexpr (M::halves)
    for (constexpr index_t width = M::bytes / 4; i + width <= n; i += width)
      M::widen(from + i, to + i);
  if (i < n && !M::widen_first(int(n - i), from + i, to + i))
    widen_row<5, 10>(from + i, to + i, n - i);
}
template <class M>
void narrow_float16(float const* from, half_word* to, index_t n) {
  index_t i = 0;
  if constexpr (M::halves)
    for (constexpr index_t width = M::bytes / 4; i + width <= n; i += width)
      M::narrow(from + i, to + i);
  if (i < n && !M::narrow_first(int(n - i), from + i, to + i))
    narrow_row<5, 10>(from + i, to + i, n - i);
}

void stream(char* to, char const* from, index_t bytes) {
  for (index_t i = 0; i < bytes; i += machine::bytes)
    machine::stream(to + i, from + i);
}
void stream_end() {
  machine::stream_end();
}

constexpr row_kernels all_kernels = {
    widen_float16<machine>, narrow_float16<machine>, widen_row<8, 7>, narrow_row<8, 7>, stream, stream_end};

} // namespace
} // namespace weft::detail
