// golden/*.npz were written by NumPy and Python's zipfile: make_golden.py. written.npz is ours, read by NumPy by hand.
#include <support/counting.hpp>
#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/npz.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <vector>


using namespace weft;
using namespace npy_bytes;
using support::message_of;

namespace {

#ifdef WEFT_TEST_ZLIB
constexpr bool zlib = true;
#else
constexpr bool zlib = false;
#endif

/// Element (i, j) of member a, and of float64_c.npy.
double pattern(index_t i, index_t j) { return static_cast<double>(4 * i + j - 5) * 0.375; }

template <class M>
int wrong(M const& m) {
  int n = m.rank() == 2 && m.extent(0) == 3 && m.extent(1) == 4 ? 0 : 100;
  for (index_t i = 0; i < 3 && n < 100; ++i)
    for (index_t j = 0; j < 4; ++j)
      n += m(i, j) == pattern(i, j) ? 0 : 1;
  return n;
}

using names = std::vector<std::string>;

std::string refused(std::string const& content, std::string const& member = "a") {
  temporary const file(content);
  auto const read = [&] { static_cast<void>(npz_file(file.path).load(member)); };
  CHECK_THROWS_AS(read(), io_error);
  std::string const text = message_of(read);
  CHECK(text.find(file.path) != std::string::npos);
  return text;
}

void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t width) {
  for (std::size_t k = 0; k < width; ++k)
    bytes[at + k] = static_cast<char>(value >> (8 * k));
}
std::size_t directory(std::string const& bytes) { return bytes.find("PK\x01\x02"); }

} // namespace

TEST_CASE("npz: what numpy.savez writes, and zipfile in the 64-bit form") {
  npz_file const file(golden("stored.npz"));
  CHECK(file.names() == names{"a", "fortran", "big", "scalar", "empty"});
  CHECK((file.contains("big") && file.contains("a.npy") && !file.contains("b")));
  CHECK(wrong(file.load<double, 2>("a")) == 0);
  CHECK(wrong(file.load<double, 2, column_major>("a")) == 0);
  CHECK(wrong(file.load<double, fixed<3, 4>>("a")) == 0);
  auto const fortran = file.load<std::int16_t, 2>("fortran");
  CHECK((fortran(0, 0) == -32768 && fortran(0, 1) == -4 && fortran(1, 0) == -1 && fortran(2, 3) == 32767));
  auto const big = file.load<std::complex<float>, 2>("big");
  CHECK(big(1, 2) == std::complex<float>(0.375f, 7.5f));
  CHECK(file.load<double, 0>("scalar")() == 2.5);
  CHECK(file.load("empty").shape() == shape(3, 0, 2));
  CHECK(file.load("a") == load_npy(golden("float64_c")));
  CHECK_THROWS_AS((static_cast<void>(file.load<float, 2>("a"))), dtype_error);
  CHECK_THROWS_AS((static_cast<void>(file.load<double, 1>("a"))), shape_error);

  npz_file const wide(golden("zip64.npz"));
  CHECK(wide.names() == names{"a", "fortran"});
  CHECK(wrong(wide.load<double, 2>("a")) == 0);
  CHECK(wide.load("fortran") == file.load("fortran"));

  auto const every = load_npz(golden("stored.npz"));
  CHECK(every.size() == 5);
  CHECK(every.at("a") == file.load("a"));
  CHECK(wrong(load_npz<double, 2>(golden("stored.npz"), "a")) == 0);
}

TEST_CASE("npz: a member may have a comment, which is passed over") {
  std::string bytes = bytes_of(golden("stored.npz"));
  std::size_t const entry = directory(bytes), name = static_cast<unsigned char>(bytes[entry + 28]),
                    extra = static_cast<unsigned char>(bytes[entry + 30]);
  bytes.insert(entry + 46 + name + extra, "comment");
  put(bytes, entry + 32, 7, 2);
  std::size_t const last = bytes.size() - 22, length = static_cast<unsigned char>(bytes[last + 12]) +
                                                     256u * static_cast<unsigned char>(bytes[last + 13]);
  put(bytes, last + 12, length + 7, 4);
  temporary const file(bytes);
  npz_file const commented(file.path);
  CHECK(commented.names() == names{"a", "fortran", "big", "scalar", "empty"});
  CHECK(wrong(commented.load<double, 2>("a")) == 0);
}

