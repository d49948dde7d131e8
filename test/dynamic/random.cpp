#include <support/message.hpp>

#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/random.hpp>
#include <weft/ops/choice.hpp>
#include <weft/ops/random.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

using namespace weft;
using support::message_of;

namespace {

/// The same element type, shape and bits.
template <class X>
bool same_bits(any_tensor const& u, X const& typed) {
  const tensor values = typed;
  using T = typename decltype(values)::value_type;
  return u.dtype() == dtype_of<T> && u.shape() == values.shape() &&
         std::memcmp(u.data(), values.data(), u.bytes()) == 0;
}
constexpr std::uint64_t seeds[] = {0, 42, 0x123456789abcdef0};

} // namespace

TEST_CASE("random numbers of a dtype: uniform ones and integers of Philox, as a program in Python computes them") {
  const any_tensor x = random_uniform(dtype::float64, shape(2, 5), 42, 3);
  CHECK(x(0, 0).as<double, 0>()() == 0x1.4a0ab0e11e54dp-1);
  CHECK(x(0, 1).as<double, 0>()() == 0x1.c0c63ef6aed4ap-2);
  CHECK(x(1, 4).as<double, 0>()() == 0x1.889028e4196b5p-1);
  const any_tensor y = random_uniform(dtype::float32, shape(10), 42, 3);
  CHECK(y(0).as<float, 0>()() == 0x1.b4c27p-2f);
  CHECK(y(1).as<float, 0>()() == 0x1.e82304p-1f);
  CHECK(y(9).as<float, 0>()() == 0x1.50f59ep-1f);
  CHECK(random_integers(dtype::int8, shape(2, 5), -5, 6, 42, 3) ==
        any_tensor(tensor<std::int8_t, 2>{{0, -2, -4, 2, -3}, {2, -5, 5, -2, 3}}));
  CHECK(random_integers(dtype::uint64, shape(6), 0u, 4, 42) == any_tensor(tensor<std::uint64_t, 1>{1, 0, 3, 2, 0, 0}));
}

TEST_CASE("random numbers of a dtype: the bits of the typed generators") {
  for (const std::uint64_t seed : seeds)
    for (const std::uint64_t stream : {std::uint64_t(0), std::uint64_t(7)})
      for (auto const& s : {shape(0), shape(1), shape(17), shape(1000)}) {
        CHECK(same_bits(random_uniform(dtype::float64, s, seed, stream), random_uniform(s, seed, stream)));
        CHECK(same_bits(random_uniform(dtype::float32, s, seed, stream), random_uniform<float>(s, seed, stream)));
        CHECK(same_bits(random_normal(dtype::float64, s, seed, stream), random_normal(s, seed, stream)));
        CHECK(same_bits(random_normal(dtype::float32, s, seed, stream), random_normal<float>(s, seed, stream)));
        CHECK(same_bits(random_exponential(dtype::float64, s, seed, stream), random_exponential(s, seed, stream)));
        CHECK(same_bits(random_exponential(dtype::float32, s, seed, stream), random_exponential<float>(s, seed, stream)));
        CHECK(same_bits(random_integers(dtype::int32, s, -3, 1000, seed, stream), random_integers(s, -3, 1000, seed, stream)));
        CHECK(same_bits(random_integers(dtype::uint64, s, std::uint64_t(5), ~std::uint64_t(0), seed, stream),
                        random_integers(s, std::uint64_t(5), ~std::uint64_t(0), seed, stream)));
      }
  const auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  CHECK(same_bits(random_integers(dtype::int64, shape(3, 2, 4), least, most, 9), random_integers(shape(3, 2, 4), least, most, 9)));
  CHECK(random_normal(dtype::float64, shape(3, 2, 4), 1).shape() == shape(3, 2, 4));
  CHECK(random_uniform(dtype::float32, shape(), 1).rank() == 0);
}

