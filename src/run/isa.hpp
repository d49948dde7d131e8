#pragma once

#include <weft/eval/loop.hpp>

// Private to src: what the processor can do, and what the levels of isa_level() are.
namespace weft::detail {

/// The level of the processor, whatever WEFT_ISA says.
int processor_level() noexcept;

struct instruction_set {
  char const* name; ///< as in WEFT_ISA
  int vector_bytes; ///< of its widest machine vectors
};
/// By level.
inline constexpr instruction_set instruction_sets[isa_count] = {{"baseline", 16}, {"avx2", 32}, {"avx512", 64}};
char const* isa_name(int level) noexcept;

} // namespace weft::detail
