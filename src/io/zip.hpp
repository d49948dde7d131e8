#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

// The zip format, as in PKWARE's APPNOTE.TXT 6.3. All numbers are little-endian.
namespace weft::detail::zip {

inline constexpr std::uint32_t local_sign = 0x04034b50, entry_sign = 0x02014b50, end_sign = 0x06054b50,
                               end64_sign = 0x06064b50, locator_sign = 0x07064b50;
inline constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, end64_size = 56, locator_size = 20;
inline constexpr std::uint32_t in_extra = 0xFFFFFFFF; ///< the number is in the extra field 1, in 64 bits
inline constexpr std::uint16_t stored = 0, deflated = 8, encrypted_flag = 1, utf8_flag = 0x800;

/// The end of the name of each member of an archive.
inline constexpr std::string_view ending = ".npy";

} // namespace weft::detail::zip
