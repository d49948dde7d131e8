// The oracle of the values is long double, which holds those of all types but long double itself.
#include "npy_bytes.hpp"
#include <support/message.hpp>

#include <weft/io/convert.hpp>
#include <weft/io/image.hpp>
#include <weft/io/npz.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace weft;
using npy_bytes::bytes_of;
using npy_bytes::golden;
using npy_bytes::temporary;
using support::message_of;

namespace {

using wide = long double;
static_assert(std::numeric_limits<wide>::digits >= 64);

/// Numbers at the ends of the ranges and of the precision of element types.
const wide edges[] = {0,
                      1,
                      2,
                      127,
                      128,
                      255,
                      256,
                      32767,
                      32768,
                      65535,
                      65536,
                      16777215,
                      16777216,
                      16777217,
                      33554433,
                      2147483647,
                      2147483648.0L,
                      4294967295.0L,
                      4294967296.0L,
                      9007199254740992.0L,
                      9007199254740993.0L,
                      9223372036854774784.0L,
                      9223372036854775807.0L,
                      9223372036854775808.0L,
                      18446744073709549568.0L,
                      18446744073709551615.0L,
                      0.5L,
                      1.5L,
                      0.1L,
                      1e30L,
                      3.4028234663852886e38L,
                      3.5e38L,
                      1e300L,
                      1e-300L};

/// Numbers at which conversions begin to fail, as far as T holds them.
template <class T>
std::vector<T> interesting() {
  std::vector<T> out;
  for (wide x : edges)
    for (wide y : {x, -x}) {
      using limits = std::numeric_limits<T>;
      if constexpr (std::is_integral_v<T>) {
        if (y != std::trunc(y) || y < static_cast<wide>(limits::min()) || y > static_cast<wide>(limits::max()))
          continue;
      } else if (std::abs(y) > static_cast<wide>(limits::max())) {
        continue;
      }
      out.push_back(static_cast<T>(y));
    }
  if constexpr (std::is_floating_point_v<T>)
    for (T x :
         {std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()})
      out.push_back(x);
  return out;
}

/// By the rule in convert.hpp.
template <class To>
bool keeps(wide x, bool from_floating) {
  using limits = std::numeric_limits<To>;
  if constexpr (std::is_integral_v<To>)
    return x == std::trunc(x) && x >= static_cast<wide>(limits::min()) && x <= static_cast<wide>(limits::max());
  else
    return from_floating ? !std::isfinite(x) || std::isfinite(static_cast<To>(x))
                         : static_cast<wide>(static_cast<To>(x)) == x;
}

template <class A, class B>
bool same(A a, B b) {
  return a == b || (a != a && b != b);
}

template <class From, class To>
int wrong_pairs() {
  temporary const file;
  int wrong = 0;
  for (From const x : interesting<From>()) {
    tensor<From, 1> one(1); // bool: no braces
    one(0) = x;
    save_npy(file.path, one);
    bool const keep = keeps<To>(static_cast<wide>(x), std::is_floating_point_v<From>);
    try {
      To const y = load_npy<To, 1>(file.path, converting)(0);
      wrong += keep && same(y, static_cast<To>(x)) ? 0 : 1;
    } catch (dtype_error const&) {
      wrong += keep ? 1 : 0;
    }
  }
  return wrong;
}

template <class From>
int wrong_from() {
  return wrong_pairs<From, bool>() + wrong_pairs<From, std::int8_t>() + wrong_pairs<From, std::int16_t>() +
         wrong_pairs<From, std::int32_t>() + wrong_pairs<From, std::int64_t>() + wrong_pairs<From, std::uint8_t>() +
         wrong_pairs<From, std::uint16_t>() + wrong_pairs<From, std::uint32_t>() + wrong_pairs<From, std::uint64_t>() +
         wrong_pairs<From, float>() + wrong_pairs<From, double>();
}

template <class T, class X>
T loaded(X const& x, conversion how) {
  temporary const file;
  save_npy(file.path, tensor<X, 1>(shape(1), x));
  return load_npy<T, 1>(file.path, how)(0);
}

} // namespace

