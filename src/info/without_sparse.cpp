#include "sparse/built_with.hpp"

// The answers of a library without the component sparse.
namespace weft::detail {

bool has_superlu() noexcept {
  return false;
}
bool has_cholmod() noexcept {
  return false;
}

} // namespace weft::detail
