#pragma once
#include <weft/base/config.hpp>

#include <type_traits>

// The instruction sets that loops are compiled for. To add one: its target in base/config.hpp, a row and a clone here,
// and in src/run/isa.cpp how a processor shows it. Kernels that are written for one instruction set (src/math,
// src/loop/stream.cpp) do not compile before it has some too.
namespace weft::detail {

struct instruction_set {
  char const* name; ///< as in WEFT_ISA
  int vector_bytes; ///< of its widest machine vectors
};
/// By level, as isa_level() says it.
inline constexpr instruction_set instruction_sets[] = {{"baseline", 16}, {"avx2", 32}, {"avx512", 64}};
inline constexpr int isa_count = sizeof(instruction_sets) / sizeof(instruction_sets[0]);
/// The highest level that there are clones for.
inline constexpr int highest_clone = WEFT_HAS_CLONES != 0 ? isa_count - 1 : 0;

template <int Level>
inline constexpr int vector_bytes_of = instruction_sets[Level].vector_bytes;
/// The level whose vectors have so many bytes; 0 where there is none.
WEFT_FN constexpr int level_of(int bytes) {
  int level = isa_count - 1;
  while (level > 0 && instruction_sets[level].vector_bytes != bytes)
    --level;
  return level;
}

/// Calls f with the bytes of a machine vector as a constant, for a width of the table.
template <int Level = highest_clone, class F>
WEFT_INLINE decltype(auto) with_vector_bytes(int bytes, F const& f) {
  if constexpr (Level > 0)
    if (bytes != vector_bytes_of<Level>)
      return with_vector_bytes<Level - 1>(bytes, f);
  return f(std::integral_constant<int, vector_bytes_of<Level>>());
}

/// Clones of a function for each instruction set. Body::run<Bytes> is inlined into each.
template <class Body, class Signature>
struct clones;
template <class Body, class Result, class... Argument>
struct clones<Body, Result(Argument...)> {
  WEFT_FN WEFT_LOOP static Result baseline(Argument... a) { return Body::template run<vector_bytes_of<0>>(a...); }
#if WEFT_HAS_CLONES
  WEFT_FN WEFT_LOOP WEFT_TARGET_AVX2 static Result avx2(Argument... a) {
    return Body::template run<vector_bytes_of<1>>(a...);
  }
  WEFT_FN WEFT_LOOP WEFT_TARGET_AVX512 static Result avx512(Argument... a) {
    return Body::template run<vector_bytes_of<2>>(a...);
  }
#endif

  using function = Result (*)(Argument...);
  /// The clone of a level; without clones the baseline.
  template <int Level>
  WEFT_FN static constexpr function at() {
#if WEFT_HAS_CLONES
    static_assert(isa_count == 3, "each instruction set has a clone");
    if constexpr (Level == 2)
      return &avx512;
    else if constexpr (Level == 1)
      return &avx2;
    else
#endif
      return &baseline;
  }
  /// The clone for vectors of so many bytes.
  WEFT_INLINE static function of(int bytes) {
    return with_vector_bytes(bytes, [](auto width) { return at<level_of(width())>(); });
  }
};

} // namespace weft::detail
