#include "npy_bytes.hpp"

#include <weft/base/check.hpp>
#include <weft/io/npy_format.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using weft::dtype;
using weft::index_t;
using weft::detail::npy_file_reader;
using weft::detail::untyped_view;
using weft::detail::write_npy;
using namespace npy_bytes;

namespace {
struct malformed {
  char const* reason;
  std::string content;
};

std::vector<malformed> malformed_dictionaries() {
  auto const with_shape = [](std::string const& shape) { return npy(dictionary("'<f8'", shape), 64); };
  std::string const sixteen = "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1";
  return {
      {"'{' is missing at the dictionary", npy("[1, 2]\n")},
      {"the header ends where '{' is missing", npy("")},
      {"a key of the dictionary is no string", npy("{descr: '<f8'}")},
      {"a key of the dictionary has no closing quote", npy("{'descr: 3}")},
      {"the unknown key 'dtype'", npy("{'dtype': '<f8'}")},
      {"the key 'shape' twice", npy("{'shape': (), 'shape': ()}")},
      {"':' is missing at a key", npy("{'shape' ()}")},
      {"'}' is missing at an entry, where ''fortran_", npy("{'shape': () 'fortran_order': True}")},
      {"the dictionary has no key 'descr'", npy("{'shape': (), 'fortran_order': True}")},
      {"the dictionary has no key 'fortran_order'", npy("{'shape': (), 'descr': '<f8'}")},
      {"the dictionary has no key 'shape'", npy("{'descr': '<f8', 'fortran_order': True}")},
      {"text stands behind the dictionary: 'import", npy(dictionary("'<f8'", "()") + "import os")},
      {"text stands behind the dictionary: '????", npy(dictionary("'<f8'", "()") + std::string(4, '\0'))},
      {"fortran_order is neither True nor False", npy(dictionary("'<f8'", "()", "1"))},
      {"the element type is no string", npy(dictionary("8", "()"))},
      {"'(' is missing at the shape", with_shape("[3]")},
      {"'(' is missing at the shape", with_shape("3")},
      {"the shape is no tuple", with_shape("(3)")},
      {"an extent that is no number", with_shape("(,)")},
      {"an extent that is no number", with_shape("('3',)")},
      {"an extent that is no number", with_shape("(3,")},
      {"the shape is no tuple", npy("{'shape': (3")}, // ends in a digit
      {"')' is missing at the shape", with_shape("(3, 4.5)")},
      {"a negative extent", with_shape("(3, -1)")},
      {"an extent beyond 64 bits", with_shape("(9223372036854775808,)")},
      {"more bytes than 64 bits can count", with_shape("(1152921504606846976,)")},
      {"more bytes than 64 bits can count", with_shape("(4294967296, 4294967296)")},
      {"more bytes than 64 bits can count", with_shape("(0, 4294967296, 4294967296)")},
      {"the rank is above 16", with_shape("(" + sixteen + ", 1)")},
  };
}

std::vector<malformed> unsupported_types() {
  auto const with_type = [](std::string const& type) { return npy(dictionary(type, "(1,)"), 64); };
  return {
      {"structured elements", with_type("[('a', '<f8'), ('b', '<i4')]")},
      {"'|O' is not supported (Python objects)", with_type("'|O'")},
      {"'<U5' is not supported (text)", with_type("'<U5'")},
      {"'|S3' is not supported (text)", with_type("'|S3'")},
      {"'|V16' is not supported (raw or structured bytes", with_type("'|V16'")},
      {"'<M8[ns]' is not supported (dates)", with_type("'<M8[ns]'")},
      {"'<f16' is not supported (only floating types of 2, 4 and 8 bytes", with_type("'<f16'")},
      {"'<V2' is not supported (raw or structured bytes, or bfloat16, for which the format has no type)",
       with_type("'<V2'")},
      {"'<c32' is not supported", with_type("'<c32'")},
      {"'<i3' is not supported", with_type("'<i3'")},
      {"'' is not supported", with_type("''")},
      {"aaaaaaaa...' is not supported", with_type("'<f8" + std::string(50, 'a') + "'")},
      {"'<' is not supported", with_type("'<'")},
      {"'|f8' gives no byte order", with_type("'|f8'")},
  };
}

std::vector<malformed> malformed_files() {
  std::string const good = npy(dictionary("'<f8'", "(3, 4)"), 96);
  std::string long_head = good, version4 = good, minor = good;
  long_head[9] = '\x10';
  version4[6] = '\x04';
  minor[7] = '\x01';
  std::string huge_head = npy(dictionary("'<f8'", "()"), 8, 2);
  huge_head.replace(8, 4, "\xFF\xFF\xFF\xFF");
  return {
      {"it is empty", ""},
      {"it ends inside the magic", "\x93NUM"},
      {"it ends inside the magic", good.substr(0, 7)},
      {"it ends inside the header length", good.substr(0, 8)},
      {"it ends inside the header length", good.substr(0, 9)},
      {"it ends inside the header length", npy("", 0, 2).substr(0, 11)},
      {"the first bytes are not \\x93NUMPY", "PK\x03\x04 an archive"},
      {"the first bytes are not \\x93NUMPY", "1.5,2.5"},
      {"version 4.0 of the format is not known", version4},
      {"version 0.0 of the format is not known", npy("", 0, 0)},
      {"version 1.1 of the format is not known", minor},
      {"is said to have 4", long_head},
      {"4294967295 bytes, but only", huge_head},
      {"bytes, but only 30 follow", good.substr(0, 40)},
      {"bytes, but only 59 follow", npy(std::string(60, ' ')).substr(0, 69)},
      {"need 96 bytes of data, but only 95 follow", good.substr(0, good.size() - 1)},
      {"need 96 bytes of data, but only 0 follow", good.substr(0, good.size() - 96)},
      {"need 8796093022208 bytes of data, but only 96 follow", npy(dictionary("'<f8'", "(1099511627776,)"), 96)},
  };
}

template <class Error, class F>
void check_refused(F f, std::string const& path, std::string const& reason) {
  std::string text;
  try {
    f();
  } catch (Error const& e) {
    text = e.what();
  }
  CAPTURE(text);
  CAPTURE(reason);
  CHECK(text.find("'" + path + "'") != std::string::npos);
  CHECK(text.find(reason) != std::string::npos);
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; }));
}
} // namespace

