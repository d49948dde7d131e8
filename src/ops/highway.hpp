#pragma once

// Private to src: sorting by Highway, a library of vectors for any processor.
namespace weft::detail {

/// Returns true if numbers of 32 and 64 bits are sorted by Highway: weft is built with it, and uses instructions beyond
/// the baseline. Highway chooses its own instructions by the processor, whatever WEFT_ISA says.
bool sorts_by_highway() noexcept;

} // namespace weft::detail
