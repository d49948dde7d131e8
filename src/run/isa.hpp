#pragma once

#include <weft/base/clones.hpp>

// Private to src: the instruction sets that the processor has.
namespace weft::detail {

/// Returns the level of the processor's instruction sets, whatever WEFT_ISA says.
int processor_level() noexcept;

char const* isa_name(int level) noexcept;

} // namespace weft::detail
