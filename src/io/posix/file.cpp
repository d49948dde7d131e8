#include "io/file.hpp"

#include <algorithm>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::detail {

namespace {

struct stat status_of(std::FILE* file, std::string const& path) {
  struct stat out{};
  if (fstat(fileno(file), &out) != 0)
    fail_by_system("read", path);
  return out;
}

} // namespace

/// The kind of the file is read from the open file, not from its name: another process may give the name to another
/// file at any time. Without O_NONBLOCK opening a pipe would wait for its writer.
file_handle open_to_read(std::string const& path) {
  int const file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    fail_by_system("read", path);
  file_handle out(fdopen(file, "rb"));
  if (out.get() == nullptr) {
    close(file);
    fail_by_system("read", path);
  }
  mode_t const mode = status_of(out.get(), path).st_mode;
  if (!S_ISREG(mode))
    fail_io("read", path, S_ISDIR(mode) ? "it is a directory" : "it is no regular file");
  return out;
}

std::size_t size_of_file(std::FILE* file, std::string const& path) {
  return static_cast<std::size_t>(status_of(file, path).st_size);
}

void seek(std::FILE* file, std::size_t offset, std::string const& path, char const* verb) {
  if (fseeko(file, static_cast<off_t>(offset), SEEK_SET) != 0)
    fail_by_system(verb, path);
}

bool is_regular(std::FILE* file, std::string const& path) {
  return S_ISREG(status_of(file, path).st_mode);
}

bool cut_file(std::FILE* file, std::size_t size) {
  return ftruncate(fileno(file), static_cast<off_t>(size)) == 0;
}

std::FILE* nameless_file() {
  return std::tmpfile();
}

mapped_file::mapped_file(std::string const& path, bool writable) {
  file_handle const file = open_to_read(path);
  size_ = size_of_file(file.get(), path);
  int const access = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  // At least one byte is mapped: the system refuses an empty mapping.
  begin_ = mmap(nullptr, std::max<std::size_t>(size_, 1), access, writable ? MAP_PRIVATE : MAP_SHARED,
                fileno(file.get()), 0);
  if (begin_ == MAP_FAILED)
    fail_by_system("map", path);
}
mapped_file::~mapped_file() {
  munmap(begin_, std::max<std::size_t>(size_, 1));
}

} // namespace weft::detail
