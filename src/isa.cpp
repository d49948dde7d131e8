#include <weft/eval/loop.hpp>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace weft::detail {

namespace {

int level_of_processor() {
#if WEFT_HAS_CLONES
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
  return avx2 && avx512 ? 2 : avx2 ? 1 : 0;
#else
  return 0;
#endif
}

int chosen_level() {
  const int has = level_of_processor();
  char const* const wanted = std::getenv("WEFT_ISA");
  if (wanted == nullptr)
    return has;
  const int asked = std::strcmp(wanted, "baseline") == 0 ? 0 : std::strcmp(wanted, "avx2") == 0 ? 1 : 2;
  return asked < has ? asked : has;
}

} // namespace

int isa_level() noexcept {
  static const int level = chosen_level();
  return level;
}

int chosen_isa = isa_level();

} // namespace weft::detail