TEST_CASE("converting: each value is kept, or refused") {
  CHECK(wrong_from<bool>() == 0);
  CHECK(wrong_from<std::int8_t>() == 0);
  CHECK(wrong_from<std::int16_t>() == 0);
  CHECK(wrong_from<std::int32_t>() == 0);
  CHECK(wrong_from<std::int64_t>() == 0);
  CHECK(wrong_from<std::uint8_t>() == 0);
  CHECK(wrong_from<std::uint16_t>() == 0);
  CHECK(wrong_from<std::uint32_t>() == 0);
  CHECK(wrong_from<std::uint64_t>() == 0);
  CHECK(wrong_from<float>() == 0);
  CHECK(wrong_from<double>() == 0);
}

TEST_CASE("converting: complex numbers, and reals that become complex") {
  using c64 = std::complex<float>;
  using c128 = std::complex<double>;
  CHECK(loaded<c128>(c64(1, 2), converting) == c128(1, 2));
  CHECK(loaded<c64>(c128(0.1, -2), converting) == c64(0.1f, -2));
  CHECK(loaded<c64>(3, converting) == c64(3, 0));
  CHECK(loaded<c128>(std::int64_t(9007199254740992), converting) == c128(9007199254740992.0, 0));
  CHECK_THROWS_AS(loaded<c64>(16777217, converting), dtype_error);
  CHECK_THROWS_AS(loaded<c64>(c128(1, 1e300), converting), dtype_error);
  CHECK(loaded<c64>(c128(1, 1e300), casting) == c64(1, std::numeric_limits<float>::infinity()));
  for (conversion const how : {converting, casting}) {
    CHECK_THROWS_AS(loaded<double>(c128(1, 0), how), dtype_error);
    CHECK_THROWS_AS(loaded<int>(c64(1, 0), how), dtype_error);
  }
}

TEST_CASE("casting: what is lost") {
  CHECK(loaded<std::uint8_t>(257, casting) == 1);
  CHECK(loaded<std::int8_t>(std::uint64_t(255), casting) == -1);
  CHECK(loaded<double>(std::int64_t(9007199254740993), casting) == 9007199254740992.0);
  CHECK(loaded<float>(0.1, casting) == 0.1f);
  CHECK(loaded<float>(1e300, casting) == std::numeric_limits<float>::infinity());
  CHECK(loaded<int>(-1.75, casting) == -1);
  CHECK(loaded<std::uint8_t>(255.9, casting) == 255);
  CHECK(loaded<std::uint8_t>(-0.9, casting) == 0);
  CHECK(loaded<bool>(-3, casting) == true);
  CHECK(loaded<bool>(0.5, casting) == true);
  // C++ has no answer for these.
  CHECK_THROWS_AS(loaded<std::uint8_t>(256.0, casting), dtype_error);
  CHECK_THROWS_AS(loaded<std::uint8_t>(-1.0, casting), dtype_error);
  CHECK_THROWS_AS(loaded<std::int64_t>(0x1p63, casting), dtype_error);
  CHECK_THROWS_AS(loaded<int>(std::numeric_limits<double>::quiet_NaN(), casting), dtype_error);
  CHECK_THROWS_AS(loaded<int>(std::numeric_limits<float>::infinity(), casting), dtype_error);
}

TEST_CASE("converting: every order, byte order and form of shape, and more elements than a buffer") {
  tensor<double, 2> wanted(3, 4);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j)
      wanted(i, j) = static_cast<double>(4 * i + j - 5) * 0.375;
  for (char const* const name : {"float32_c", "float32_fortran", "float32_big"}) {
    INFO(name);
    CHECK(load_npy<double, 2>(golden(name), converting) == wanted);
    CHECK(load_npy<double, 2, column_major>(golden(name), converting) == wanted);
    CHECK(load_npy<double>(golden(name), converting) == wanted);
    CHECK(load_npy<double, fixed<3, 4>>(golden(name), converting) == wanted);
  }
  CHECK(load_npy<double, 2>(golden("float64_c"), converting) == wanted);
  CHECK(load_npy<int>(golden("empty_3_0_2"), converting).shape() == shape(3, 0, 2));
  CHECK_THROWS_AS((load_npy<double, 1>(golden("float32_c"), converting)), shape_error);

  temporary const file;
  tensor<int, 2, column_major> large(301, 97);
  for (index_t i = 0; i < 301; ++i)
    for (index_t j = 0; j < 97; ++j)
      large(i, j) = static_cast<int>(1000 * i + j);
  save_npy(file.path, large);
  CHECK(load_npy<double, 2>(file.path, converting) == cast<double>(large));
  CHECK(load_npy<float, 2, column_major>(file.path, converting) == cast<float>(large));
}

