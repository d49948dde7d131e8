#include "io/file.hpp"
#include "run/system.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::detail {
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

/// The owner and the group where that is allowed. A group that the file does not get lends it no rights: its members
/// may do what others may.
void take_permissions(int file, struct stat const& old) {
  mode_t mode = old.st_mode & 0777;
  if (fchown(file, old.st_uid, old.st_gid) != 0 && fchown(file, uid_t(-1), old.st_gid) != 0)
    mode = (mode & 0707u) | (mode & 0007u) << 3;
  fchmod(file, mode); // refused by file systems that have no permissions
}

} // namespace

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

output_file::~output_file() {
  if (file_ != nullptr)
    std::fclose(file_);
  if (!temporary_.empty() && process_ == process_id())
    unlinkat(folder_, temporary_.c_str(), 0);
  if (folder_ >= 0)
    close(folder_);
}

} // namespace weft::detail
