// golden/*.npy were written by NumPy: make_golden.py.
#include "npy_bytes.hpp"

#include <weft/base/check.hpp>
#include <weft/io/npy_format.hpp>

#include <complex>
#include <cstdint>
#include <doctest/doctest.h>
#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

using weft::dtype;
using weft::index_t;
using weft::detail::npy_file_reader;
using weft::detail::parse_npy_header;
using weft::detail::untyped_view;
using weft::detail::write_npy;
using namespace npy_bytes;

namespace {

weft::detail::npy_header parsed(std::string const& bytes) {
  return parse_npy_header(std::as_bytes(std::span(bytes)).data(), bytes.size(), "memory");
}

/// Element k of the pattern in make_golden.py.
template <class T>
T pattern(int k) {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>)
    return k % 3 == 0;
  else if constexpr (std::is_integral_v<T>)
    return k == 0 ? limits::min() : k == 11 ? limits::max() : static_cast<T>(std::is_signed_v<T> ? k - 5 : k);
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>((k - 5) * 0.375);
  else
    return T(pattern<typename T::value_type>(k), static_cast<typename T::value_type>(k * 1.25));
}

template <class T>
std::vector<T> read_all(std::string const& path, index_t const* strides = nullptr) {
  npy_file_reader reader(path);
  reader.require_type(weft::dtype_of<T>);
  std::vector<T> out(reader.header().data_bytes / sizeof(T));
  reader.read(out.data(), strides);
  return out;
}

template <class F>
void for_each_type(F f) {
  f(std::int8_t{}), f(std::int16_t{}), f(std::int32_t{}), f(std::int64_t{});
  f(std::uint8_t{}), f(std::uint16_t{}), f(std::uint32_t{}), f(std::uint64_t{});
  f(float{}), f(double{}), f(std::complex<float>{}), f(std::complex<double>{});
}

index_t const extents34[] = {3, 4}, rows34[] = {4, 1}, columns34[] = {1, 3};

template <class T>
void check_file_and_both_orders(std::string const& name) {
  std::vector<T> by_rows, by_columns;
  for (int k = 0; k < 12; ++k) by_rows.push_back(pattern<T>(k)), by_columns.push_back(pattern<T>(k % 3 * 4 + k / 3));
  CHECK(read_all<T>(golden(name)) == by_rows);
  CHECK(read_all<T>(golden(name), columns34) == by_columns);
}

} // namespace

TEST_CASE("files of every type and order are read into either order") {
  for_each_type([]<class T>(T) {
    std::string const name = to_string(weft::dtype_of<T>);
    CAPTURE(name);
    check_file_and_both_orders<T>(name + "_c");
    check_file_and_both_orders<T>(name + "_fortran");
    CHECK(npy_file_reader(golden(name + "_fortran")).header().fortran_order);
    if (sizeof(T) == 1) return;
    check_file_and_both_orders<T>(name + "_big");
    CHECK(npy_file_reader(golden(name + "_big")).header().swapped);
  });
}

TEST_CASE("bool files are read, and any byte but 0 is true") {
  for (char const* name : {"bool_c", "bool_fortran"}) {
    bool out[12];
    npy_file_reader(golden(name)).read(out);
    for (int k = 0; k < 12; ++k) CHECK(out[k] == pattern<bool>(k));
  }
  temporary file(npy(dictionary("'|b1'", "(3,)")) + "\x02\xFF" + std::string(1, '\0'));
  unsigned char out[3];
  npy_file_reader(file.path).read(out);
  CHECK((out[0] == 1 && out[1] == 1 && out[2] == 0));
}

TEST_CASE("every version of the format is read") {
  for (char const* name : {"version1", "version2", "version3"}) check_file_and_both_orders<double>(name);
}

TEST_CASE("rank 0, empty and rank 16 files are read") {
  CHECK(read_all<double>(golden("scalar")) == std::vector{2.5});
  CHECK(npy_file_reader(golden("scalar")).header().rank == 0);
  CHECK(read_all<double>(golden("empty_0")).empty());
  npy_file_reader empty(golden("empty_3_0_2"));
  CHECK((empty.header().rank == 3 && empty.header().extents[0] == 3 && empty.header().extents[2] == 2));
  empty.read(nullptr);
  CHECK(read_all<std::int32_t>(golden("rank16")) == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5});
  CHECK(npy_file_reader(golden("rank16")).header().extents[8] == 3);
}

