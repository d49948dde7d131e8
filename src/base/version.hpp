#pragma once
#include <weft/base/config.hpp>

#include <string>

namespace weft::detail {

/// Returns the version of the library, as "0.2.0".
inline std::string version_text() {
  return std::to_string(WEFT_VERSION_MAJOR) + "." + std::to_string(WEFT_VERSION_MINOR) + "." +
         std::to_string(WEFT_VERSION_PATCH);
}

} // namespace weft::detail
