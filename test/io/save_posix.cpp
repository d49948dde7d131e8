// What POSIX alone has: permissions, links, pipes, limits, processes that fork, files that are replaced while they are
// open or mapped.
#include "save_case.hpp"
#include <support/message.hpp>

#include <weft/io/csv.hpp>
#include <weft/io/image.hpp>
#include <weft/io/map.hpp>
#include <weft/io/npz.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace weft;
using npy_bytes::bytes_of;
using support::message_of;
using namespace save_case;

namespace {

mode_t mode_of(std::string const& path) {
  struct stat s{};
  REQUIRE(stat(path.c_str(), &s) == 0);
  return s.st_mode & 07777;
}

/// Files end after so many bytes while it lives.
struct full_disk {
  rlimit before{};
  void (*handler)(int) = std::signal(SIGXFSZ, SIG_IGN);

  explicit full_disk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit const narrow{bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &narrow);
  }
  full_disk(full_disk const&) = delete;
  full_disk& operator=(full_disk const&) = delete;
  ~full_disk() {
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }
};

/// Not root while it lives: root may write everywhere.
struct common_user {
  bool const was_root = geteuid() == 0;
  common_user() { REQUIRE((!was_root || seteuid(65534) == 0)); }
  common_user(common_user const&) = delete;
  common_user& operator=(common_user const&) = delete;
  ~common_user() {
    if (was_root)
      CHECK(seteuid(0) == 0);
  }
};

} // namespace

TEST_CASE("save: who reads the old file still does") {
  for (saver const& s : savers()) {
    INFO(s.name);
    folder const f;
    f.fill("old", std::string(1000, 'x'));
    std::ifstream reader(f.of("old"), std::ios::binary);
    s.save(f.of("old"));
    CHECK(reader.get() == 'x');
  }
}

TEST_CASE("save: over the file that is mapped") {
  folder const f;
  std::string const path = f.of("p.npy");
  tensor<double, 2> const before(shape(1000, 3), 2.0); // six pages
  save_npy(path, before);
  {
    auto m = map_npy_private<double, 2>(path);
    auto const seen = map_npy<double, 2>(path);
    m += 1.0;
    save_npy(path, m);
    CHECK(load_npy<double, 2>(path) == full(shape(1000, 3), 3.0));
    CHECK(seen == before); // a mapping shows the file that it was made of
    save_npy(path, seen);
    CHECK(load_npy<double, 2>(path) == before);
    save_csv(f.of("p.csv"), m);
    CHECK(m == full(shape(1000, 3), 3.0));
  }
  CHECK(f.names() == names{"p.csv", "p.npy"});
}

TEST_CASE("save: without room on the disk the old file stays") {
  for (saver const& s : savers()) {
    INFO(s.name);
    folder const f;
    f.fill("old", "precious");
    {
      full_disk const narrow(5000);
      CHECK_THROWS_AS(s.save(f.of("old")), io_error);
      CHECK_THROWS_AS(s.save(f.of("new")), io_error);
      CHECK(message_of([&] { s.save(f.of("old")); }).find(f.of("old")) != std::string::npos);
    }
    CHECK(bytes_of(f.of("old")) == "precious");
    CHECK(f.names() == names{"old"});
  }
}

TEST_CASE("save: permissions are kept, and a new file has those that the umask leaves") {
  folder const f;
  tensor<double, 1> const t{1, 2, 3};
  mode_t const mask = umask(027);
  save_npy(f.of("new.npy"), t);
  CHECK(mode_of(f.of("new.npy")) == 0640);
  for (mode_t const mode : {0600u, 0666u, 0755u}) {
    REQUIRE(chmod(f.of("new.npy").c_str(), mode) == 0);
    save_npy(f.of("new.npy"), t * 2.0);
    CHECK(mode_of(f.of("new.npy")) == mode);
  }
  umask(mask);
  if (geteuid() != 0)
    return;
  REQUIRE(chown(f.of("new.npy").c_str(), 1234, 4321) == 0);
  save_npy(f.of("new.npy"), t);
  struct stat s{};
  REQUIRE(stat(f.of("new.npy").c_str(), &s) == 0);
  CHECK(s.st_uid == 1234);
  CHECK(s.st_gid == 4321);
  // A group that may not be kept gets the rights of the others.
  REQUIRE(chmod(f.of("new.npy").c_str(), 0664) == 0);
  REQUIRE(chown(f.of("new.npy").c_str(), 65534, 4321) == 0);
  REQUIRE(chown(f.path.c_str(), 65534, gid_t(-1)) == 0);
  {
    common_user const user;
    save_npy(f.of("new.npy"), t);
  }
  CHECK(mode_of(f.of("new.npy")) == (getegid() == 0 ? 0644 : 0664));
}

