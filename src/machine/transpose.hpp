// Private to src: squares of numbers in machine vectors, in the instructions that the includer has chosen. It includes
// no headers, as the header of an instruction set.
namespace weft::detail {
namespace {

/// Writes the numbers of a and b in turn to `low`, and on to `high`.
template <class V, int... L>
WEFT_INLINE void interleave(V const& a, V const& b, V& low, V& high, std::integer_sequence<int, L...>) {
  constexpr int n = sizeof...(L);
  low = __builtin_shufflevector(a, b, (L % 2 * n + L / 2)...);
  high = __builtin_shufflevector(a, b, (L % 2 * n + n / 2 + L / 2)...);
}
/// Undoes interleave: the numbers in a, and then in b, go to `even` and `odd` in turn.
template <class V, int... L>
WEFT_INLINE void separate(V const& a, V const& b, V& even, V& odd, std::integer_sequence<int, L...>) {
  even = __builtin_shufflevector(a, b, (2 * L)...);
  odd = __builtin_shufflevector(a, b, (2 * L + 1)...);
}
/// Exchanges numbers of a and b: in a, where the place has the digit `Step`; in b, where it lacks it.
template <int Step, class V, int... L>
WEFT_INLINE void exchange(V& a, V& b, std::integer_sequence<int, L...>) {
  constexpr int n = sizeof...(L);
  V const low = __builtin_shufflevector(a, b, ((L & Step) != 0 ? n + L - Step : L)...);
  b = __builtin_shufflevector(a, b, ((L & Step) != 0 ? n + L : L + Step)...);
  a = low;
}
/// Transposes a square of numbers, as many rows as a vector has lanes, digit by digit of their places. AVX2 has
/// instructions for these exchanges, which stay in halves of vectors or exchange whole ones.
template <int Step = 1, class V, std::size_t N>
WEFT_INLINE void transpose_square(V (&rows)[N]) {
  if constexpr (Step < int(N)) {
    WEFT_PRAGMA(GCC unroll 16)
    for (int k = 0; k < int(N); ++k)
      if ((k & Step) == 0)
        exchange<Step>(rows[k], rows[k + Step], std::make_integer_sequence<int, int(N)>());
    transpose_square<2 * Step>(rows);
  }
}

} // namespace
} // namespace weft::detail
