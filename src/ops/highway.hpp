#pragma once

// Private to src: what sorting leaves to Highway, a library of vectors for any processor.
namespace weft::detail {

/// True where numbers of 32 and 64 bits are sorted by Highway: weft is built with it, and uses more than the baseline.
/// Highway chooses its instructions by the processor, whatever weft keeps to.
bool sorts_by_highway() noexcept;

} // namespace weft::detail
