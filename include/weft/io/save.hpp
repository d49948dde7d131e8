#pragma once
#include <weft/base/config.hpp>

#include <cstdio>
#include <string>

namespace weft {

/// How a file is written; the last argument of each saver.
///
/// Savers replace files whole. The new contents stand in the target's folder until they are complete, and then take the
/// target's name: readers, mappings and other programs see the old file or the new one, and two threads that save to
/// one path leave one of both, whole. A save that fails leaves the old file and nothing besides, and so does a process
/// that is killed: the new file has no name meanwhile. Where the system or the file system knows no such files (no
/// O_TMPFILE), and in the moment of replacing, its name begins with ".weft-"; a file that a killed process leaves under
/// such a name is removed by the next save of the same target. On Windows the new file is marked to be deleted instead,
/// and stays if the process is killed in the moment of replacing. Symbolic links are followed and stay. A file
/// that is replaced keeps its permissions, also its owner and its group where the system allows; a new one gets what
/// the umask leaves. Other hard links to the old file keep the old contents, and so does a shared mapping; access lists
/// and extended attributes are as for a new file. io_error where the file or its folder may not be written to. A target
/// that is no regular file (a pipe, a device, /dev/stdout) is written directly. On Windows names are UTF-8, and a file
/// that is mapped, or that another program keeps open, is not replaced: io_error, after a second (doc/platforms.md).
struct save_options {
  bool sync = false; ///< the file and its new name are on the disk when the call returns (fsync)
};

namespace detail {

/// A file that is being written. Until commit() the target is what it was; without it, it stays so.
class WEFT_API output_file {
public:
  output_file(std::string const& path, save_options const& options);
  output_file(output_file&& other) noexcept;
  output_file& operator=(output_file&&) = delete;
  ~output_file();

  /// Null after commit().
  WEFT_FN std::FILE* get() const { return file_; }
  /// Gives the file the name of the target; an error of the disk may show here only.
  void commit();

private:
  output_file(std::string const& path, bool sync);
  void open_beside(std::string const& target, bool exists);

  std::string path_, name_,
      temporary_; ///< as the caller says it; within the folder: the target, and the file beside it if it has a name
  std::FILE* file_ = nullptr;
  int folder_ = -1; ///< where both stand; the path to it may change its meaning meanwhile
  long process_;    ///< a process that forks off does not own the file
  bool sync_;
};

} // namespace detail
} // namespace weft
