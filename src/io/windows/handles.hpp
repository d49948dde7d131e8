#pragma once

#include <windows.h>

#include <cstdio>
#include <string>

// Private to src/io/windows: handles of Windows as files of C, and its errors as errno, so that messages are the same
// everywhere.
namespace weft::detail {

/// The UTF-16 of a name in UTF-8. Empty, and errno, for bytes that are none.
std::wstring wide(std::string const& name);

/// Sets errno to what GetLastError says.
void take_last_error();

/// A binary file of C, which closes the handle; null, and errno, where there can be none or the handle is none.
std::FILE* file_of(HANDLE handle, char const* mode);
HANDLE handle_of(std::FILE* file);

/// A name that no other file has: of this process, the time and a number.
std::string temporary_name();

} // namespace weft::detail
