#include "save_case.hpp"
#include <support/message.hpp>

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

using namespace weft;
using namespace save_case;
using npy_bytes::bytes_of;
using support::message_of;
using weft::detail::read_text;

TEST_CASE("save: a file is replaced whole, and nothing stays beside it") {
  for (saver const& s : savers()) {
    INFO(s.name);
    folder const f;
    s.save(f.of("new"));
    std::string const wanted = bytes_of(f.of("new"));
    f.fill("old", std::string(2 * wanted.size(), 'x'));
    s.save(f.of("old"));
    CHECK(bytes_of(f.of("old")) == wanted);
    CHECK(f.names() == names{"new", "old"});
  }
}

TEST_CASE("save: an archive that is refused, or was not closed, leaves the old file") {
  folder const f;
  std::string const old = f.fill("a.npz", "precious");
  tensor<double, 1> const t{1, 2, 3};
  CHECK_THROWS_AS(save_npz(old, "a", t, "a", t), io_error);
  CHECK_THROWS_AS(save_npz(old, std::string(70000, 'a'), t), io_error);
  {
    npz_writer writer(old);
    writer.add("a", t);
    npz_writer moved = std::move(writer);
    CHECK_THROWS_AS(writer.add("b", t), io_error);
    moved.add("b", t);
    CHECK(bytes_of(old) == "precious");
  }
  CHECK(bytes_of(old) == "precious");
  CHECK_THROWS_AS(save_csv(old, t, {}, {"one", "two"}), shape_error);
  CHECK_THROWS_AS(save_pnm(old, any_tensor(t)), dtype_error);
  CHECK(bytes_of(old) == "precious");
  CHECK(f.names() == names{"a.npz"});
  npz_writer writer(old);
  writer.add("a", t);
  writer.close();
  CHECK(load_npz<double, 1>(old, "a") == t);
  CHECK(f.names() == names{"a.npz"});
}

TEST_CASE("save: names that are not ASCII, in each kind of file") {
  folder const f;
  // A Greek word, a Chinese one, and a sign beyond 16 bits.
  std::u8string const name = u8"\u03bc\u03ad\u03c4\u03c1\u03bf-\u5f35\u91cf-\U0001d6c0";
  auto const place = [&](std::string const& ending) {
    return f.path.string() + "/" + std::string(name.begin(), name.end()) + ending;
  };
  for (saver const& s : savers()) {
    std::string const path = place(std::string(".") + s.name);
    s.save(path);
    s.save(path);
    CHECK(read_text(path).size() > 1000);
  }
  CHECK(fs::exists(f.path / fs::path(name + u8".npy")));
  CHECK(f.names().size() == savers().size());
  std::string const nowhere = place("/none.npy");
  CHECK(message_of([&] { static_cast<void>(load_npy<double>(nowhere)); }) == "cannot read '" + nowhere + "': No such file or directory");
}

TEST_CASE("save: bytes are written as they are") {
  folder const f;
  tensor<std::uint8_t, 1> const bytes{'\n', '\r', '\n', 26, 0, 255, '\r', '\n'};
  save_npy(f.of("a.npy"), bytes);
  CHECK(fs::file_size(f.of("a.npy")) == 128 + 8);
  CHECK(load_npy<std::uint8_t, 1>(f.of("a.npy")) == bytes);
  save_csv(f.of("a.csv"), tensor<int, 2>{{1, 2}, {3, 4}});
  CHECK(bytes_of(f.of("a.csv")) == "1,2\n3,4\n");
}

TEST_CASE("save: what no system writes to is an io_error") {
  folder const f;
  tensor<double, 1> const t{1, 2, 3};
  fs::create_directories(f.path / "folder");
  auto const reason = [&](std::string const& path) { return message_of([&] { save_npy(path, t); }); };
  for (std::string const& path : {f.of("none/x.npy"), std::string()})
    CHECK(reason(path) == "cannot write '" + path + "': No such file or directory");
  CHECK(reason(f.of("folder")) == "cannot write '" + f.of("folder") + "': Is a directory");
  CHECK(message_of([&] { static_cast<void>(load_npy<double>(f.of("folder"))); }) == "cannot read '" + f.of("folder") +
                                                                     "': it is a directory");
  std::string const old = f.fill("old.npy", "precious");
  fs::permissions(old, fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write,
                  fs::perm_options::remove);
  if (!std::ofstream(old, std::ios::app)) // not so for root
    CHECK(reason(old) == "cannot write '" + old + "': Permission denied");
  fs::permissions(old, fs::perms::owner_write, fs::perm_options::add);
  CHECK(bytes_of(old).size() > 7);
  CHECK(f.names() == names{"folder", "old.npy"});
}

TEST_CASE("save: threads that save to one path leave one whole file, and read one, at every moment") {
  folder const f;
  std::string const path = f.of("x.npy");
  // Where files that are open cannot be replaced, a save may be refused; then the old file stays.
#if defined(_WIN32)
  constexpr int times = 20;
  constexpr bool may_refuse = true;
#else
  constexpr int times = 300;
  constexpr bool may_refuse = false;
#endif
  std::atomic<int> torn{0}, refused{0};
  save_npy(path, full(shape(1000), 0.0));
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (int n = 0; n < times; ++n) {
        try {
          save_npy(path, full(shape(1000 * (k + 1)), static_cast<double>(k)));
        } catch (io_error const&) {
          ++refused;
        }
        try {
          auto const x = load_npy<double, 1>(path);
          torn += x == full(shape(1000 * (static_cast<index_t>(x(0)) + 1)), x(0)) ? 0 : 1;
        } catch (io_error const&) {
          ++torn;
        }
      }
    });
  for (auto& thread : threads)
    thread.join();
  CHECK(torn == 0);
  CHECK((refused == 0 || may_refuse));
  CHECK(f.names() == names{"x.npy"});
}

TEST_CASE("save: sync") {
  folder const f;
  tensor<double, 2> const t{{1, 2}, {3, 4}};
  save_options const options{.sync = true};
  save_npy(f.of("a.npy"), t, options);
  CHECK(load_npy<double, 2>(f.of("a.npy")) == t);
  save_csv(f.of("a.csv"), t, {}, {}, options);
  CHECK(load_csv(f.of("a.csv")) == t);
  save_npz(f.of("a.npz"), {{"t", any_tensor(t)}}, options);
  CHECK(load_npz<double, 2>(f.of("a.npz"), "t") == t);
  npz_writer writer(f.of("b.npz"), npz_packing::stored, options);
  writer.add("t", t);
  writer.close();
  CHECK(load_npz<double, 2>(f.of("b.npz"), "t") == t);
  save_pnm(f.of("a.pgm"), full(shape(2, 2), static_cast<unsigned char>(7)), options);
  CHECK(load_pnm<unsigned char, 2>(f.of("a.pgm")) == full(shape(2, 2), static_cast<unsigned char>(7)));
}
