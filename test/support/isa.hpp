#pragma once
#include <weft/eval/loop.hpp>

#include <doctest/doctest.h>

namespace support {

/// Runs the rest of a test once for each instruction set that the processor has, and WEFT_ISA allows.
template <class F>
void for_each_isa(F f) {
  int const chosen = weft::detail::chosen_isa;
  for (int level = 0; level <= weft::detail::isa_level(); ++level) {
    CAPTURE(level);
    weft::detail::chosen_isa = level;
    f();
  }
  weft::detail::chosen_isa = chosen;
}

} // namespace support