TEST_CASE("npz: deflated members, and members whose sums follow them") {
  npz_file const file(golden("deflated.npz")), piped(golden("piped.npz"));
  CHECK(file.names() == names{"a", "fortran", "big", "scalar", "empty", "long"});
  CHECK(piped.names() == names{"readme.txt", "a", "gr\xC3\xB6\xC3\x9F" "e"});
  if (!zlib) {
    std::string const text = message_of([&] { static_cast<void>(file.load("a")); });
    CHECK(text.find("member 'a': it is deflated, and this weft was built without zlib (WEFT_WITH_ZLIB)") !=
          std::string::npos);
    CHECK_THROWS_AS(file.load("a"), io_error);
    return;
  }
  npz_file const stored(golden("stored.npz"));
  for (std::string const& name : stored.names())
    CHECK(file.load(name) == stored.load(name));
  auto const many = file.load<std::int64_t, 1>("long");
  int bad = many.size() == 20000 ? 0 : 1;
  for (index_t k = 0; k < many.size(); ++k)
    bad += many(k) != k / 100;
  CHECK(bad == 0);
  for (std::string const name : {"a", "gr\xC3\xB6\xC3\x9F" "e"})
    CHECK(wrong(piped.load<double, 2>(name)) == 0);
}

TEST_CASE("npz: what is written comes back, for every class of strides") {
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  tensor<int, 1> large(50000);
  for (index_t k = 0; k < large.size(); ++k)
    large(k) = static_cast<int>(k * k % 1009);
  for (auto const packing : {npz_packing::stored, npz_packing::deflated}) {
    if (packing == npz_packing::deflated && !zlib)
      continue;
    temporary const path;
    npz_writer out(path.path, packing);
    out.add("a", a);
    out.add("columns", tensor<double, 2, column_major>(a));
    out.add("turned", reverse(transpose(a), 0));
    out.add("sum", a + a);
    out.add("none", tensor<float, 2>(0, 3));
    out.add("sub/gr\xC3\xB6\xC3\x9F" "e", large);
    out.add("any", any_tensor(tensor<bool, 0>(true)));
    CHECK_THROWS_AS(out.add("a", a), io_error);
    CHECK_THROWS_AS(out.add(std::string(65532, 'x'), a), io_error);
    out.close();
    out.close();
    CHECK_THROWS_AS(out.add("late", a), io_error);
    npz_file const in(path.path);
    CHECK(in.names() == names{"a", "columns", "turned", "sum", "none", "sub/gr\xC3\xB6\xC3\x9F" "e", "any"});
    CHECK(in.load<double, 2>("a") == a);
    CHECK(in.load<double, 2>("columns") == a);
    CHECK(in.load<double, 2>("turned") == tensor<double, 2>{{3, 6}, {2, 5}, {1, 4}});
    CHECK(in.load<double, 2>("sum") == tensor<double, 2>{{2, 4, 6}, {8, 10, 12}});
    CHECK(in.load("none").shape() == shape(0, 3));
    CHECK(in.load<int, 1>("sub/gr\xC3\xB6\xC3\x9F" "e") == large);
    CHECK(in.load<bool, 0>("any")());
    CHECK((bytes_of(path.path).size() < 100000) == (packing == npz_packing::deflated));
  }
}

TEST_CASE("npz: the short forms, and a file that NumPy has read") {
  temporary const path;
  tensor<double, 2> m(3, 4);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j)
      m(i, j) = pattern(i, j);
  save_npz(path.path, "a", m, "fortran", tensor<std::int16_t, 2, column_major>{{1, 2}, {3, 4}}, "gr\xC3\xB6\xC3\x9F" "e", m * 2.0);
  CHECK(bytes_of(path.path) == bytes_of(golden("written.npz")));
  std::map<std::string, any_tensor> const every = load_npz(path.path);
  CHECK(every.size() == 3);
  save_npz(path.path, every);
  CHECK(load_npz(path.path) == every);
  save_npz(path.path, {});
  CHECK(load_npz(path.path).empty());
  CHECK(build_info().zlib == zlib);
  if (zlib) {
    save_npz_compressed(path.path, "m", m, "n", m(0));
    CHECK(wrong(load_npz<double, 2>(path.path, "m")) == 0);
    save_npz_compressed(path.path, every);
    CHECK(load_npz(path.path) == every);
  } else {
    CHECK_THROWS_AS(save_npz_compressed(path.path, "m", m), io_error);
  }
  CHECK_THROWS_AS(save_npz("/no/such/folder/x.npz", "m", m), io_error);
  if (fs::exists("/dev/full"))
    CHECK_THROWS_AS(save_npz("/dev/full", "m", m), io_error);
}

