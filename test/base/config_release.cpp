#undef WEFT_CHECK_BOUNDS
#undef NDEBUG
#define NDEBUG
#include "config_tag.hpp"

flags::seen seen_by_release();
flags::seen seen_by_release() { return flags::see(); }
