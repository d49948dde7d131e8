#include "sparse/superlu.hpp"

// The answer of a library without the component sparse.
namespace weft::detail {

bool has_superlu() noexcept {
  return false;
}

} // namespace weft::detail
