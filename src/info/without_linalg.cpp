#include "linalg/lapack/call.hpp"

// The function that reports LAPACK, for a build without the component linalg.
namespace weft::detail {

bool lapack_is_there() {
  return false;
}

} // namespace weft::detail