TEST_CASE("npz: malformed archives are refused with the reason") {
  std::string const good = bytes_of(golden("zip64.npz")), plain = bytes_of(golden("stored.npz"));
  auto const has = [](std::string const& text, char const* reason) {
    INFO(text);
    CHECK(text.find(reason) != std::string::npos);
    CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  };
  has(refused(""), "no zip directory ends it");
  has(refused("\x93NUMPY"), "no zip directory ends it");
  has(refused(plain.substr(0, plain.size() - 1)), "no zip directory ends it");
  has(refused(plain, "b"), "it has no member 'b'");
  has(refused(plain, "\n"), "it has no member '?'");
  auto const changed = [&](std::string bytes, std::size_t at, std::uint64_t value, std::size_t width) {
    put(bytes, at, value, width);
    return refused(bytes);
  };
  std::size_t const last = plain.size() - 22, entry = directory(plain);
  has(changed(plain, last + 16, 0xFFFFFF, 4), "its directory would lie behind its end");
  has(changed(plain, last + 12, 0xFFFFFFF0, 4), "its directory would lie behind its end");
  has(changed(plain, last + 10, 99, 2), "its directory ends after 5 of 99 entries");
  has(changed(plain, entry, 0, 4), "its directory ends after 0 of 5 entries");
  has(changed(plain, entry + 28, 60000, 2), "an entry of its directory is damaged");
  has(changed(plain, entry + 32, 60000, 2), "an entry of its directory is damaged");
  has(changed(plain, entry + 8, 1, 2), "member 'a': it is encrypted");
  has(changed(plain, entry + 10, 12, 2), "it is packed by method 12");
  has(changed(plain, entry + 24, 225, 4), "said to have 225 bytes, which its 224 packed bytes cannot hold");
  has(changed(plain, entry + 20, 0x7FFFFFFF, 4), "more bytes than the file");
  has(changed(plain, entry + 42, 7, 4), "member 'a' is not where the directory says");
  has(changed(plain, entry + 42, 0xFFFFFFF0, 4), "would lie behind the end of the file");
  has(changed(plain, 26, 0xFFFF, 2), "member 'a' would lie behind the end of the file");
  has(changed(plain, entry + 16, 1, 4), "its checksum differs: it is damaged");
  has(changed(plain, plain.find("NUMPY") + 200, 1, 1), "its checksum differs: it is damaged");
  has(changed(plain, plain.find("NUMPY"), 0, 1), "it is no .npy file");
  std::size_t const record = good.find("PK\x06\x06"), locator = good.find("PK\x06\x07"), extra = directory(good) + 46 + 5;
  has(changed(good, locator + 8, record + 1, 8), "the end of its directory is not where it is said to be");
  has(changed(good, locator + 8, ~0ull, 8), "would lie behind the end of the file");
  has(changed(good, record + 48, ~0ull, 8), "its directory would lie behind its end");
  has(changed(good, record + 32, ~0ull, 8), "its directory ends after 2 of");
  has(changed(good, extra + 2, 60000, 2), "an entry of its directory is damaged");
  has(changed(good, extra + 4, ~0ull, 8), "packed bytes cannot hold");
  has(changed(good, extra + 12, ~0ull, 8), "more bytes than the file");
}

TEST_CASE("npz: members that are no tensors are listed, and spoil nothing") {
  npz_file const file(golden("mixed.npz"));
  names const others{"text", "format", "record", "dates", "objects", "wide", "deep", "pair", "sub/", "readme.txt"};
  for (std::string const& name : others) {
    INFO(name);
    CHECK(file.contains(name));
    CHECK_FALSE(file.is_tensor(name));
    CHECK_THROWS_AS(static_cast<void>(file.load(name)), io_error);
  }
  CHECK(message_of([&] { static_cast<void>(file.load("format")); })
            .find("mixed.npz:format': the element type '|S3' is not supported (text)") != std::string::npos);
  auto const every = load_npz(golden("mixed.npz"));
  names read;
  for (auto const& [name, x] : every)
    read.push_back(name);
  CHECK(read == names{"LOUD.NPY", "a", "both", "both.npy", "half", "pair.npy", "plain", "sub/b", "twice"});
  auto const half = load_npz<float16, 1>(golden("mixed.npz"), "half"); // of NumPy
  CHECK(half.size() == 2);
  CHECK(float(half(0)) == 1);
  CHECK(float(half(1)) == 2);
  for (auto const* const name : {"a", "plain", "LOUD.NPY", "sub/b"})
    CHECK(wrong(load_npz<double, 2>(golden("mixed.npz"), name)) == 0);
  CHECK_FALSE(file.is_tensor("none"));
}

