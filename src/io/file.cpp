#include "io/file.hpp"

#include <weft/base/check.hpp>

#include <atomic>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

namespace {

struct stat status_of(std::FILE* file, std::string const& path) {
  struct stat out{};
  if (fstat(fileno(file), &out) != 0)
    fail_by_system("read", path);
  return out;
}

} // namespace

file_handle::~file_handle() {
  if (file_ != nullptr)
    std::fclose(file_);
}

/// What the name stands for is asked of the open file alone: another process may give the name to another file at any
/// time. Without O_NONBLOCK a pipe would be waited for.
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

// ---------------------------------------------------------------- replacing files

namespace {

#ifdef O_PATH
constexpr int no_access = O_PATH; // a folder may be one to write to and to search, not to read
#else
constexpr int no_access = O_RDONLY;
#endif

/// Where the symbolic links lead that a path ends in, whether or not a file is there. Empty for a link of /proc: it
/// stands for what a process has open, maybe a regular file, but to replace its name would not reach that process.
std::string end_of_links(std::string const& path) {
  std::filesystem::path target = path;
  std::error_code failure;
  for (int links = 0; links < 64 && std::filesystem::is_symlink(target, failure); ++links) {
    std::string const folder = std::filesystem::weakly_canonical(target.parent_path(), failure).string();
    if (folder == "/proc" || folder.starts_with("/proc/"))
      return "";
    target = target.parent_path() / std::filesystem::read_symlink(target, failure);
  }
  return target.string();
}

/// Of 64 characters at most, so that it fits where the target's own name would leave no room for more.
std::string temporary_name() {
  static std::atomic<unsigned> count{0};
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  return ".weft-" + std::to_string(getpid()) + "-" + std::to_string(now.tv_nsec) + "-" + std::to_string(count++);
}

/// The owner and the group where that is allowed. A group that the file does not get lends it no rights: its members
/// may do what others may.
void take_permissions(int file, struct stat const& old) {
  mode_t mode = old.st_mode & 0777;
  if (fchown(file, old.st_uid, old.st_gid) != 0 && fchown(file, uid_t(-1), old.st_gid) != 0)
    mode = (mode & 0707u) | (mode & 0007u) << 3;
  fchmod(file, mode); // refused by file systems that have no permissions
}

} // namespace

output_file::output_file(std::string const& path, bool sync) : path_(path), process_(getpid()), sync_(sync) {}

output_file::output_file(std::string const& path, save_options const& options) : output_file(path, options.sync) {
  struct stat old{};
  bool const exists = stat(path.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) // a link that leads nowhere yet is among those
    fail_by_system("write", path);
  std::string const target = exists && !S_ISREG(old.st_mode) ? "" : end_of_links(path);
  if (target.empty())
    file_ = std::fopen(path.c_str(), "wb");
  else
    open_beside(target, exists);
  if (file_ == nullptr)
    fail_by_system("write", path);
}

/// Leaves no file and errno where that fails.
void output_file::open_beside(std::string const& target, bool exists) {
  std::size_t const slash = target.find_last_of('/');
  std::string const folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  name_ = target.substr(slash + 1);
  folder_ = open(folder.c_str(), O_DIRECTORY | O_CLOEXEC | (sync_ ? O_RDONLY : no_access));
  if (folder_ < 0)
    return;
  struct stat old{};
  // A file that is protected against writing is not replaced, though its folder would allow it.
  if (exists &&
      (faccessat(folder_, name_.c_str(), W_OK, AT_EACCESS) != 0 || fstatat(folder_, name_.c_str(), &old, 0) != 0))
    return;
  std::string name;
  int file = -1;
  do { // nobody else may read it before it has the permissions of the old one
    name = temporary_name();
    file = openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? 0600 : 0666);
  } while (file < 0 && errno == EEXIST);
  if (file < 0)
    return;
  temporary_ = name;
  if (exists)
    take_permissions(file, old);
  file_ = fdopen(file, "wb");
  if (file_ == nullptr)
    close(file);
}

void output_file::commit() {
  // What is no regular file may know nothing of fsync.
  auto const synced = [&](int file) { return !sync_ || fsync(file) == 0 || errno == EINVAL || errno == EROFS; };
  if (std::fflush(file_) != 0 || !synced(fileno(file_)) || std::fclose(std::exchange(file_, nullptr)) != 0)
    fail_by_system("write", path_);
  if (temporary_.empty())
    return;
  if (renameat(folder_, temporary_.c_str(), folder_, name_.c_str()) != 0)
    fail_by_system("write", path_);
  temporary_.clear();
  if (!synced(folder_))
    fail_by_system("write", path_);
}

output_file::output_file(output_file&& other) noexcept
    : path_(std::move(other.path_)), name_(std::move(other.name_)), temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, nullptr)), folder_(std::exchange(other.folder_, -1)), process_(other.process_),
      sync_(other.sync_) {}

output_file::~output_file() {
  if (file_ != nullptr)
    std::fclose(file_);
  if (!temporary_.empty() && process_ == getpid())
    unlinkat(folder_, temporary_.c_str(), 0);
  if (folder_ >= 0)
    close(folder_);
}

std::string read_text(std::string const& path) {
  file_handle file = open_to_read(path);
  std::string text(size_of_file(file.get(), path), '\0');
  read_bytes(file.get(), text.data(), text.size(), path);
  return text;
}

} // namespace weft::detail