TEST_CASE("malformed files are refused with their name and the reason") {
  temporary file;
  auto cases = malformed_dictionaries();
  for (auto const& more : {unsupported_types(), malformed_files()}) cases.insert(cases.end(), more.begin(), more.end());
  for (malformed const& m : cases) {
    file.fill(m.content);
    check_refused<weft::io_error>([&] { npy_file_reader reader(file.path); }, file.path, m.reason);
  }
}

TEST_CASE("what the system refuses is reported with its reason") {
  temporary file;
  auto const open = [&](std::string const& path) { return [path] { npy_file_reader reader(path); }; };
  std::string const folder = fs::temp_directory_path().string();
  check_refused<weft::io_error>(open(file.path), file.path, "No such file or directory");
  check_refused<weft::io_error>(open(folder), folder, "it is a directory");

  double const x[] = {0, 1, 2, 3, 4};
  index_t const extents[] = {5}, strides[] = {1};
  untyped_view const a{dtype::float64, x, 1, extents, strides};
  std::string const nowhere = file.path + "/x.npy";
  check_refused<weft::io_error>([&] { write_npy(nowhere, a); }, nowhere, "No such file or directory");

  index_t const many[] = {10000}, none[] = {0}; // more than one buffer
  write_npy(file.path, {dtype::float64, x, 1, many, none});
  npy_file_reader reader(file.path);
  fs::resize_file(file.path, fs::file_size(file.path) - 1);
  std::vector<double> out(10000);
  check_refused<weft::io_error>([&] { reader.read(out.data()); }, file.path, "it ended while it was read");
}

TEST_CASE("a file of another type or rank names both") {
  npy_file_reader reader(golden("float32_c"));
  CHECK_NOTHROW(reader.require_type(dtype::float32));
  CHECK_NOTHROW(reader.require_rank(2));
  auto const type = [&] { reader.require_type(dtype::float64); };
  check_refused<weft::dtype_error>(type, golden("float32_c"), "as float64: its elements are float32");
  auto const rank = [&] { reader.require_rank(3); };
  check_refused<weft::shape_error>(rank, golden("float32_c"), "with rank 3: its rank is 2");
}
