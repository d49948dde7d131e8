#include "fft/built_with.hpp"

namespace weft::detail {

char const* pocketfft_release() noexcept {
  return "NumPy 2.2.0"; // PocketFFT has no releases of its own
}

} // namespace weft::detail
