#include "run/isa.hpp"
#include "run/environment.hpp"

#include <weft/eval/loop.hpp>

#include <span>

namespace weft::detail {

int processor_level() noexcept {
#if WEFT_HAS_CLONES
  __builtin_cpu_init();
  bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool const avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  return avx2 && avx512 ? 2 : avx2 ? 1 : 0;
#else
  return 0;
#endif
}

char const* isa_name(int level) noexcept {
  return instruction_sets[level].name;
}

namespace {

/// Returns the level that WEFT_ISA asks for, at most the processor's level, which is the default. Levels below the one
/// that this file is compiled for cannot be chosen: all of the library has its instructions.
int chosen_level() {
  int const has = processor_level();
  char const* names[isa_count];
  for (int level = 0; level < isa_count; ++level)
    names[level] = instruction_sets[level].name;
  int const asked = choice_in_environment("WEFT_ISA", std::span(names).subspan(build_level),
                                          build_level > 0 ? " (weft is compiled for no less)" : "");
  return asked < 0 || build_level + asked > has ? has : build_level + asked;
}

} // namespace

int isa_level() noexcept {
  static int const level = chosen_level();
  return level;
}

int chosen_isa = isa_level();

} // namespace weft::detail