TEST_CASE("converting: what is refused is told with its place and its value") {
  temporary const file;
  auto const text = [&](auto load) { return message_of([&] { static_cast<void>(load()); }); };
  tensor<double, 2> a{{1, 2, 3}, {4, 5.5, 6}};
  save_npy(file.path, a);
  CHECK(text([&] { return load_npy<int, 2>(file.path); }) ==
        "cannot read '" + file.path +
            "' as int32: its elements are float64; `converting` as the last argument converts them");
  CHECK(text([&] { return load_npy<int, 2>(file.path, converting); }) ==
        "cannot read '" + file.path +
            "' as int32: the element at (1,1) is 5.5, which int32 cannot hold; `casting` would lose that");
  save_npy(file.path, tensor<double, 2, column_major>(a));
  CHECK(text([&] { return load_npy<int, 2>(file.path, converting); }).find("the element at (1,1) is 5.5") !=
        std::string::npos);
  tensor<std::int64_t, 1> far(10000);
  far(9001) = 9007199254740993;
  save_npy(file.path, far);
  CHECK(text([&] {
          return load_npy<double, 1>(file.path, converting);
        }).find("the element at (9001) is 9007199254740993, which float64 cannot hold") != std::string::npos);
  save_npy(file.path, tensor<double, 0>(1e30));
  CHECK(text([&] { return load_npy<int, 0>(file.path, casting); }) ==
        "cannot read '" + file.path + "' as int32: the element at () is 1e+30, which int32 cannot hold");
  save_npy(file.path, tensor<std::complex<double>, 1>(2));
  CHECK(text([&] { return load_npy<double, 1>(file.path, casting); }) ==
        "cannot read '" + file.path + "' as float64: its elements are complex128, which never become real");
  CHECK(text([&] { return load_npy<double, 1>(file.path); }).ends_with("its elements are complex128"));
}

TEST_CASE("converting: archives and images") {
  temporary const file;
  tensor<std::uint8_t, 2> const grey{{0, 128}, {255, 1}};
  tensor<float, 2> const wanted{{0, 128}, {255, 1}};
  save_npz(file.path, "x", grey);
  CHECK(load_npz<float, 2>(file.path, "x", converting) == wanted);
  CHECK(npz_file(file.path).load<float, 2>("x", converting) == wanted);
  CHECK_THROWS_AS((load_npz<float, 2>(file.path, "x")), dtype_error);
  CHECK_THROWS_AS((load_npz<std::int8_t, 2>(file.path, "x", converting)), dtype_error);
  save_pnm(file.path, grey);
  CHECK(load_pnm<float, 2>(file.path, converting) == wanted);
  CHECK_THROWS_AS((load_pnm<float, 2>(file.path)), dtype_error);
#ifdef WEFT_TEST_PNG
  save_png(file.path, grey);
  CHECK(load_png<float, 2>(file.path, converting) == wanted);
  tensor<std::uint16_t, 2> const deep{{0, 65535}};
  save_png(file.path, deep);
  CHECK(load_png<double, 2>(file.path, converting) == tensor<double, 2>{{0, 65535}});
  CHECK_THROWS_AS((load_png<std::uint8_t, 2>(file.path, converting)), dtype_error);
  CHECK(load_png<std::uint8_t, 2>(file.path, casting) == tensor<std::uint8_t, 2>{{0, 255}});
#endif
}
