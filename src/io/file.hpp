#pragma once
#include <weft/io/npy_format.hpp>
#include <weft/io/save.hpp>

#include <cstddef>
#include <cstdio>
#include <string>

// Files as the readers and writers use them: whatever fails is an io_error with the name of the file and the reason.
// The parts that differ between systems are in posix/ and windows/; CMake takes the folder of the target. Names are
// UTF-8 on Windows.
namespace weft::detail {

/// cannot read 'a.npy': the reason.
std::string file_sentence(char const* verb, std::string const& path, std::string const& reason);
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

/// No pipe, no device.
bool is_regular(std::FILE* file, std::string const& path);
/// Ends the file there. False, and errno, where that fails.
bool cut_file(std::FILE* file, std::size_t size);
/// A new file to write and read, which is gone when it is closed; null, and errno, where there can be none.
std::FILE* nameless_file();

/// The bytes of a file as memory. A writable one keeps what is written to itself.
class mapped_file {
public:
  mapped_file(std::string const& path, bool writable);
  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;
  ~mapped_file();

  std::byte* begin() const { return static_cast<std::byte*>(begin_); }
  std::size_t size() const { return size_; }

private:
  void* begin_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace weft::detail
