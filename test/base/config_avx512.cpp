#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 1
// Only the macro: no instruction of it runs. A build that has it pretends not to.
#ifdef __AVX512F__
#undef __AVX512F__
#else
#define __AVX512F__ 1
#endif
#include "config_tag.hpp"

flags::seen seen_by_avx512();
flags::seen seen_by_avx512() { return flags::see(); }