TEST_CASE("random_choice of an any_tensor: the elements that the typed one chooses") {
  tensor<double, 1> x(20), w(20);
  for (index_t i = 0; i < 20; ++i) {
    x(i) = double(100 + i * i);
    w(i) = i % 3 == 0 ? 0 : double(i);
  }
  any_tensor u(x);
  const any_tensor weights = cast(any_tensor(w), dtype::int16);
  for (const std::uint64_t seed : seeds) {
    CHECK(same_bits(random_choice(u, 50, seed), random_choice(x, 50, seed)));
    CHECK(same_bits(random_choice(u, 20, seed, false, 4), random_choice(x, 20, seed, false, 4)));
    CHECK(same_bits(random_choice(u, 9, seed, weights), random_choice(x, 9, seed, w)));
    CHECK(same_bits(random_choice(u, 9, seed, w, false, 4), random_choice(x, 9, seed, w, false, 4)));
    CHECK(same_bits(random_choice(u(range(end - 1, -1, -2)) + 1, 9, seed), random_choice(x(range(end - 1, -1, -2)) + 1, 9, seed)));
  }
  CHECK(random_choice(any_tensor(tensor<bool, 1>{true}), 3, 1) == any_tensor(tensor<bool, 1>{true, true, true}));
  CHECK(random_choice(any_tensor(), 0, 1).size() == 0);
  CHECK_THROWS_AS((void)random_choice(any_tensor(), 1, 1), index_error);
  CHECK_THROWS_AS((void)random_choice(u, 21, 1, false), index_error);
  CHECK_THROWS_AS((void)random_choice(u, -1, 1), shape_error);
  CHECK_THROWS_AS((void)random_choice(any_tensor(dtype::int8, shape(2, 2)), 1, 1), shape_error);
  CHECK_THROWS_AS((void)random_choice(u, 3, 1, any_tensor(w)(range(0, 3))), shape_error);
  CHECK_THROWS_AS((void)random_choice(u, 3, 1, -any_tensor(w)), error);
  CHECK_THROWS_AS((void)random_choice(u, 3, 1, cast(any_tensor(w), dtype::complex64)), dtype_error);
}

TEST_CASE("random numbers of a dtype: types and numbers that are refused") {
  CHECK(message_of([] { (void)random_uniform(dtype::int64, shape(2), 1); }) ==
        "weft: random_uniform: it is not for elements of type int64");
  for (const dtype t : {dtype::boolean, dtype::uint8, dtype::complex128, dtype::float16}) {
    CHECK_THROWS_AS((void)random_uniform(t, shape(2), 1), dtype_error);
    CHECK_THROWS_AS((void)random_normal(t, shape(2), 1), dtype_error);
    CHECK_THROWS_AS((void)random_exponential(t, shape(2), 1), dtype_error);
  }
  for (const dtype t : {dtype::boolean, dtype::float64, dtype::complex64})
    CHECK_THROWS_AS((void)random_integers(t, shape(2), 0, 1, 1), dtype_error);
  CHECK_THROWS_AS((void)random_uniform(dtype::float64, shape(2), 1, std::uint64_t(1) << 32), index_error);
  CHECK_THROWS_AS((void)random_integers(dtype::int8, shape(2), 0, 1, 1, std::uint64_t(1) << 32), index_error);
  CHECK_THROWS_AS((void)random_integers(dtype::int8, shape(2), 3, 3, 1), index_error);
  CHECK_THROWS_AS((void)random_integers(dtype::int8, shape(2), 3u, -3, 1), index_error);
  CHECK(message_of([] { (void)random_integers(dtype::int8, shape(2), 0, 129, 1); }) ==
        "weft: random_integers: int8 does not have all the numbers");
  CHECK_THROWS_AS((void)random_integers(dtype::int8, shape(2), -129, 0, 1), index_error);
  CHECK_THROWS_AS((void)random_integers(dtype::uint8, shape(2), -1, 2, 1), index_error);
  CHECK_THROWS_AS((void)random_integers(dtype::int64, shape(2), 0, ~std::uint64_t(0), 1), index_error);
  CHECK(random_integers(dtype::int8, shape(300), -128, 128, 1).size() == 300);
  CHECK(random_integers(dtype::uint8, shape(4), 0, 1, 1) == any_tensor(dtype::uint8, shape(4)));
  CHECK(random_integers(dtype::int16, shape(4), -1, 0, 1) == full(dtype::int16, shape(4), -1));
  CHECK_THROWS_AS((void)random_uniform(dtype::float64, shape(-1), 1), shape_error);
}
