#pragma once
#include <weft/base/config.hpp>

#include <type_traits>

// The instruction sets that loops are compiled for. To add one: its target in base/config.hpp, a row and a clone here,
// and in src/run/isa.cpp how a processor shows it. Kernels on operations that vectors lack are units for each
// instruction set (src/machine), and do not compile before it has some too.
WEFT_KERNELS_BEGIN
namespace weft::detail {

struct instruction_set {
  char const* name; ///< as in WEFT_ISA
  int vector_bytes; ///< of its widest machine vectors
};
/// By level, as isa_level() says it.
inline constexpr instruction_set instruction_sets[] = {{"baseline", 16}, {"avx2", 32}, {"avx512", 64}};
inline constexpr int isa_count = sizeof(instruction_sets) / sizeof(instruction_sets[0]);
/// The level of the flags that this build has, and the highest one that there are clones for.
inline constexpr int build_level = WEFT_BUILD_LEVEL;
inline constexpr int highest_clone = WEFT_HAS_CLONES != 0 ? isa_count - 1 : build_level;

template <int Level>
inline constexpr int vector_bytes_of = instruction_sets[Level].vector_bytes;
/// The level whose vectors have this number of bytes; 0 if there is none.
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

/// One value for each level.
template <class T>
struct by_level {
  T value[isa_count];
  WEFT_INLINE constexpr T const& operator[](int level) const { return value[level]; }
};

/// The widest machine vectors of a clone. A body to which they are all one takes any_vector: it is compiled once, and
/// as a template it took 3 % of the time in which a program of a few statements is compiled.
struct any_vector {};
template <int Bytes>
struct vector_of : any_vector {};

/// Clones of a function for each instruction set from that of the build on, which serves the levels below it too.
/// Body::run(vector_of<Bytes>, arguments) is inlined into each.
template <class Body, class Signature>
struct clones;
template <class Body, class Result, class... Argument>
struct clones<Body, Result(Argument...)> {
  WEFT_FN WEFT_LOOP static Result baseline(Argument... a) {
    return Body::run(vector_of<vector_bytes_of<build_level>>(), a...);
  }
#if WEFT_HAS_CLONES
  WEFT_FN WEFT_LOOP WEFT_TARGET_AVX2 static Result avx2(Argument... a) {
    return Body::run(vector_of<vector_bytes_of<1>>(), a...);
  }
  WEFT_FN WEFT_LOOP WEFT_TARGET_AVX512 static Result avx512(Argument... a) {
    return Body::run(vector_of<vector_bytes_of<2>>(), a...);
  }
#endif

  using function = Result (*)(Argument...);
  /// The clone of a level; the baseline in builds without clones, and for levels that the build's own flags include.
  template <int Level>
  WEFT_FN static constexpr function at() {
#if WEFT_HAS_CLONES
    static_assert(isa_count == 3, "each instruction set has a clone, here and in the lists below");
    if constexpr (Level == 2 && build_level < 2)
      return &avx512;
    else if constexpr (Level == 1 && build_level < 1)
      return &avx2;
    else
#endif
      return &baseline;
  }
  // Each is instantiated where it is asked for: what it names is compiled.
  WEFT_FN static constexpr by_level<function> all() { return {{at<0>(), at<1>(), at<2>()}}; }
  /// Null for the baseline.
  WEFT_FN static constexpr by_level<function> wide() { return {{no_baseline(), at<1>(), at<2>()}}; }
  /// One clone for all levels but the baseline.
  WEFT_FN static constexpr by_level<function> one_wide() { return {{no_baseline(), at<1>(), at<1>()}}; }
  /// The clone for vectors of this number of bytes.
  WEFT_INLINE static function of(int bytes) {
    return with_vector_bytes(bytes, [](auto width) { return at<level_of(width())>(); });
  }

private:
  WEFT_FN static constexpr function no_baseline() {
    if constexpr (highest_clone > 0)
      return nullptr;
    else
      return &baseline;
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
