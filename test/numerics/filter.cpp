#include <weft/numerics/filter.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <complex>
#include <cstdint>
#include <type_traits>

using namespace weft;
using numerics::filter;
using numerics::medfilt;
using samples::all_near;

namespace {

using row = tensor<double, 1>;
using matrix = tensor<double, 2>;

row const x{1, 2, -1, 0.5, 3, 2, 2, -4};

} // namespace

// The expected values are SciPy's.
TEST_CASE("filter: past samples, past results, both") {
  CHECK(all_near(filter(row{0.5, 0.25, -1}, row{1}, x), row{0.5, 1.25, -1, -2, 2.625, 1.25, -1.5, -3.5}));
  CHECK(all_near(filter(row{1}, row{1, -0.5}, x), row{1, 2.5, 0.25, 0.625, 3.3125, 3.65625, 3.828125, -2.0859375}));
  CHECK(all_near(filter(row{0.5, 0.25}, row{2, -1, 0.25}, x),
                 row{0.25, 0.75, 0.34375, 0.078125, 0.80859375, 1.26953125, 1.28369140625, -0.266845703125}));
  CHECK(all_near(filter(row{3}, row{2}, x), row(1.5 * x)));
}

TEST_CASE("filter: along an axis, of a view, of integers, of nothing") {
  matrix const m = reshape(x, shape(2, 4)), down{{1, 2, -1, 0.5}, {4, 4, 1, -3.5}};
  matrix const across{{1, 3, 1.5, 0.75}, {3, 5, 5.5, -0.25}};
  row const b{1, 0.5}, c{1, -0.5};
  samples::turned_matrix const t(m);
  CHECK(all_near(filter(b, c, m, 0), down));
  CHECK(all_near(filter(b, c, m, 1), across));
  CHECK(all_near(filter(b, c, t.x), across));
  CHECK(all_near(filter(b, c, t.x, 0), down));
  CHECK(all_near(filter(tensor<int, 1>{1, 1}, tensor<int, 1>{2}, tensor<int, 1>{1, 2, 3}), row{0.5, 1.5, 2.5}));
  CHECK(filter(b, c, matrix(3, 0)).shape() == shape(3, 0));
}

TEST_CASE("filter: what is refused") {
  CHECK(support::message_of([] { (void)filter(row(0), row{1}, x); }) ==
        "weft: numerics::filter: a filter has no coefficients");
  CHECK(support::message_of([] { (void)filter(row{1}, row{0, 1}, x); }) ==
        "weft: numerics::filter: the first coefficient of past results is 0");
  CHECK_THROWS_AS((void)filter(row{1}, row{1}, x, 1), index_error);
}

TEST_CASE("medfilt: vectors, matrices, sizes that are refused") {
  CHECK(all_near(medfilt(x), row{1, 1, 0.5, 0.5, 2, 2, 2, 0}));
  CHECK(all_near(medfilt(x, 5), row{0, 0.5, 1, 2, 2, 2, 2, 0}));
  CHECK(all_near(medfilt(reverse(x, 0)), row{0, 2, 2, 2, 0.5, 0.5, 1, 1}));
  matrix const u{{-3, 4, 0, 7, 3}, {-1, 6, 2, -2, 5}, {1, -3, 4, 0, 7}, {3, -1, 6, 2, -2}};
  CHECK(all_near(medfilt(u), matrix{{0, 0, 0, 0, 0}, {0, 1, 2, 3, 0}, {0, 2, 2, 2, 0}, {0, 0, 0, 0, 0}}));
  CHECK(medfilt(tensor<float, 1>(0)).size() == 0);
  CHECK(support::message_of([] { (void)medfilt(x, 4); }) ==
        "weft: numerics::medfilt: the size of a window is odd and positive");
}

TEST_CASE("filter: real coefficients of complex samples of another precision") {
  using C = std::complex<double>;
  auto const y = numerics::filter(tensor<double, 1>{0.5, 1}, tensor<double, 1>{1},
                                  tensor<std::complex<float>, 1>{{1, 2}, {0, -4}});
  static_assert(std::is_same_v<decltype(y)::value_type, C>);
  CHECK((y(0) == C(0.5, 1) && y(1) == C(1, 0)));
}

TEST_CASE("medfilt: medians of integers are elements") {
  std::int64_t const large = (std::int64_t(1) << 53) + 1;
  tensor<std::int64_t, 1> const y = numerics::medfilt(tensor<std::int64_t, 1>{large, large + 2, large + 4});
  CHECK((y(0) == large && y(1) == large + 2 && y(2) == large + 2));
  tensor<int, 2> const u{{-3, 4, 0, 7, 3}, {-1, 6, 2, -2, 5}, {1, -3, 4, 0, 7}, {3, -1, 6, 2, -2}};
  CHECK(numerics::medfilt(u) == tensor<int, 2>{{0, 0, 0, 0, 0}, {0, 1, 2, 3, 0}, {0, 2, 2, 2, 0}, {0, 0, 0, 0, 0}});
}

TEST_CASE("filter and medfilt: ranks that are known at run time") {
  tensor<double, 2> const a{{1, 2, -3}, {4, 5, 6}, {0, -7, 8}};
  tensor<double> const any = a, taps = tensor<double, 1>{1, 0.5};
  tensor<double> const filtered = numerics::filter(taps, tensor<double, 1>{1, -0.25}, any, 0);
  CHECK(tensor<double, 2>(filtered.as<2>()) ==
        tensor<double, 2>{{1, 2, -3}, {4.75, 6.5, 3.75}, {3.1875, -2.875, 11.9375}});
  CHECK(tensor<double, 2>(numerics::medfilt(any).as<2>()) == tensor<double, 2>{{0, 1, 0}, {0, 2, 0}, {0, 0, 0}});
  CHECK(tensor<int, 1>(numerics::medfilt(tensor<int>(tensor<int, 1>{5, -1, 4})).as<1>()) == tensor<int, 1>{0, 4, 0});
  CHECK_THROWS_AS((void)numerics::medfilt(tensor<double>(shape(1, 1, 1, 1))), shape_error);
  CHECK_THROWS_AS((void)numerics::filter(any, taps, any), shape_error);
}
