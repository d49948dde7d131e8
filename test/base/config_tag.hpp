#pragma once
#include <weft/base/config.hpp>

#include <string>

// What an object file sees of the flags it was compiled with, and its copy of one inline function.
namespace flags {

WEFT_FN inline int answer() { return 42; }

struct seen {
  std::string tag;
  int checked;
  int (*function)();
};
inline namespace {
seen see() { return {WEFT_BUILD_TAG, WEFT_CHECK_BOUNDS, &answer}; }
} // namespace

} // namespace flags
