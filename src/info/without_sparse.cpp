#include "sparse/built_with.hpp"

// Functions that report optional libraries, for a build without the component sparse.
namespace weft::detail {

bool has_superlu() noexcept {
  return false;
}
bool has_cholmod() noexcept {
  return false;
}

} // namespace weft::detail
