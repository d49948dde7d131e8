#pragma once

// Private to src: what the processor can do, and what the levels of isa_level() are called.
namespace weft::detail {

/// The level of the processor, whatever WEFT_ISA says.
int processor_level() noexcept;
char const* isa_name(int level) noexcept;

} // namespace weft::detail
