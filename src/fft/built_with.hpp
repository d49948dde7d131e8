#pragma once

namespace weft::detail {

/// Returns where the source of PocketFFT was taken from, as "NumPy 2.2.0"; "" for a weft without transforms.
char const* pocketfft_release() noexcept;

} // namespace weft::detail
