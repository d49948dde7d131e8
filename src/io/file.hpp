#pragma once
#include <weft/io/npy_format.hpp>
#include <weft/io/save.hpp>

#include <cstddef>
#include <cstdio>
#include <string>

// Files as the readers and writers use them: whatever fails is an io_error with the name of the file and the reason.
namespace weft::detail {

[[noreturn]] void fail_io(char const* verb, std::string const& path, std::string const& reason);
/// The reason of the system, from errno.
[[noreturn]] void fail_by_system(char const* verb, std::string const& path);

/// Text of a file as it may stand in a message: short, and free of control characters.
std::string quoted(std::string_view text);

/// A regular file. Others are refused, and none is waited for, as the writer of a pipe would be.
file_handle open_to_read(std::string const& path);
std::size_t size_of_file(std::FILE* file, std::string const& path);

void read_bytes(std::FILE* file, void* to, std::size_t bytes, std::string const& path);
void write_bytes(std::FILE* file, void const* from, std::size_t bytes, std::string const& path);
void seek(std::FILE* file, std::size_t offset, std::string const& path, char const* verb = "read");

} // namespace weft::detail
