#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 1
// Only the macro: what the compiler does with the flag itself is not tested here.
#undef __FAST_MATH__
#define __FAST_MATH__ 1
#include "config_tag.hpp"

flags::seen seen_by_fast_math();
flags::seen seen_by_fast_math() { return flags::see(); }
