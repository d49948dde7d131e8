#pragma once
#include <weft/base/config.hpp>

#include <type_traits>

// The instruction sets that kernels are compiled for. A new one needs a target in base/config.hpp, a row and a clone in
// this file, and a test of the processor in src/run/isa.cpp. Kernels that use operations which vector types lack are
// files of their own for each instruction set (src/machine); they do not compile until the new set has such files too.
WEFT_KERNELS_BEGIN
namespace weft::detail {

struct instruction_set {
  char const* name; ///< the name of the set, as the environment variable WEFT_ISA has it
  int vector_bytes; ///< the size in bytes of the widest machine vectors of the set
};
/// The table of instruction sets. The index into it is the level that isa_level() returns.
inline constexpr instruction_set instruction_sets[] = {{"baseline", 16}, {"avx2", 32}, {"avx512", 64}};
inline constexpr int isa_count = sizeof(instruction_sets) / sizeof(instruction_sets[0]);
/// The level of the instruction set that the compiler flags of this build allow, and the highest level with clones.
inline constexpr int build_level = WEFT_BUILD_LEVEL;
inline constexpr int highest_clone = WEFT_HAS_CLONES != 0 ? isa_count - 1 : build_level;

template <int Level>
inline constexpr int vector_bytes_of = instruction_sets[Level].vector_bytes;
/// Returns the level whose vectors have this number of bytes; 0 if no level has.
WEFT_FN constexpr int level_of(int bytes) {
  int level = isa_count - 1;
  while (level > 0 && instruction_sets[level].vector_bytes != bytes)
    --level;
  return level;
}

/// Calls f with a std::integral_constant that holds `bytes`, the size of a machine vector in the table.
template <int Level = highest_clone, class F>
WEFT_INLINE decltype(auto) with_vector_bytes(int bytes, F const& f) {
  if constexpr (Level > 0)
    if (bytes != vector_bytes_of<Level>)
      return with_vector_bytes<Level - 1>(bytes, f);
  return f(std::integral_constant<int, vector_bytes_of<Level>>());
}

/// A table with one value for each level of instruction sets.
template <class T>
struct by_level {
  T value[isa_count];
  WEFT_INLINE constexpr T const& operator[](int level) const { return value[level]; }
};

/// A tag for the widest machine vectors of a clone, of `Bytes` bytes. A Body whose code is the same for all widths
/// takes any_vector, so it is compiled once. As a template it took 3 % of the compile time of a program of a few
/// statements.
struct any_vector {};
template <int Bytes>
struct vector_of : any_vector {};

/// Copies of one function, one for each instruction set from the level of the build upwards. The copy for the level of
/// the build, `baseline`, also serves all lower levels. Body::run(vector_of<Bytes>, arguments) is inlined into each.
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
  /// Returns the clone for a level: `baseline` in builds without clones and for levels that the build's own flags
  /// include.
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
  // Each table below instantiates, and so compiles, only the clones that it names.
  WEFT_FN static constexpr by_level<function> all() { return {{at<0>(), at<1>(), at<2>()}}; }
  /// Returns the table of clones in which the baseline entry is null, if the build has wider clones.
  WEFT_FN static constexpr by_level<function> wide() { return {{no_baseline(), at<1>(), at<2>()}}; }
  /// Returns a table with the AVX2 clone for both wider levels, and null for the baseline if the build has wider
  /// clones.
  WEFT_FN static constexpr by_level<function> one_wide() { return {{no_baseline(), at<1>(), at<1>()}}; }
  /// Returns the clone for vectors of this number of bytes.
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
