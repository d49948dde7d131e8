#include "linalg/lapack/call.hpp"

// The answer of a library without the component linalg.
namespace weft::detail {

bool lapack_is_there() {
  return false;
}

} // namespace weft::detail