TEST_CASE("save: what may not be written to is an io_error, and stays") {
  folder const f;
  std::string const old = f.fill("old.npy", "precious");
  tensor<double, 1> const t{1, 2, 3};
  auto const refused = [&](std::string const& path, char const* reason) {
    std::string const text = message_of([&] { save_npy(path, t); });
    INFO(text);
    CHECK_THROWS_AS(save_npy(path, t), io_error);
    CHECK(text.find("cannot write '" + path + "'") != std::string::npos);
    CHECK(text.find(reason) != std::string::npos);
  };
  REQUIRE(chmod(old.c_str(), 0666) == 0);
  REQUIRE(chmod(f.path.c_str(), 0555) == 0); // the file could be written to, but not replaced
  {
    common_user const user;
    refused(old, "Permission denied");
    refused(f.of("new.npy"), "Permission denied");
  }
  REQUIRE(chmod(f.path.c_str(), 0777) == 0);
  REQUIRE(chmod(old.c_str(), 0444) == 0);
  {
    common_user const user;
    refused(old, "Permission denied"); // its folder would allow to replace it
    save_npy(f.of("new.npy"), t);
  }
  refused(f.of("none/x.npy"), "No such file or directory");
  refused(f.of("old.npy/x.npy"), "Not a directory");
  refused(f.path.string(), "Is a directory");
  refused(f.path.string() + "/", "Is a directory");
  refused("", "No such file or directory");
  refused(f.of(std::string(300, 'n')), "File name too long");
  fs::create_symlink("loop", f.path / "loop");
  refused(f.of("loop"), "Too many levels of symbolic links");
  CHECK(bytes_of(old) == "precious");
  CHECK(f.names() == names{"loop", "new.npy", "old.npy"});
}

TEST_CASE("save: folders that may be written to but not read, long names, a working folder that changes") {
  folder const f;
  tensor<double, 1> const t{1, 2, 3};
  REQUIRE(chmod(f.path.c_str(), 0333) == 0);
  if (geteuid() == 0)
    REQUIRE(chown(f.path.c_str(), 65534, gid_t(-1)) == 0);
  {
    common_user const user;
    save_npy(f.of("new.npy"), t);
    save_npy(f.of("new.npy"), t);
  }
  REQUIRE(chmod(f.path.c_str(), 0777) == 0);
  CHECK(f.names() == names{"new.npy"});

  std::string const longest(255, 'n');
  save_npy(f.of(longest), t);
  save_npy(f.of(longest), t * 2.0);
  CHECK(load_npy<double, 1>(f.of(longest)) == t * 2.0);

  auto const here = fs::current_path();
  fs::current_path(f.path);
  save_npy("new.npy", t * 3.0);
  npz_writer writer("a.npz");
  writer.add("t", t);
  fs::current_path(here);
  writer.close();
  CHECK(load_npy<double, 1>(f.of("new.npy")) == t * 3.0);
  CHECK(load_npz<double, 1>(f.of("a.npz"), "t") == t);
  CHECK(f.names() == names{"a.npz", "new.npy", longest});
}

TEST_CASE("save: into the root folder" * doctest::skip(WEFT_TEST_ROOT == 0)) {
  npy_bytes::temporary file;
  file.path = "/weft-test-" + std::to_string(getpid()) + ".npy";
  tensor<double, 1> const t{1, 2, 3};
  if (access("/", W_OK) == 0) {
    save_npy(file.path, t);
    CHECK(load_npy<double, 1>(file.path) == t);
  } else {
    std::string const why = std::strerror(errno);
    try {
      save_npy(file.path, t);
      FAIL_CHECK("nothing was refused");
    } catch (io_error const& e) {
      CHECK(std::string(e.what()).find(why) != std::string::npos);
    }
  }
}

TEST_CASE("save: symbolic links stay, and what they lead to is replaced") {
  folder const f, g;
  tensor<double, 1> const t{1, 2, 3};
  fs::create_directories(f.path / "data");
  f.fill("data/x.npy", "old");
  fs::create_symlink("data/x.npy", f.path / "relative");
  fs::create_symlink(f.path / "relative", f.path / "absolute");
  fs::create_symlink("data/y.npy", f.path / "dangling");
  fs::create_hard_link(f.path / "data/x.npy", f.path / "hard");
  for (auto const* const link : {"absolute", "dangling"}) {
    save_npy(f.of(link), t);
    CHECK(fs::is_symlink(f.of(link)));
  }
  CHECK(load_npy<double, 1>(f.of("data/x.npy")) == t);
  CHECK(load_npy<double, 1>(f.of("data/y.npy")) == t);
  CHECK(bytes_of(f.of("hard")) == "old");
  CHECK(f.names() == names{"absolute", "dangling", "data", "hard", "relative"});
}

