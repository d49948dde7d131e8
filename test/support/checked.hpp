#pragma once
#include <weft/base/config.hpp>

namespace support {

/// Whether this build looks at subscripts, the lives of operands, zero divisors and shifts. What a test expects of such
/// checks alone stands behind `if (support::checked)`: without them the same code may do anything.
inline constexpr bool checked = WEFT_CHECK_BOUNDS != 0;

} // namespace support
