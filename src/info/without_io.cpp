#include "io/deflate.hpp"
#include "io/samples.hpp"

// Answers for a library without the component io.
namespace weft::detail {

bool has_zlib() noexcept {
  return false;
}
bool has_png() noexcept {
  return false;
}

} // namespace weft::detail
