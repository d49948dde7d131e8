#include "io/file.hpp"
#include "run/system.hpp"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft::detail {
namespace {

#ifdef O_PATH
constexpr int no_access = O_PATH; // a folder may allow writing and searching, but not reading
#else
constexpr int no_access = O_RDONLY;
#endif

/// Returns the path that the symbolic links at the end of a path lead to, whether or not a file is there. Returns an
/// empty text for a link in /proc, which stands for a file that a process has open: to replace its name would not reach
/// that process.
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

/// Gives a new file the owner, the group and the permissions of the old one, as far as allowed. If the file cannot get
/// the group, its own group has only the rights that others have.
void copy_permissions(int file, struct stat const& old) {
  mode_t mode = old.st_mode & 0777;
  if (fchown(file, old.st_uid, old.st_gid) != 0 && fchown(file, uid_t(-1), old.st_gid) != 0)
    mode = (mode & 0707u) | (mode & 0007u) << 3;
  fchmod(file, mode); // ignored: some file systems have no permissions
}

// On Linux a file that is being written has no name where the file system allows it (O_TMPFILE), and is gone when its
// process ends. Elsewhere, and while it replaces another file, it has a name made of the target's name, and its process
// locks it. A later save of the same target finds that name taken, and the file unlocked if the process was killed:
// then it removes the file.

/// Returns temporary name number k for a target: every process makes the same, from the FNV-1a hash of the target's
/// name.
std::string name_beside(std::string const& target, unsigned k) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char const c : target)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return ".weft-" + std::to_string(hash) + "-" + std::to_string(k);
}

bool has_name(int folder, std::string const& name, int file) {
  struct stat named{}, open{};
  return fstatat(folder, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(file, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

/// Removes the file of that name if no process locks it. Returns true if the name is free afterwards.
bool remove_leftover(int folder, std::string const& name) {
  int const file = openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return errno == ENOENT;
  bool free = flock(file, LOCK_EX | LOCK_NB) == 0;
  if (free && has_name(folder, name, file))
    free = unlinkat(folder, name.c_str(), 0) == 0;
  close(file);
  return free;
}

/// Returns the first name beside the target for which claim(name) succeeds; `claim` fails with EEXIST if the name is
/// taken. Returns an empty text, with errno set, if it fails for another reason.
template <class F>
std::string claim_name_beside(int folder, std::string const& target, F claim) {
  for (unsigned k = 0;;) {
    std::string name = name_beside(target, k);
    if (claim(name))
      return name;
    if (errno != EEXIST)
      return "";
    if (!remove_leftover(folder, name))
      ++k;
  }
}

/// Creates and locks a file. Returns -1 and sets errno if that fails: to EEXIST also if another process has taken the
/// file for a leftover before it was locked.
int create_locked(int folder, std::string const& name, mode_t mode) {
  int const file = openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0)
    return file;
  // Where the file system has no locks, no process can lock a leftover, so none is removed.
  if (flock(file, LOCK_EX | LOCK_NB) == 0 ? has_name(folder, name, file) : errno != EWOULDBLOCK)
    return file;
  close(file);
  errno = EEXIST;
  return -1;
}

std::string name_of_descriptor(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

/// Creates a file without a name, which can get one. Returns -1 if the system or the file system has none.
int create_nameless([[maybe_unused]] int folder, [[maybe_unused]] mode_t mode) {
#ifdef O_TMPFILE
  int const file = openat(folder, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  if (file < 0)
    return -1;
  if (access(name_of_descriptor(file).c_str(), F_OK) == 0) {
    flock(file, LOCK_EX | LOCK_NB); // locked while the file has a name beside the target
    return file;
  }
  close(file);
#endif
  return -1;
}

/// Gives the open file the name of the target; `temporary` is the name that it has beside the target, or empty. Returns
/// false and sets errno if that fails.
bool give_name(int file, int folder, std::string const& target, std::string& temporary) {
  if (temporary.empty()) {
    auto const claim = [&](std::string const& name) {
      return linkat(AT_FDCWD, name_of_descriptor(file).c_str(), folder, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (claim(target))
      return true;
    if (errno == EEXIST)
      temporary = claim_name_beside(folder, target, claim);
    if (temporary.empty())
      return false;
  }
  if (renameat(folder, temporary.c_str(), folder, target.c_str()) != 0)
    return false;
  if (has_name(folder, temporary, file)) // both were names of this file already, after a fork: the rename did nothing
    unlinkat(folder, temporary.c_str(), 0);
  temporary.clear();
  return true;
}

} // namespace

output_file::output_file(std::string const& path, save_options const& options) : output_file(path, options.sync) {
  struct stat old{};
  bool const exists = stat(path.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) // ENOENT includes a link to a file that is not there yet
    fail_by_system("write", path);
  std::string const target = exists && !S_ISREG(old.st_mode) ? "" : end_of_links(path);
  if (target.empty())
    file_ = std::fopen(path.c_str(), "wb");
  else
    open_beside(target, exists);
  if (file_ == nullptr)
    fail_by_system("write", path);
}

/// Opens a file beside the target. Leaves file_ null and errno set if that fails.
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
  mode_t const mode = exists ? 0600 : 0666; // nobody else may read it before it has the permissions of the old file
  int file = create_nameless(folder_, mode);
  if (file < 0)
    temporary_ = claim_name_beside(folder_, name_, [&](std::string const& name) {
      file = create_locked(folder_, name, mode);
      return file >= 0;
    });
  if (file < 0)
    return;
  if (exists)
    copy_permissions(file, old);
  file_ = fdopen(file, "wb");
  if (file_ == nullptr)
    close(file);
}

void output_file::commit() {
  // Pipes and devices may refuse fsync.
  auto const synced = [&](int file) { return !sync_ || fsync(file) == 0 || errno == EINVAL || errno == EROFS; };
  bool const beside = folder_ >= 0;
  // `kept` keeps the file without a name, and its lock, while fclose, which may report an error of the disk, closes the
  // file.
  int const kept = beside ? fcntl(fileno(file_), F_DUPFD_CLOEXEC, 0) : -1;
  if (beside && kept < 0)
    fail_by_system("write", path_);
  bool const done = std::fflush(file_) == 0 && synced(fileno(file_)) &&
                    std::fclose(std::exchange(file_, nullptr)) == 0 &&
                    (!beside || give_name(kept, folder_, name_, temporary_));
  int const reason = errno;
  if (kept >= 0)
    close(kept);
  errno = reason;
  if (!done || (beside && !synced(folder_)))
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
