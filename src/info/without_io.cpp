#include "io/deflate.hpp"
#include "io/samples.hpp"

// Functions that report optional libraries, for a build without the component io.
namespace weft::detail {

bool has_zlib() noexcept {
  return false;
}
bool has_png() noexcept {
  return false;
}

} // namespace weft::detail
