#pragma once
#include <weft/base/index.hpp>

#include <cstdint>
#include <limits>

// Numbers that a parameter of fewer than 64 bits would cut: an int makes axes 0 and 1, or -1, of most of them.
namespace far {

inline constexpr weft::index_t most = std::numeric_limits<weft::index_t>::max(), least = -most - 1;
inline constexpr weft::index_t two31 = weft::index_t(1) << 31, two32 = weft::index_t(1) << 32;
inline constexpr weft::index_t numbers[] = {two31,     two31 + 1,  -two31,     1 - two31, two32, two32 + 1,
                                            two32 - 1, -two32,     1 - two32,  3 * two31, most,  most - 1,
                                            least,     least + 1,  most / 2 + 1};

} // namespace far
