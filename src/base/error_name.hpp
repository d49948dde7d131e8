#pragma once
#include <string>

// Private to src.
namespace weft::detail {

/// Returns the beginning of the text of an error: "weft: operation: ".
std::string error_name(char const* operation);

} // namespace weft::detail
