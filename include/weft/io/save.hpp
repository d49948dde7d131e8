#pragma once
#include <weft/base/config.hpp>

#include <cstdio>
#include <string>

namespace weft {

/// Options for writing a file; the last argument of each saver.
///
/// Savers replace files whole. The new contents are a new file in the target's folder until they are complete; then
/// that file takes the target's name. Readers, mappings and other programs see the old file or the new one, and if two
/// threads save to one path, one of their files stays, whole. A save that fails leaves the old file and nothing else,
/// and so does a process that is killed, because the new file has no name until then. Where the system or the file
/// system knows no files without a name (no O_TMPFILE), and in the moment of replacing, its name begins with ".weft-";
/// if a killed process leaves a file with such a name, the next save of the same target removes it. On Windows the new
/// file is marked to be deleted instead, and stays if the process is killed in the moment of replacing. Symbolic links
/// are followed and stay. A file that is replaced keeps its permissions, and its owner and its group where the system
/// allows; a new file gets the permissions that the umask leaves. Other hard links to the old file keep the old
/// contents, and so does a shared mapping; access lists and extended attributes are as for a new file. Throws io_error
/// if the file or its folder may not be written to. A target that is no regular file (a pipe, a device, /dev/stdout) is
/// written directly. On Windows names are UTF-8, and a file that is mapped, or that another program keeps open, is not
/// replaced: io_error, after a second (doc/platforms.md).
struct save_options {
  bool sync = false; ///< the file and its new name are on the disk when the call returns (fsync)
};

namespace detail {

/// A file that is being written. commit() puts it in the place of the target; until then the target stays as it is.
class WEFT_API output_file {
public:
  output_file(std::string const& path, save_options const& options);
  output_file(output_file&& other) noexcept;
  output_file& operator=(output_file&&) = delete;
  ~output_file();

  /// Returns the open file; null after commit().
  WEFT_FN std::FILE* get() const { return file_; }
  /// Gives the file the name of the target. Throws io_error: some errors of the disk show only here.
  void commit();

private:
  output_file(std::string const& path, bool sync);
  void open_beside(std::string const& target, bool exists);

  std::string path_; ///< the target as the caller names it
  /// Names within folder_ (on Windows whole paths) of the target, and of the new file if that has a name.
  std::string name_, temporary_;
  std::FILE* file_ = nullptr;
  int folder_ = -1; ///< the folder of the target, kept open because its path may become that of another folder
  long process_;    ///< the process that opened the file: a process forked from it does not own the file
  bool sync_;
};

} // namespace detail
} // namespace weft
