#include "io/file.hpp"
#include "io/windows/handles.hpp"
#include "run/system.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <io.h>

namespace weft::detail {

std::wstring wide(std::string const& name) {
  int const bytes = static_cast<int>(name.size());
  int const units = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name.data(), bytes, nullptr, 0);
  std::wstring out(static_cast<std::size_t>(units), L'\0');
  MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name.data(), bytes, out.data(), units);
  if (units == 0)
    errno = name.empty() ? ENOENT : EILSEQ;
  return out;
}

void set_errno() {
  switch (GetLastError()) {
  case ERROR_FILE_NOT_FOUND:
  case ERROR_PATH_NOT_FOUND:
  case ERROR_INVALID_NAME:
  case ERROR_BAD_NETPATH:
    errno = ENOENT;
    break;
  case ERROR_ACCESS_DENIED:
  case ERROR_SHARING_VIOLATION:
  case ERROR_LOCK_VIOLATION:
  case ERROR_USER_MAPPED_FILE:
    errno = EACCES;
    break;
  case ERROR_FILE_EXISTS:
  case ERROR_ALREADY_EXISTS:
    errno = EEXIST;
    break;
  case ERROR_DISK_FULL:
  case ERROR_HANDLE_DISK_FULL:
    errno = ENOSPC;
    break;
  case ERROR_NOT_ENOUGH_MEMORY:
  case ERROR_OUTOFMEMORY:
  case ERROR_COMMITMENT_LIMIT:
    errno = ENOMEM;
    break;
  case ERROR_TOO_MANY_OPEN_FILES:
    errno = EMFILE;
    break;
  case ERROR_DIRECTORY:
    errno = ENOTDIR;
    break;
  default:
    errno = EIO;
  }
}

std::FILE* file_of(HANDLE handle, char const* mode) {
  if (handle == INVALID_HANDLE_VALUE) {
    set_errno();
    return nullptr;
  }
  int const file = _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_NOINHERIT);
  if (file < 0) {
    CloseHandle(handle);
    return nullptr;
  }
  std::FILE* const out = _fdopen(file, mode);
  if (out == nullptr)
    _close(file);
  return out;
}

HANDLE handle_of(std::FILE* file) {
  return reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(file)));
}

/// Others may replace or remove the file while it is open, as on other systems.
file_handle open_to_read(std::string const& path) {
  std::wstring const name = wide(path);
  if (name.empty())
    fail_by_system("read", path);
  HANDLE const handle = CreateFileW(name.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                    nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    set_errno();
    DWORD const found = GetFileAttributesW(name.c_str());
    if (found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) != 0)
      fail_io("read", path, "it is a directory");
    fail_by_system("read", path);
  }
  if (GetFileType(handle) != FILE_TYPE_DISK) {
    CloseHandle(handle);
    fail_io("read", path, "it is no regular file");
  }
  file_handle out(file_of(handle, "rb"));
  if (out.get() == nullptr)
    fail_by_system("read", path);
  return out;
}

std::size_t size_of_file(std::FILE* file, std::string const& path) {
  LARGE_INTEGER size{};
  if (GetFileSizeEx(handle_of(file), &size) == 0) {
    set_errno();
    fail_by_system("read", path);
  }
  return static_cast<std::size_t>(size.QuadPart);
}

void seek(std::FILE* file, std::size_t offset, std::string const& path, char const* verb) {
  if (_fseeki64(file, static_cast<std::int64_t>(offset), SEEK_SET) != 0)
    fail_by_system(verb, path);
}

std::string temporary_name() {
  static std::atomic<unsigned> count{0};
  auto const now = std::chrono::system_clock::now().time_since_epoch().count() % 1'000'000'000;
  return ".weft-" + std::to_string(process_id()) + "-" + std::to_string(now) + "-" + std::to_string(count++);
}

bool is_regular(std::FILE* file, std::string const&) {
  return GetFileType(handle_of(file)) == FILE_TYPE_DISK;
}

bool cut_file(std::FILE* file, std::size_t size) {
  return _chsize_s(_fileno(file), static_cast<std::int64_t>(size)) == 0;
}

std::FILE* nameless_file() {
  wchar_t folder[MAX_PATH + 1];
  DWORD const length = GetTempPathW(MAX_PATH + 1, folder);
  std::wstring const name = std::wstring(folder, length) + wide(temporary_name());
  return file_of(CreateFileW(name.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr, CREATE_NEW,
                             FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr),
                 "w+b");
}

mapped_file::mapped_file(std::string const& path, bool writable) {
  file_handle const file = open_to_read(path);
  size_ = size_of_file(file.get(), path);
  if (size_ == 0) // an empty mapping is refused by the system
    return;
  HANDLE const mapping =
      CreateFileMappingW(handle_of(file.get()), nullptr, writable ? PAGE_WRITECOPY : PAGE_READONLY, 0, 0, nullptr);
  begin_ = mapping == nullptr ? nullptr : MapViewOfFile(mapping, writable ? FILE_MAP_COPY : FILE_MAP_READ, 0, 0, 0);
  if (begin_ == nullptr)
    set_errno();
  if (mapping != nullptr)
    CloseHandle(mapping); // the view keeps the mapping
  if (begin_ == nullptr)
    fail_by_system("map", path);
}
mapped_file::~mapped_file() {
  if (begin_ != nullptr)
    UnmapViewOfFile(begin_);
}

} // namespace weft::detail
