#include "io/file.hpp"
#include "io/windows/handles.hpp"
#include "run/system.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <io.h>

namespace weft::detail {
namespace {

constexpr DWORD shared_by_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

std::string narrow(std::wstring const& name) {
  int const units = static_cast<int>(name.size());
  std::string out(
      static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, name.data(), units, nullptr, 0, nullptr, nullptr)),
      '\0');
  WideCharToMultiByte(CP_UTF8, 0, name.data(), units, out.data(), static_cast<int>(out.size()), nullptr, nullptr);
  return out;
}

/// The state of the file at a path, with links followed.
struct target_state {
  bool exists = false, regular = true;
  DWORD attributes = 0;
  std::string end; ///< path that the links lead to
};

/// Finds the state of a file, also that there is none. Returns false and sets errno if the system does not tell.
bool look_at(std::string const& path, target_state& out) {
  std::wstring const name = wide(path);
  if (name.empty())
    return false;
  out.end = path;
  HANDLE const handle = CreateFileW(name.c_str(), FILE_READ_ATTRIBUTES, shared_by_all, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_BACKUP_SEMANTICS, nullptr); // the flag is needed to open a folder
  if (handle == INVALID_HANDLE_VALUE) {
    set_errno();
    return errno == ENOENT;
  }
  out.exists = true;
  out.regular = GetFileType(handle) == FILE_TYPE_DISK;
  BY_HANDLE_FILE_INFORMATION facts{};
  if (out.regular && GetFileInformationByHandle(handle, &facts) != 0)
    out.attributes = facts.dwFileAttributes;
  DWORD const own = GetFileAttributesW(name.c_str());
  if (own != INVALID_FILE_ATTRIBUTES && (own & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
    std::wstring end(32768, L'\0');
    DWORD const units = GetFinalPathNameByHandleW(handle, end.data(), static_cast<DWORD>(end.size()), 0);
    end.resize(units < end.size() ? units : 0);
    if (!end.empty())
      out.end = narrow(end);
  }
  CloseHandle(handle);
  return true;
}

/// Gives an open file another name, in place of the file that has it. Since Windows 10 processes that read the old file
/// keep it. Returns false if the system or the file system has no such renaming.
bool rename_open(HANDLE handle, std::wstring const& to) {
  constexpr auto rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22); // newer than some headers
  constexpr DWORD replace = 1, keep_readers = 2;
  std::size_t const bytes = to.size() * sizeof(wchar_t), head = offsetof(FILE_RENAME_INFO, FileName);
  std::vector<std::byte> memory(head + bytes + sizeof(wchar_t));
  DWORD const flags = replace | keep_readers, length = static_cast<DWORD>(bytes);
  std::memcpy(memory.data(), &flags, sizeof flags);
  std::memcpy(memory.data() + offsetof(FILE_RENAME_INFO, FileNameLength), &length, sizeof length);
  std::memcpy(memory.data() + head, to.data(), bytes);
  return SetFileInformationByHandle(handle, rename_info_ex, memory.data(), static_cast<DWORD>(memory.size())) != 0;
}

/// Renames a closed file in the old way, which is refused while anybody has the target open: it is tried again for
/// about a second. Returns false and sets errno if it never succeeds.
bool move_over(std::wstring const& from, std::wstring const& to, bool sync) {
  DWORD const flags = MOVEFILE_REPLACE_EXISTING | (sync ? MOVEFILE_WRITE_THROUGH : 0);
  constexpr int most = 25;
  for (int tries = 0; MoveFileExW(from.c_str(), to.c_str(), flags) == 0; ++tries) {
    DWORD const reason = GetLastError();
    if ((reason != ERROR_ACCESS_DENIED && reason != ERROR_SHARING_VIOLATION) || tries == most) {
      set_errno();
      return false;
    }
    Sleep(tries < 5 ? DWORD(1) << tries : DWORD(50));
  }
  return true;
}

/// Marks a file to be deleted when it is closed, also by the end of a killed process; with `gone` false it unmarks the
/// file. Returns true if the file is then in the wanted state: a system that cannot mark files leaves it unmarked.
bool delete_when_closed(HANDLE handle, bool gone) {
  FILE_DISPOSITION_INFO info{};
  info.DeleteFile = gone;
  SetFileInformationByHandle(handle, FileDispositionInfo, &info, sizeof info);
  FILE_STANDARD_INFO now{};
  return GetFileInformationByHandleEx(handle, FileStandardInfo, &now, sizeof now) != 0 &&
         (now.DeletePending != 0) == gone;
}

} // namespace

output_file::output_file(std::string const& path, save_options const& options) : output_file(path, options.sync) {
  target_state target;
  if (!look_at(path, target))
    fail_by_system("write", path);
  if (!target.regular)
    file_ = _wfopen(wide(path).c_str(), L"wb");
  else if ((target.attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
    errno = EISDIR;
  else if ((target.attributes & FILE_ATTRIBUTE_READONLY) != 0)
    errno = EACCES;
  else
    open_beside(target.end, target.exists);
  if (file_ == nullptr)
    fail_by_system("write", path);
}

/// Opens a file beside the target. Leaves file_ null and errno set if that fails. name_ and temporary_ hold whole paths
/// here.
void output_file::open_beside(std::string const& target, bool) {
  std::size_t const slash = target.find_last_of("/\\:");
  std::string const folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  name_ = target;
  std::string name;
  do {
    name = folder + temporary_name();
    file_ =
        file_of(CreateFileW(wide(name).c_str(), GENERIC_READ | GENERIC_WRITE | DELETE,
                            FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr),
                "wb");
  } while (file_ == nullptr && errno == EEXIST);
  if (file_ == nullptr)
    return;
  temporary_ = name;
  delete_when_closed(handle_of(file_), true);
}

void output_file::commit() {
  if (std::fflush(file_) != 0 || (sync_ && is_regular(file_, path_) && _commit(_fileno(file_)) != 0))
    fail_by_system("write", path_);
  // rename_open needs the whole path: a handle has no folder to which a relative one would belong.
  bool renamed = temporary_.empty();
  if (!renamed) {
    if (!delete_when_closed(handle_of(file_), false)) { // the new file must not be deleted in place of the old one
      set_errno();
      fail_by_system("write", path_);
    }
    wchar_t whole[32768];
    DWORD const units = GetFullPathNameW(wide(name_).c_str(), static_cast<DWORD>(std::size(whole)), whole, nullptr);
    renamed = units > 0 && units < std::size(whole) && rename_open(handle_of(file_), std::wstring(whole, units));
  }
  if (std::fclose(std::exchange(file_, nullptr)) != 0)
    fail_by_system("write", path_);
  if (!renamed && !move_over(wide(temporary_), wide(name_), sync_))
    fail_by_system("write", path_);
  temporary_.clear();
}

output_file::~output_file() {
  if (file_ != nullptr)
    std::fclose(file_);
  if (!temporary_.empty())
    DeleteFileW(wide(temporary_).c_str());
}

} // namespace weft::detail
