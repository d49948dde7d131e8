#pragma once
#include <string>

// Private to src.
namespace weft::detail {

/// How the text of an error begins.
std::string error_name(char const* operation);

} // namespace weft::detail