TEST_CASE("save: what is no regular file is written directly") {
  folder const f;
  tensor<double, 2> const t{{1, 2}, {3, 4}};
  REQUIRE(mkfifo(f.of("pipe").c_str(), 0600) == 0);
  for (saver const& s : savers()) {
    INFO(s.name);
    s.save(f.of("whole"));
    std::string read;
    std::thread reader([&] { read = bytes_of(f.of("pipe")); });
    s.save(f.of("pipe"));
    reader.join();
    CHECK(read == bytes_of(f.of("whole")));
    CHECK(fs::is_fifo(f.of("pipe")));
    s.save("/dev/null");
    if (fs::exists("/dev/full"))
      CHECK_THROWS_AS(s.save("/dev/full"), io_error);
  }
  save_csv("/dev/null", t, {}, {}, {.sync = true});
  CHECK(fs::is_character_file("/dev/null"));

  // A link of /proc leads to what is open, not to its name: who has it open must see what is written.
  std::FILE* const open = std::fopen(f.of("open").c_str(), "w+");
  REQUIRE(open != nullptr);
  std::string const link = "/proc/self/fd/" + std::to_string(fileno(open));
  if (fs::exists(link)) {
    save_csv(link, t);
    CHECK(std::fgetc(open) == '1');
    CHECK(bytes_of(f.of("open")) == "1,2\n3,4\n");
  }
  std::fclose(open);
  CHECK(f.names() == names{"open", "pipe", "whole"});
}

TEST_CASE("save: a process that forks off does not take the file away") {
  folder const f;
  npz_writer writer(f.of("a.npz"));
  pid_t const child = fork();
  if (child == 0) {
    {
      npz_writer const gone = std::move(writer);
    }
    _exit(0);
  }
  REQUIRE(child > 0);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  writer.add("t", tensor<double, 1>{1, 2});
  writer.close();
  CHECK(load_npz<double, 1>(f.of("a.npz"), "t") == tensor<double, 1>{1, 2});
}

TEST_CASE("npz: a writer that is dropped has told of a full disk") {
  npy_bytes::temporary const path;
  npz_writer file(path.path);
  full_disk const narrow(100);
  CHECK_THROWS_AS(file.add("a", tensor<double, 1>{1, 2, 3}), io_error); // all of it fits the buffer of the file
}

TEST_CASE("npz: close() after a close() that failed in the end is no success") {
  folder const f;
  {
    npz_writer writer(f.of("a.npz"));
    writer.add("a", tensor<double, 1>{1, 2});
    fs::create_directory(f.of("a.npz"));
    CHECK_THROWS_AS(writer.close(), io_error);
    fs::remove(f.of("a.npz"));
    CHECK_THROWS_AS(writer.close(), io_error);
  }
  CHECK(f.names().empty());
}

TEST_CASE("save: two processes that close one writer leave one file") {
  folder const f;
  f.fill("a.npz", "old");
  npz_writer writer(f.of("a.npz"));
  writer.add("t", tensor<double, 1>{1, 2});
  pid_t const child = fork();
  if (child == 0) {
    writer.close();
    _exit(0);
  }
  REQUIRE(child > 0);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  try {
    writer.close();
  } catch (io_error const&) { // where files have names, the child took it
  }
  CHECK(load_npz<double, 1>(f.of("a.npz"), "t") == tensor<double, 1>{1, 2});
  CHECK(f.names() == names{"a.npz"});
}

TEST_CASE("npz: a member that could not be written leaves the others whole") {
  npy_bytes::temporary const path;
  tensor<double, 1> const large(100000), small{1, 2, 3};
  npz_writer file(path.path);
  file.add("a", small);
  {
    full_disk const narrow(200000);
    CHECK_THROWS_AS(file.add("b", large), io_error);
  }
  file.add("c", small);
  file.close();
  npz_file const archive(path.path);
  CHECK(archive.names() == std::vector<std::string>{"a", "c"});
  CHECK(archive.load<double, 1>("a") == small);
  CHECK(archive.load<double, 1>("c") == small);
  CHECK(bytes_of(path.path).size() < 2000);
}

TEST_CASE("what is no regular file is not read, and a full disk is told of") {
  npy_bytes::temporary file;
  REQUIRE(mkfifo(file.path.c_str(), 0600) == 0);
  CHECK(message_of([&] { static_cast<void>(load_npy<double>(file.path)); }) == "cannot read '" + file.path + "': it is no regular file");
  if (fs::exists("/dev/full"))
    CHECK(message_of([&] { save_npy("/dev/full", full(shape(5), 1.0)); }) ==
          "cannot write '/dev/full': No space left on device");
}
