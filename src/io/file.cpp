#include "io/file.hpp"

#include <weft/base/check.hpp>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace weft::detail {

void fail_io(char const* verb, std::string const& path, std::string const& reason) {
  throw io_error("cannot " + std::string(verb) + " '" + path + "': " + reason);
}

void fail_by_system(char const* verb, std::string const& path) {
  fail_io(verb, path, std::generic_category().message(errno));
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (char c : text.substr(0, 40))
    out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > 40 ? "...'" : "'");
}

file_handle::~file_handle() {
  if (file_ != nullptr)
    std::fclose(file_);
}

file_handle open_to_read(std::string const& path) {
  std::error_code ignored; // fopen reports it better
  auto const status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    fail_io("read", path, std::filesystem::is_directory(status) ? "it is a directory" : "it is no regular file");
  file_handle file(std::fopen(path.c_str(), "rb"));
  if (file.get() == nullptr)
    fail_by_system("read", path);
  return file;
}

file_handle open_to_write(std::string const& path) {
  file_handle file(std::fopen(path.c_str(), "wb"));
  if (file.get() == nullptr)
    fail_by_system("write", path);
  return file;
}

std::size_t size_of_file(std::string const& path) {
  std::error_code failure;
  std::size_t const size = std::filesystem::file_size(path, failure);
  if (failure)
    fail_io("read", path, failure.message());
  return size;
}

void read_bytes(std::FILE* file, void* to, std::size_t bytes, std::string const& path) {
  if (std::fread(to, 1, bytes, file) == bytes)
    return;
  if (std::ferror(file))
    fail_by_system("read", path);
  fail_io("read", path, "it ended while it was read");
}

void write_bytes(std::FILE* file, void const* from, std::size_t bytes, std::string const& path) {
  if (std::fwrite(from, 1, bytes, file) != bytes)
    fail_by_system("write", path);
}

void seek(std::FILE* file, std::size_t offset, std::string const& path, char const* verb) {
  if (std::fseek(file, static_cast<long>(offset), SEEK_SET) != 0)
    fail_by_system(verb, path);
}

void close_written(file_handle& file, std::string const& path) {
  if (std::fclose(file.release()) != 0)
    fail_by_system("write", path);
}

std::string read_text(std::string const& path) {
  file_handle file = open_to_read(path);
  std::string text(size_of_file(path), '\0');
  read_bytes(file.get(), text.data(), text.size(), path);
  return text;
}

} // namespace weft::detail