TEST_CASE("a file is read into reversed and padded memory, and nothing else is written") {
  std::vector<double> memory(40, -99);
  index_t const strides[] = {-10, 2};
  npy_file_reader(golden("float64_fortran")).read(memory.data() + 21, strides);
  for (int at = 0; at < 40; ++at) {
    int const row = (29 - at) / 10, column = (at + 9) % 10;
    bool const element = row >= 0 && row < 3 && at < 29 && column % 2 == 0 && column < 8;
    CHECK(memory[static_cast<std::size_t>(at)] == (element ? pattern<double>(row * 4 + column / 2) : -99));
  }
}

TEST_CASE("writing gives NumPy's file, byte for byte") {
  temporary file;
  auto const check_same = [&](untyped_view const& a, std::string const& name) {
    write_npy(file.path, a);
    CHECK_MESSAGE(bytes_of(file.path) == bytes_of(golden(name)), name);
  };
  for_each_type([&]<class T>(T) {
    T rows[12], columns[12];
    for (int k = 0; k < 12; ++k) rows[k] = pattern<T>(k), columns[k] = pattern<T>(k % 3 * 4 + k / 3);
    std::string const name = to_string(weft::dtype_of<T>);
    check_same({weft::dtype_of<T>, rows, 2, extents34, rows34}, name + "_c");
    check_same({weft::dtype_of<T>, columns, 2, extents34, columns34}, name + "_fortran");
  });
  bool flags[12];
  for (int k = 0; k < 12; ++k) flags[k] = pattern<bool>(k);
  check_same({dtype::boolean, flags, 2, extents34, rows34}, "bool_c");

  double const x[] = {2.5}, five[] = {0, 1, 2, 3, 4};
  check_same({dtype::float64, x, 0, nullptr, nullptr}, "scalar");
  index_t const extent5[] = {5}, extent0[] = {0}, step[] = {1}, backward[] = {-1};
  check_same({dtype::float64, five, 1, extent5, step}, "vector");
  double const falling[] = {4, 3, 2, 1, 0};
  check_same({dtype::float64, falling + 4, 1, extent5, backward}, "vector");
  check_same({dtype::float64, nullptr, 1, extent0, backward}, "empty_0");
  index_t const extents302[] = {3, 0, 2}, odd[] = {7, 5, -3};
  check_same({dtype::int16, nullptr, 3, extents302, odd}, "empty_3_0_2");

  int const six[] = {0, 1, 2, 3, 4, 5};
  index_t extents16[16], strides16[16];
  for (int k = 0; k < 16; ++k) extents16[k] = 1, strides16[k] = 1000 - k; // never read: the extents are 1
  extents16[7] = 2, extents16[8] = 3, strides16[7] = 3, strides16[8] = 1;
  check_same({dtype::int32, six, 16, extents16, strides16}, "rank16");

  unsigned char column_major[60];
  for (int k = 0; k < 60; ++k) column_major[k] = static_cast<unsigned char>(k % 2 * 30 + k / 2 % 3 * 10 + k / 6);
  index_t const extents_2_3_10[] = {2, 3, 10}, columns[] = {1, 2, 6};
  check_same({dtype::uint8, column_major, 3, extents_2_3_10, columns}, "fortran_2_3_10");

  unsigned char growing[2000];
  for (int k = 0; k < 2000; ++k) growing[k] = static_cast<unsigned char>((k % 2 * 1000 + k / 2) % 251);
  index_t extents14[14], strides14[14];
  for (int k = 0; k < 14; ++k) extents14[k] = 1, strides14[k] = 2;
  extents14[0] = 2, extents14[13] = 1000, strides14[0] = 1;
  check_same({dtype::uint8, growing, 14, extents14, strides14}, "fortran_growing");
}

