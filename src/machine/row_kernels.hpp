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

/// Returns eight bools as the low bits of a number: the product adds bool k, shifted by 7 - k bytes and k bits. As in
/// ops/nonzero.hpp, which this file cannot include, bytes other than 0 are true.
WEFT_INLINE unsigned eight_bits(bool const* mask) {
  std::uint64_t bools;
  __builtin_memcpy(&bools, mask, sizeof bools);
  if constexpr (std::endian::native == std::endian::big)
    bools = __builtin_bswap64(bools);
  bools |= bools >> 4;
  bools |= bools >> 2;
  bools |= bools >> 1;
  bools &= 0x0101010101010101;
  return static_cast<unsigned>(bools * 0x0102040810204080 >> 56);
}
/// A vector of elements E, as many as V has lanes.
template <class E, class V>
struct lanes_of {
  typedef E type __attribute__((vector_size(sizeof(V) / sizeof(V{}[0]) * sizeof(E))));
};
/// Stores the lanes of x that have a bit, one after the other, as elements of type E, and returns their end.
template <class E, class V>
WEFT_INLINE char* compress_lanes(V const& x, unsigned bits, char* to) {
  constexpr index_t size = sizeof x[0];
  if constexpr (sizeof(E) == size) {
    return machine::compress(x, bits, to);
  } else {
    V chosen;
    auto* const first = reinterpret_cast<char*>(&chosen);
    index_t const kept = (machine::compress(x, bits, first) - first) / size;
    auto const narrow = __builtin_convertvector(chosen, typename lanes_of<E, V>::type);
    __builtin_memcpy(to, &narrow, sizeof narrow);
    return to + kept * index_t(sizeof(E));
  }
}
/// Writes one after the other the vectors next(0), next(1), ... of elements where a mask is true.
template <class E, class V, class Next>
WEFT_INLINE index_t compress_row(bool const* mask, index_t n, char* to, Next const& next) {
  constexpr index_t lanes = sizeof(V) / sizeof(V{}[0]), at_once = lanes < 8 ? 8 : lanes;
  char const* const first = to;
  index_t i = 0;
  for (; i + at_once <= n; i += at_once) {
    unsigned bits = eight_bits(mask + i);
    if constexpr (at_once > 8)
      bits |= eight_bits(mask + i + 8) << 8;
    // Vectors of two or four lanes take as long as a branch that is predicted wrongly.
    if (lanes < 8 && bits == 0)
      continue;
    for (index_t k = 0; k < at_once; k += lanes, bits >>= lanes)
      to = compress_lanes<E>(next(i + k, lanes), bits & ((1u << lanes) - 1), to);
  }
  for (; i < n; ++i)
    if (reinterpret_cast<unsigned char const&>(mask[i]) != 0) {
      auto const lane = static_cast<E>(next(i, 1)[0]);
      __builtin_memcpy(to, &lane, sizeof lane);
      to += sizeof lane;
    }
  return (to - first) / index_t(sizeof(E));
}
/// Single elements without branches take less time than vectors of less than eight lanes, and than bytes that are
/// widened to 32 bits: 0.36 ns each (Sapphire Rapids).
template <class E, class V>
index_t compress_elements(bool const* mask, index_t n, void const* from, void* to) {
  constexpr index_t size = sizeof(E);
  auto const* const in = static_cast<char const*>(from);
  auto* const out = static_cast<char*>(to);
  if constexpr (size > 1 && sizeof(V) / sizeof(V{}[0]) >= 8) {
    return compress_row<E, V>(mask, n, out, [&](index_t i, index_t count) {
      typename lanes_of<E, V>::type x{};
      __builtin_memcpy(&x, in + i * size, static_cast<std::size_t>(count * size));
      return __builtin_convertvector(x, V);
    });
  } else {
    index_t kept = 0;
    WEFT_PRAGMA(GCC unroll 8)
    for (index_t i = 0; i < n; ++i) {
      __builtin_memcpy(out + kept * size, in + i * size, size);
      kept += index_t(reinterpret_cast<unsigned char const&>(mask[i]) != 0);
    }
    return kept;
  }
}
index_t list_true(bool const* mask, index_t n, index_t first, index_t* to) {
  using V = machine::ulongs;
  V const numbers = machine::of_lanes<V>([](int k) { return std::uint64_t(k); });
  return compress_row<std::uint64_t, V>(mask, n, reinterpret_cast<char*>(to), [&](index_t i, index_t) {
    return numbers + static_cast<std::uint64_t>(first + i);
  });
}

void stream(char* to, char const* from, index_t bytes) {
  for (index_t i = 0; i < bytes; i += machine::bytes)
    machine::stream(to + i, from + i);
}
void stream_end() {
  machine::stream_end();
}

constexpr row_kernels all_kernels = {
    widen_float16<machine>,
    narrow_float16<machine>,
    widen_row<8, 7>,
    narrow_row<8, 7>,
    {compress_elements<std::uint8_t, machine::uints>, compress_elements<std::uint16_t, machine::uints>,
     compress_elements<std::uint32_t, machine::uints>, compress_elements<std::uint64_t, machine::ulongs>},
    list_true,
    stream,
    stream_end};

} // namespace
} // namespace weft::detail
