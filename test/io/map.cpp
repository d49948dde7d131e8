// golden/*.npy were written by NumPy: make_golden.py.
#include <support/counting.hpp>
#include <support/message.hpp>
#include "npy_bytes.hpp"

#include <weft/io/map.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>

using namespace weft;
using namespace npy_bytes;
using support::message_of;

namespace {

/// Element (i, j) of float64_c.npy and its kin.
double pattern(index_t i, index_t j) { return static_cast<double>(4 * i + j - 5) * 0.375; }

template <class M>
int wrong(M const& m) {
  int n = m.rank() == 2 && m.extent(0) == 3 && m.extent(1) == 4 ? 0 : 100;
  for (index_t i = 0; i < 3 && n < 100; ++i)
    for (index_t j = 0; j < 4; ++j)
      n += m(i, j) == pattern(i, j) ? 0 : 1;
  return n;
}

/// Does a mapping of the file stand in this process? Windows tells nobody.
#if defined(_WIN32)
constexpr bool can_tell = false;
#else
constexpr bool can_tell = true;
#endif
bool is_mapped(std::string const& path) {
  return bytes_of("/proc/self/maps").find(fs::canonical(path).string()) != std::string::npos;
}

} // namespace

TEST_CASE("map_npy: the file itself, in its own order, for every form of shape") {
  static_assert(std::is_same_v<decltype(map_npy<double, 2>("")), view<double const, 2>>);
  CHECK(wrong(map_npy<double, 2>(golden("float64_c"))) == 0);
  CHECK(wrong(map_npy<double, 2, row_major>(golden("float64_c"))) == 0);
  CHECK(wrong(map_npy<double, 2>(golden("float64_fortran"))) == 0);
  CHECK(wrong(map_npy<double, 2, column_major>(golden("float64_fortran"))) == 0);
  CHECK(map_npy<double, 2>(golden("float64_fortran")).stride(0) == 1);
  CHECK(wrong(map_npy<double>(golden("float64_c"))) == 0);
  CHECK(wrong(map_npy<double, fixed<3, 4>>(golden("float64_c"))) == 0);
  CHECK(wrong(map_npy<double, fixed<dyn, 4>>(golden("version3"))) == 0);
  CHECK(map_npy<double, 0>(golden("scalar"))() == 2.5);
  CHECK(map_npy<std::int16_t>(golden("empty_3_0_2")).shape() == shape(3, 0, 2));
  CHECK(map_npy<double, 1>(golden("empty_0")).empty());
  CHECK(map_npy<std::int32_t>(golden("rank16")).rank() == 16);
  CHECK(map_npy<std::complex<float>, 2>(golden("complex64_c"))(1, 2) == std::complex<float>(0.375f, 7.5f));
  auto const flags = map_npy<bool, 2>(golden("bool_fortran"));
  CHECK((flags(0, 0) && !flags(0, 1) && !flags(0, 2) && flags(0, 3)));
}

TEST_CASE("map_npy: the mapping lives as long as a view of it, and nothing is copied") {
  temporary const file(bytes_of(golden("float64_c")));
  support::counting_resource memory;
  {
    support::memory_scope const scope(memory);
    view<double const, 1> row;
    {
      auto const m = map_npy<double, 2>(file.path);
      CHECK(m.ownership() == shared);
      row.rebind(m(1, all));
    }
    CHECK((!can_tell || is_mapped(file.path)));
    CHECK(row(2) == pattern(1, 2));
    fs::remove(file.path); // the mapping stays
    CHECK(sum(row) == pattern(1, 0) + pattern(1, 1) + pattern(1, 2) + pattern(1, 3));
    file.fill(bytes_of(golden("float64_c")));
    row.rebind(view<double const, 1>());
    CHECK((!can_tell || !is_mapped(file.path)));
  }
  CHECK(memory.live_blocks() == 0);
  CHECK(memory.peak_bytes() < 1000);
}

TEST_CASE("map_npy_private: writes are seen here and never reach the file") {
  std::string const bytes = bytes_of(golden("float64_c"));
  temporary const file(bytes);
  auto const m = map_npy_private<double, 2>(file.path);
  auto const other = map_npy<double, 2>(file.path);
  m = m * 2.0;
  m(0, 0) = 7;
  CHECK(m(1, 2) == 2 * pattern(1, 2));
  CHECK(m(0, 0) == 7);
  CHECK(wrong(other) == 0);
  CHECK(bytes_of(file.path) == bytes);
}

TEST_CASE("map_npy: what cannot stay where it lies is refused by name") {
  auto const reason = [](std::string const& path, auto f) {
    std::string const text = message_of(f);
    CHECK(text.find("'" + path + "'") != std::string::npos);
    return text;
  };
  auto const refused = [&](std::string const& path, char const* why) {
    INFO(std::string(why));
    CHECK_THROWS_AS((map_npy<double, 2>(path)), io_error);
    CHECK(reason(path, [&] { static_cast<void>(map_npy<double, 2>(path)); }).find(why) != std::string::npos);
  };
  refused(golden("float64_big"), "its byte order is not this machine's");
  refused("/no/such/file.npy", "No such file or directory");
  refused(fs::temp_directory_path().string(), "it is a directory");
  temporary const file("");
  refused(file.path, "it is empty");
  file.fill("\x93NUMPY");
  refused(file.path, "it ends inside the magic");
  file.fill(bytes_of(golden("float64_c")).substr(0, 200));
  refused(file.path, "need 96 bytes of data, but only 72 follow");
  std::string const odd = dictionary("'<f8'", "(1, 1)");
  file.fill(npy(odd + std::string((8 - (odd.size() + 10) % 8) % 8 + 4, ' '), 8));
  refused(file.path, "which is not aligned");
  file.fill(npy(dictionary("'|b1'", "(3,)")) + "\x01\x02" + std::string(1, '\0'));
  CHECK_THROWS_AS((map_npy<bool, 1>(file.path)), io_error);
  CHECK((!can_tell || !is_mapped(file.path)));

  std::string const name = golden("float64_c");
  CHECK_THROWS_AS((map_npy<float, 2>(name)), dtype_error);
  CHECK(reason(name, [&] { static_cast<void>(map_npy<float, 2>(name)); })
            .find("its elements are float64") != std::string::npos);
  CHECK_THROWS_AS((map_npy<double, 3>(name)), shape_error);
  CHECK_THROWS_AS((map_npy<double, fixed<3, 5>>(name)), shape_error);
  CHECK_THROWS_AS((map_npy<double, 2, column_major>(name)), layout_error);
}
