#include "fft/built_with.hpp"

// The function that reports an optional library, for a build without the component fft.
namespace weft::detail {

char const* pocketfft_release() noexcept {
  return "";
}

} // namespace weft::detail
