#pragma once
#include <weft/io/npy_format.hpp>
#include <weft/io/save.hpp>

#include <cstddef>
#include <cstdio>
#include <string>

// Functions on files for readers and writers. A failure throws io_error with the name of the file and the reason,
// unless a function says otherwise. The parts that differ between systems are in posix/ and windows/; CMake takes the
// folder of the target. Names are UTF-8 on Windows.
namespace weft::detail {

/// Returns "cannot read 'a.npy': the reason".
std::string file_sentence(char const* verb, std::string const& path, std::string const& reason);
[[noreturn]] void fail_io(char const* verb, std::string const& path, std::string const& reason);
/// Throws io_error with the reason of the system, from errno.
[[noreturn]] void fail_by_system(char const* verb, std::string const& path);

/// Returns text of a file for a message: in quotes, at most 40 bytes of it, with ? for control and non-ASCII bytes.
std::string quoted(std::string_view text);

/// Opens a regular file. Refuses any other, and never waits, for instance for the writer of a pipe.
file_handle open_to_read(std::string const& path);
std::size_t size_of_file(std::FILE* file, std::string const& path);

void read_bytes(std::FILE* file, void* to, std::size_t bytes, std::string const& path);
void write_bytes(std::FILE* file, void const* from, std::size_t bytes, std::string const& path);
void seek(std::FILE* file, std::size_t offset, std::string const& path, char const* verb = "read");

/// Returns true if the file is no pipe and no device.
bool is_regular(std::FILE* file, std::string const& path);
/// Cuts the file to `size` bytes. Returns false and sets errno if that fails.
bool cut_file(std::FILE* file, std::size_t size);
/// Returns a new file to write and read, which is deleted when it is closed. Returns null and sets errno if there can
/// be none.
std::FILE* nameless_file();

/// The bytes of a file as memory. If it is writable, changes stay in this memory and do not reach the file.
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
