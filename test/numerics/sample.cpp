#include <weft/numerics/sample.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace weft;
using numerics::outside;
using numerics::sample;
using samples::all_near;

namespace {

using vector = tensor<double, 1>;
tensor<double, 2> const u{{1, 4, 2, 8, 5}, {7, 1, 3, 2, 6}, {0, -1, 2.5, 4, 9}, {3, 3, -2, 1, 0.5}};
vector const x{0, 1.25, 2.9, 3, -0.5, 3.75, 7.3, -6.2}, y{0, 0.5, 3.1, 4, 1.5, -2.25, 2, 9.9};

} // namespace

// The expected values are those of SciPy's map_coordinates; of cubic, those of Keys's kernel in NumPy.
TEST_CASE("sample: bilinear, with each kind of edge, by any strides") {
  samples::turned_matrix const t(u);
  tensor<double, 2, column_major> const columns = u;
  auto const check = [](auto const& v) {
    CHECK(all_near(vector(sample(v, x, y)), vector{1, 2.875, 1.305, 0.5, 3, 3, -2, 5}, 1e-13));
    CHECK(all_near(vector(sample(v, x, y, {.edges = outside::periodic})),
                   vector{1, 2.875, 1.305, 0.5, 1.75, 4.9375, -0.8, 2.1}, 1e-13));
    CHECK(all_near(vector(sample(v, x, y, {.edges = outside::mirrored})),
                   vector{1, 2.875, 1.305, 0.5, 2.5, 1.84375, 2.85, 2.32}, 1e-13));
    CHECK(all_near(vector(sample(v, x, y, {.edges = outside::constant, .value = 10})),
                   vector{1, 2.875, 1.305, 0.5, 6.5, 10, 10, 10}, 1e-13));
  };
  check(view<double const, 2>(t.x));
  check(columns);
  CHECK(all_near(vector(sample(tensor<double>(1.0 * u), reverse(reverse(x, 0), 0), 1.0 * y)),
                 vector{1, 2.875, 1.305, 0.5, 3, 3, -2, 5}, 1e-13));
  CHECK(all_near(vector(sample(transpose(u), y, x)), vector{1, 2.875, 1.305, 0.5, 3, 3, -2, 5}, 1e-13));
}

TEST_CASE("sample: cubic, nearest and trilinear") {
  CHECK(all_near(vector(sample(u, x, y, {.method = numerics::interpolation::cubic})),
                 vector{1, 2.935302734375, 1.309883625, 0.5, 2.8828125, 3.0703125, -2, 5}, 1e-13));
  CHECK(all_near(vector(sample(u, x, y, {.method = numerics::interpolation::nearest})),
                 vector{1, 1, 1, 0.5, 2, 3, -2, 5}));
  tensor<double, 3> const v = stack(0, u, 2.0 * u + 1.0, u * u - 3.0);
  vector const z{0, 0.5, 1.25, 2, 1.75, -3, 0.1, 1};
  CHECK(all_near(vector(sample(v, z, x, y)), vector{1, 4.8125, 2.728125, -2.75, 7, 3, -2.1, 11}, 1e-13));
  CHECK(all_near(vector(sample(permute(v, 2, 0, 1), y, z, x)), vector{1, 4.8125, 2.728125, -2.75, 7, 3, -2.1, 11},
                 1e-13));
}

TEST_CASE("sample: coordinates that broadcast, other element types, writing where it reads") {
  tensor<double, 2> const part = sample(u, expand_dims(vector{0.5, 1}, 1), vector{0, 1, 2});
  CHECK(all_near(part, tensor<double, 2>{{4, 2.5, 2.5}, {7, 1, 3}}));
  CHECK(all_near(vector(sample(u, 1, vector{0.5, 3.5})), vector{4, 4}));
  CHECK(all_near(vector(sample(tensor<std::uint8_t, 2>{{0, 255}}, 0, vector{0.5})), vector{127.5}));
  tensor<float, 1> const f = sample(cast<float>(u), tensor<float, 1>{1.25F}, tensor<int, 1>{1});
  CHECK(f(0) == 0.5F);
  tensor<double, 2> w = u;
  w = sample(w, expand_dims(arange(3.0, -1.0, -1.0), 1), arange(5.0));
  CHECK(all_near(w, reverse(u, 0)));
  CHECK(vector(sample(u, vector(0), 1)).size() == 0);
  CHECK(vector(sample(tensor<double, 2>(0, 3), vector(0), 1)).size() == 0);
  double const none = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  vector const bad = sample(u, vector{none, infinity, 1}, vector{0, 0, 0});
  CHECK((std::isnan(bad(0)) && std::isnan(bad(1)) && bad(2) == 7));
  CHECK(vector(sample(tensor<double, 2>{{7}}, vector{5.5}, 0, {.edges = outside::mirrored}))(0) == 7);
}

TEST_CASE("sample: what is refused") {
  CHECK(support::message_of([] { static_cast<void>(sample(tensor<double, 2>(0, 3), x, y)); }) ==
        "weft: sample: an empty array has no values");
  CHECK(support::message_of([] { static_cast<void>(sample(tensor<double>(shape(2, 2, 2)), x, y)); }) ==
        "weft: sample: an array has a coordinate for each axis");
  CHECK_THROWS_AS(static_cast<void>(sample(u, x, vector(3))), shape_error);
}

TEST_CASE("sample: nearest of the number before a half") {
  double const below = std::nextafter(0.5, 0.0);
  tensor<double, 1> const at{below, 0.5, -0.5, -1 + below};
  tensor<double, 1> const r =
      numerics::sample(tensor<double, 2>{{1, 4}}, 0, at,
                       {.method = numerics::interpolation::nearest, .edges = numerics::outside::constant, .value = 7});
  CHECK((r(0) == 1 && r(1) == 4 && r(2) == 1 && r(3) == 1));
}
