#pragma once

#include <weft/eval/loop.hpp>

#include <type_traits>

// Private to src: what the processor can do, and what the levels of isa_level() are.
namespace weft::detail {

/// The level of the processor, whatever WEFT_ISA says.
int processor_level() noexcept;

struct instruction_set {
  char const* name; ///< as in WEFT_ISA
  int vector_bytes; ///< of its widest machine vectors
};
/// By level.
inline constexpr instruction_set instruction_sets[isa_count] = {{"baseline", 16}, {"avx2", 32}, {"avx512", 64}};
char const* isa_name(int level) noexcept;

/// Calls f with the bytes of a machine vector as a constant, for a width of the table.
template <class F>
WEFT_INLINE decltype(auto) with_vector_bytes(int bytes, F const& f) {
#if WEFT_HAS_CLONES
  if (bytes == 64)
    return f(std::integral_constant<int, 64>());
  if (bytes == 32)
    return f(std::integral_constant<int, 32>());
#endif
  static_cast<void>(bytes);
  return f(std::integral_constant<int, 16>());
}

/// Clones of a function for each instruction set: Body::run<Bytes> is inlined into each.
template <class Body, class Signature>
struct clones;
template <class Body, class Result, class... Argument>
struct clones<Body, Result(Argument...)> {
  WEFT_LOOP static Result baseline(Argument... a) { return Body::template run<16>(a...); }
#if WEFT_HAS_CLONES
  WEFT_LOOP WEFT_TARGET_AVX2 static Result avx2(Argument... a) { return Body::template run<32>(a...); }
  WEFT_LOOP WEFT_TARGET_AVX512 static Result avx512(Argument... a) { return Body::template run<64>(a...); }
#endif

  using function = Result (*)(Argument...);
  /// The clone for vectors of so many bytes.
  template <int Bytes>
  static constexpr function with() {
#if WEFT_HAS_CLONES
    if constexpr (Bytes == 64)
      return avx512;
    else if constexpr (Bytes == 32)
      return avx2;
    else
#endif
      return baseline;
  }
  WEFT_INLINE static function of(int bytes) {
    return with_vector_bytes(bytes, [](auto width) { return with<width()>(); });
  }
};

} // namespace weft::detail
