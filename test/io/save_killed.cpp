// What a process leaves in the folder when it is killed while it saves, with files that have no name (Linux) and without.
#include "save_case.hpp"

#include <weft/io/npz.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace weft;
using namespace save_case;

namespace {
bool names_only = false; ///< the system gives no files without names
bool no_locks = false;   ///< the file system knows no locks
} // namespace

// In place of the C library's, also for the library that is tested: a file system that lacks one of both.
#ifdef O_TMPFILE
extern "C" int openat(int folder, char const* name, int flags, ...) {
  if (names_only && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  return static_cast<int>(syscall(SYS_openat, folder, name, flags, mode));
}
extern "C" int flock(int file, int operation) noexcept {
  if (no_locks) {
    errno = ENOLCK;
    return -1;
  }
  return static_cast<int>(syscall(SYS_flock, file, operation));
}
#endif

namespace {

/// A process that has written a part of an archive, and waits to be killed.
class writing_process {
public:
  explicit writing_process(std::string const& path) {
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    process_ = fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      npz_writer writer(path);
      writer.add("t", full(shape(1000), 1.0));
      static_cast<void>(!write(ready[1], "x", 1));
      pause();
      _exit(1);
    }
    char sign;
    close(ready[1]);
    CHECK(read(ready[0], &sign, 1) == 1);
    close(ready[0]);
  }
  writing_process(writing_process const&) = delete;
  writing_process& operator=(writing_process const&) = delete;
  ~writing_process() { end(); }

  void end() {
    if (process_ <= 0)
      return;
    kill(process_, SIGKILL);
    CHECK(waitpid(process_, nullptr, 0) == process_);
    process_ = 0;
  }

private:
  pid_t process_;
};

struct setting {
  bool& value;
  explicit setting(bool& of, bool to = true) : value(of) { of = to; }
  setting(setting const&) = delete;
  setting& operator=(setting const&) = delete;
  ~setting() { value = false; }
};

/// Does the folder's file system have files without names?
bool has_nameless_files(folder const& f) {
#ifdef O_TMPFILE
  int const file = open(f.path.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0)
    close(file);
  return file >= 0 && fs::exists("/proc/self/fd");
#else
  static_cast<void>(f);
  return false;
#endif
}

void save_one(std::string const& path) { save_npz(path, "t", full(shape(1000), 2.0)); }
bool is_whole(std::string const& path) { return load_npz<double, 1>(path, "t") == full(shape(1000), 2.0); }

} // namespace

TEST_CASE("save: a killed save leaves nothing where files need no names") {
  folder const f;
  if (!has_nameless_files(f))
    return;
  for (bool const replaces : {false, true}) {
    writing_process process(f.of("a.npz"));
    CHECK(f.names().size() == (replaces ? 1 : 0));
    process.end();
    CHECK(f.names().size() == (replaces ? 1 : 0));
    save_one(f.of("a.npz"));
    CHECK(is_whole(f.of("a.npz")));
  }
}

TEST_CASE("save: elsewhere the next save of the target removes what a killed one left, and nothing that is in use") {
  setting const with_names(names_only);
  folder const f;
  writing_process first(f.of("a.npz")), second(f.of("a.npz")), other(f.of("b.npz"));
  names const three = f.names();
  CHECK(three.size() == 3);
  save_one(f.of("a.npz"));
  CHECK(f.names().size() == 4); // all three are in use
  first.end();
  other.end();
  CHECK(f.names().size() == 4);
  save_one(f.of("a.npz"));
  CHECK(is_whole(f.of("a.npz")));
  CHECK(f.names().size() == 3); // the second, and what is b's
  second.end();
  npz_writer writer(f.of("a.npz")); // takes the first name, so the second is not met
  writer.add("t", full(shape(1000), 2.0));
  save_one(f.of("a.npz"));
  CHECK(f.names().size() == 3); // the writer's, b's, and the target
  writer.close();
  save_one(f.of("b.npz"));
  CHECK(f.names() == names{"a.npz", "b.npz"});
  CHECK((is_whole(f.of("a.npz")) && is_whole(f.of("b.npz"))));
}

TEST_CASE("save: without locks nothing is removed, and saves go on") {
  setting const with_names(names_only);
  setting const without_locks(no_locks);
  folder const f;
  writing_process killed(f.of("a.npz"));
  killed.end();
  for (int k = 0; k < 3; ++k) {
    save_one(f.of("a.npz"));
    CHECK(is_whole(f.of("a.npz")));
    CHECK(f.names().size() == 2);
  }
}

TEST_CASE("save: names that others hold are passed by") {
  for (bool const by_name : {true, false}) {
    folder const f;
    f.fill("a.npz", "old");
    std::string taken;
    {
      setting const with_names(names_only);
      writing_process process(f.of("a.npz"));
      names const both = f.names();
      REQUIRE(both.size() == 2);
      taken = f.of(both[0]);
    }
    setting const kind(names_only, by_name);
    fs::remove(taken);
    auto const passed = [&](bool stays) {
      save_one(f.of("a.npz"));
      CHECK(is_whole(f.of("a.npz")));
      CHECK(fs::exists(fs::symlink_status(taken)) == stays);
      fs::remove(taken);
    };
    fs::create_symlink("a.npz", taken);
    passed(true);
    fs::create_symlink("nowhere", taken);
    passed(true);
    fs::create_directory(taken);
    passed(true);
    REQUIRE(mkfifo(taken.c_str(), 0600) == 0);
    passed(false); // nobody holds its lock
    int const held = open(taken.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(flock(held, LOCK_EX) == 0);
    passed(true);
    close(held);
    CHECK(f.names() == names{"a.npz"});
  }
}

TEST_CASE("save: four processes that save one target at a time leave one of them, whole") {
  for (bool const by_name : {true, false}) {
    setting const kind(names_only, by_name);
    folder const f;
    std::vector<pid_t> processes;
    for (int k = 0; k < 4; ++k) {
      pid_t const process = fork();
      REQUIRE(process >= 0);
      if (process == 0) {
        int failed = 0;
        for (int n = 0; n < 200; ++n)
          try {
            save_one(f.of("a.npz"));
            failed += !is_whole(f.of("a.npz"));
          } catch (error const&) {
            ++failed;
          }
        _exit(failed == 0 ? 0 : 1);
      }
      processes.push_back(process);
    }
    for (pid_t const process : processes) {
      int status = 1;
      CHECK(waitpid(process, &status, 0) == process);
      CHECK(status == 0);
    }
    CHECK(is_whole(f.of("a.npz")));
    CHECK(f.names() == names{"a.npz"});
  }
}