TEST_CASE("npz: names as NumPy takes them, and the last of members of one name") {
  npz_file const file(golden("mixed.npz"));
  CHECK(file.names() == names{"a", "text", "format", "record", "dates", "objects", "half", "wide", "deep", "plain",
                              "LOUD.NPY", "both", "both.npy", "pair", "pair.npy", "sub/", "sub/b", "readme.txt", "twice"});
  for (std::string const& name : file.names())
    CHECK(file.contains(name));
  CHECK((file.contains("a.npy") && file.is_tensor("a.npy") && wrong(file.load<double, 2>("a.npy")) == 0));
  CHECK((!file.contains("LOUD") && !file.contains("plain.npy") && !file.contains("loud.npy")));
  CHECK(file.load<std::int64_t, 0>("both")() == 1);
  CHECK(file.load<std::int64_t, 0>("both.npy")() == 2);
  CHECK(file.load<std::int64_t, 0>("twice")() == 3);
}

TEST_CASE("npz: a damaged member is no other kind of member") {
  std::string bytes = bytes_of(golden("mixed.npz"));
  put(bytes, bytes.find("NUMPY"), 0, 1); // that of a.npy
  temporary const file(bytes);
  CHECK_THROWS_AS(static_cast<void>(load_npz(file.path)), io_error);
  CHECK_THROWS_AS(static_cast<void>(npz_file(file.path).is_tensor("a")), io_error);
  CHECK(wrong(load_npz<double, 2>(file.path, "plain")) == 0);
  std::string head = bytes_of(golden("mixed.npz"));
  put(head, head.find("NUMPY", head.find("plain")) + 5, 9, 1); // the version of plain, which begins as a .npy file
  temporary const other(head);
  CHECK_THROWS_AS(static_cast<void>(npz_file(other.path).is_tensor("plain")), io_error);
}

TEST_CASE("npz: broken deflated members are refused, and take no more memory than deflate can fill") {
  if (!zlib)
    return;
  std::string const good = bytes_of(golden("deflated.npz"));
  std::size_t const entry = directory(good);
  auto const changed = [&](std::size_t at, std::uint64_t value, std::size_t width) {
    std::string bytes = good;
    put(bytes, at, value, width);
    return refused(bytes);
  };
  CHECK(changed(entry + 24, 0xFFFFFFFE, 4).find("packed bytes cannot hold") != std::string::npos);
  CHECK(changed(entry + 24, 225, 4).find("deflated bytes are damaged") != std::string::npos);
  CHECK(changed(entry + 24, 223, 4).find("need 96 bytes of data, but only 95") != std::string::npos);
  CHECK(changed(entry + 20, 20, 4).find("deflated bytes are damaged") != std::string::npos);
  CHECK(changed(entry + 20, 200, 4).find("do not end where they should") != std::string::npos);
  // The head asks for 16 MiB, the archive holds some hundred bytes.
  temporary const path;
  save_npz_compressed(path.path, "a", broadcast_to(tensor<char unsigned, 0>(7), shape(1 << 14)));
  std::string bytes = bytes_of(path.path);
  support::counting_resource memory;
  {
    support::memory_scope const scope(memory);
    CHECK(load_npz<std::uint8_t, 1>(path.path, "a").size() == 1 << 14);
    std::size_t const extra = directory(bytes) + 46 + 5;
    put(bytes, extra + 4, 128 + (1 << 24), 8);
    refused(bytes);
  }
  CHECK(memory.peak_bytes() < 100000);
}

TEST_CASE("npz: mutated archives are read or refused") {
  std::mt19937 random(7);
  std::vector<std::string> seeds{bytes_of(golden("zip64.npz")), bytes_of(golden("piped.npz"))};
  int read = 0, failed = 0;
  for (int k = 0; k < 3000; ++k) {
    std::string content = seeds[random() % seeds.size()];
    for (std::size_t edits = 1 + random() % 3; edits > 0; --edits)
      content[random() % content.size()] = static_cast<char>(random());
    temporary const file(content);
    try {
      read += static_cast<int>(load_npz(file.path).size());
    } catch (error const&) {
      ++failed;
    }
  }
  CAPTURE(read);
  CHECK((read > 100 && failed > 100));
}
