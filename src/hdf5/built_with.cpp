#include "hdf5/built_with.hpp"

#if defined(WEFT_WITH_HDF5)
#include <H5public.h>
#endif

#include <string_view>

namespace weft::detail {

char const* hdf5_version() noexcept {
#if defined(WEFT_WITH_HDF5)
  constexpr std::string_view before = "HDF5 library version: ";
  static_assert(std::string_view(H5_VERS_INFO).starts_with(before), "HDF5 names its version in other words");
  return &H5_VERS_INFO[before.size()];
#else
  return "";
#endif
}

} // namespace weft::detail