TEST_CASE("the stride of an axis of extent 1 does not decide the order of the file") {
  temporary file;
  float const x[] = {0, 1, 2, 3, 4, 5};
  index_t const extents[] = {2, 1, 3}, columns[] = {1, 99, 2}, rows[] = {3, 99, 1};
  write_npy(file.path, {dtype::float32, x, 3, extents, columns});
  CHECK(npy_file_reader(file.path).header().fortran_order);
  CHECK(read_all<float>(file.path) == std::vector<float>{0, 2, 4, 1, 3, 5});
  write_npy(file.path, {dtype::float32, x, 3, extents, rows});
  CHECK(!npy_file_reader(file.path).header().fortran_order);
  CHECK(read_all<float>(file.path) == std::vector<float>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("memory of any strides is written in C order and comes back") {
  temporary file;
  std::vector<std::int32_t> memory(60000);
  std::iota(memory.begin(), memory.end(), 0);
  struct window {
    index_t extents[3], strides[3], first;
  };
  window const windows[] = {
      {{20, 30, 40}, {1200, 40, 1}, 0},       {{40, 30, 20}, {1, 40, 1200}, 5}, {{30, 20, 40}, {40, 1200, 1}, 0},
      {{20, 30, 40}, {-1200, 40, -1}, 30039}, {{3, 4, 5}, {0, 0, 0}, 17},       {{10, 10, 10}, {500, 30, 2}, 3},
      {{1, 9001, 1}, {77, 3, -5}, 1},         {{2, 1, 20000}, {1, 9, 2}, 0},    {{5, 1, 7}, {7, 123, 1}, 9},
  };
  for (auto const& [extents, strides, first] : windows) {
    write_npy(file.path, {dtype::int32, memory.data() + first, 3, extents, strides});
    auto const back = read_all<std::int32_t>(file.path);
    std::vector<std::int32_t> expected;
    for (index_t i = 0; i < extents[0]; ++i)
      for (index_t j = 0; j < extents[1]; ++j)
        for (index_t k = 0; k < extents[2]; ++k)
          expected.push_back(static_cast<std::int32_t>(first + i * strides[0] + j * strides[1] + k * strides[2]));
    CHECK(back == expected);
  }
}

TEST_CASE("headers that NumPy would not write but means are read") {
  auto const rank_of = [](std::string const& text) { return parsed(npy(text)).rank; };
  CHECK(rank_of(dictionary("'<f8'", "()")) == 0);
  CHECK(rank_of(dictionary("'<f8'", "(3,)")) == 1);
  CHECK(rank_of(dictionary("'<f8'", "(3, 4)")) == 2);
  CHECK(rank_of(dictionary("'<f8'", "( 3 ,4 ,\n5, )")) == 3);
  CHECK(rank_of("{\"shape\":(2,2),\"descr\":\"=f4\",\"fortran_order\":True}") == 2);
  CHECK(rank_of("  {\t'fortran_order' :False,'shape' : (7L, 2L) ,'descr':'|u1'}  \n  \n") == 2);
  CHECK(parsed(npy(dictionary("'=f4'", "()"))).swapped == false);
  CHECK(parsed(npy(dictionary("'f4'", "()"))).type == dtype::float32);
  CHECK(parsed(npy(dictionary("'>u1'", "()"))).swapped == false);
  CHECK(parsed(npy(dictionary("'>c16'", "()"))).swapped == true);
  CHECK(parsed(npy(dictionary("'|i1'", "(0, 4611686018427387904)"))).data_bytes == 0);
  CHECK(parsed(npy(dictionary("'<f8'", "()") + std::string(70000, ' '), 0, 2)).data_offset > 70000);
}

TEST_CASE("bytes behind the data, or behind a header that ends too early, are ignored") {
  CHECK_THROWS_WITH_AS(parsed(npy("{'shape': (3, 4") + "L"), // the letter of a number of Python 2
                       doctest::Contains("the header ends where ')' is missing at the shape"), weft::error);
  temporary file(bytes_of(golden("vector")) + "more");
  CHECK(read_all<double>(file.path) == std::vector<double>{0, 1, 2, 3, 4});
}
