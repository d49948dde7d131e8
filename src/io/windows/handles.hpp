#pragma once

#include <windows.h>

#include <cstdio>
#include <string>

// Private to src/io/windows: handles of Windows as files of C, and its errors as errno, so that messages are the same
// on all systems.
namespace weft::detail {

/// Returns a name in UTF-8 as UTF-16. Returns an empty text and sets errno if it is no UTF-8, or empty.
std::wstring wide(std::string const& name);

/// Sets errno by GetLastError().
void set_errno();

/// Returns a binary file of C, which closes the handle. Returns null and sets errno if the handle is invalid, or if
/// there can be no file.
std::FILE* file_of(HANDLE handle, char const* mode);
HANDLE handle_of(std::FILE* file);

/// Returns a name that no other file has, made of the process, the time and a counter.
std::string temporary_name();

} // namespace weft::detail
