#include "hdf5/built_with.hpp"

// The function that reports an optional library, for a build without the component hdf5.
namespace weft::detail {

char const* hdf5_version() noexcept {
  return "";
}

} // namespace weft::detail
