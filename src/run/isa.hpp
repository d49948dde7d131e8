#pragma once

#include <weft/base/clones.hpp>

// Private to src: what the processor can do.
namespace weft::detail {

/// The level of the processor, whatever WEFT_ISA says.
int processor_level() noexcept;

char const* isa_name(int level) noexcept;

} // namespace weft::detail
