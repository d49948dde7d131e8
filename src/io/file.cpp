#include "io/file.hpp"
#include "run/system.hpp"

#include <weft/base/check.hpp>

#include <cerrno>
#include <system_error>
#include <utility>

namespace weft::detail {

std::string file_sentence(char const* verb, std::string const& path, std::string const& reason) {
  return "cannot " + std::string(verb) + " '" + path + "': " + reason;
}
void fail_io(char const* verb, std::string const& path, std::string const& reason) {
  throw io_error(file_sentence(verb, path, reason));
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

output_file::output_file(std::string const& path, bool sync) : path_(path), process_(process_id()), sync_(sync) {}

output_file::output_file(output_file&& other) noexcept
    : path_(std::move(other.path_)), name_(std::move(other.name_)), temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, nullptr)), folder_(std::exchange(other.folder_, -1)), process_(other.process_),
      sync_(other.sync_) {}

std::string read_text(std::string const& path) {
  file_handle file = open_to_read(path);
  std::string text(size_of_file(file.get(), path), '\0');
  read_bytes(file.get(), text.data(), text.size(), path);
  return text;
}

} // namespace weft::detail
