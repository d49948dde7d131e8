#include <weft/numerics/dynamic.hpp>
#include <weft/numerics/interp.hpp>
#include <weft/numerics/spline.hpp>
#include <weft/numerics/trapezoid.hpp>
#include <weft/numerics/unwrap.hpp>

#include "samples.hpp"

#include <complex>
#include <cstdint>
#include <doctest/doctest.h>

// Expected values are SciPy's and NumPy's.
using namespace weft;

namespace {

using row = tensor<double, 1>;
using matrix = tensor<double, 2>;

row const at{0.5, 1.5, 2.5};
any_tensor const x(at), grid(row{0, 1, 2.5, 4}), values(row{1, -2, 0.5, 3});
any_tensor const a(matrix{{1, 2, -3}, {4, 5, 6}, {0, -7, 8}});

/// Whether the elements found have these elements, of type T, and this shape.
template <class T, int R>
bool is_near(any_tensor const& found, tensor<T, R> const& wanted, double error = 1e-13) {
  return found.dtype() == dtype_of<T> && found.rank() == R &&
         samples::all_near(tensor<T, R>(found.as<T, R>()), wanted, error);
}

} // namespace

TEST_CASE("special functions of untyped operands") {
  CHECK(is_near(numerics::bessel_j(2, x), row{0.030604023458682638, 0.23208767214421475, 0.44605905843961724}));
  CHECK(is_near(numerics::bessel_y(2.0, x), row{-5.441370837174266, -0.9321937597629739, -0.3813358492418034}));
  CHECK(is_near(numerics::bessel_i(2, x), row{0.031906149177738256, 0.33783461833568074, 1.2764661478191652}));
  CHECK(is_near(numerics::bessel_k(2, x), row{7.550183551240869, 0.5836559632566507, 0.12146020627856385}));
  CHECK(is_near(numerics::digamma(x), row{-1.9635100260214235, 0.03648997397857652, 0.7031566406452432}));
  CHECK(is_near(numerics::polygamma(1, x), row{4.93480220054468, 0.9348022005446793, 0.4903577561002349}));
  CHECK(is_near(numerics::beta(x, 2), row{1.3333333333333333, 0.2666666666666666, 0.11428571428571428}));
  CHECK(is_near(numerics::gamma_p(2, x), row{0.09020401043104986, 0.4421745996289252, 0.7127025048163542}));
  CHECK(is_near(numerics::gamma_q(2, x), row{0.9097959895689501, 0.5578254003710748, 0.2872974951836458}));
  CHECK(is_near(numerics::beta_inc(2.0, 3, x / 3.0), row{0.13194444444444445, 0.6875, 0.9837962962962963}));
  CHECK(is_near(numerics::erfinv(x / 3.0), row{0.14879534452690385, 0.4769362762044699, 0.9779245256140314}));
  CHECK(is_near(numerics::ndtri(x / 3.0), row{-0.967421566101701, 0.0, 0.967421566101701}));
  CHECK(is_near(numerics::expint(x), row{0.45421990486317343, 3.3012854491297974, 7.073765894578603}));
}

TEST_CASE("special functions of untyped operands: types, shapes, and operands that broadcast") {
  CHECK(is_near(numerics::digamma(cast(x, dtype::float32)), tensor<float, 1>{-1.963510026f, 0.036489974f, 0.703156641f},
                1e-7));
  CHECK(numerics::digamma(cast(x, dtype::bfloat16)).dtype() == dtype::float32);
  any_tensor const orders(tensor<int, 2>{{0}, {2}}); // J0 and J2 in two rows
  any_tensor const j = numerics::bessel_j(orders, at);
  CHECK(is_near(j, matrix{{0.938469807240813, 0.5118276717359181, -0.048383776468198},
                          {0.030604023458682638, 0.23208767214421475, 0.44605905843961724}}));
  CHECK(numerics::erfinv(any_tensor(dtype::float32, shape(0, 2))).shape() == shape(0, 2));
  CHECK(numerics::digamma(any_tensor(tensor<int, 1>{1})).dtype() == dtype::float64);
  CHECK_THROWS_AS((void)numerics::digamma(any_tensor(tensor<std::complex<double>, 1>(2))), dtype_error);
  CHECK_THROWS_AS((void)numerics::beta(x, values), shape_error);
}

TEST_CASE("tables, splines and polynomials at untyped points, and made of untyped points") {
  row const linear{-0.5, -7.0 / 6, 0.5}, spline{-1.2, -1.75, 0.5},
      shape_kept{-1.1083333333333334, -1.537037037037037, 0.5};
  CHECK(is_near(numerics::interp(x, grid, values), linear));
  CHECK(samples::all_near(row(numerics::interp(at, grid, values)), linear));
  CHECK(std::abs(numerics::interp(1.5, grid, values) + 7.0 / 6) < 1e-14);
  CHECK(is_near(numerics::interp(cast(x, dtype::float32), row{0, 1}, row{2, 3}), tensor<float, 1>{2.5f, 3, 3}));
  CHECK(is_near(numerics::cubic_spline(grid, values)(x), spline));
  CHECK(is_near(numerics::cubic_spline(grid, values)(x, 1),
                row{-2.883333333333333, 1.316666666666667, 2.716666666666666}));
  CHECK(is_near(numerics::pchip(grid, values)(x), shape_kept));
  CHECK(is_near(numerics::polyval(any_tensor(tensor<int, 1>{1, -2, 3}), x), row{2.25, 2.25, 4.25}));
  CHECK(is_near(numerics::polyval(row{1, -2, 3}, x), row{2.25, 2.25, 4.25}));
  CHECK(is_near(numerics::polyval(row{1, 0, 1}, any_tensor(tensor<std::complex<double>, 1>{{0, 1}, {1, 1}})),
                tensor<std::complex<double>, 1>{{0, 0}, {1, 2}}));
  CHECK_THROWS_AS((void)numerics::interp(x, values, values), error);
  CHECK_THROWS_AS((void)numerics::interp(x, a, values), shape_error);
  CHECK_THROWS_AS((void)numerics::polyval(a, x), shape_error);
}

TEST_CASE("polynomials of untyped coefficients and samples") {
  using C = std::complex<double>;
  any_tensor const p(tensor<int, 1>{3, 2, 1, 7});
  CHECK(is_near(numerics::polyder(p, 2), row{18, 4}));
  CHECK(is_near(numerics::polyder(cast(p, dtype::float32)), tensor<float, 1>{9, 4, 1}));
  CHECK(is_near(numerics::polyder(reverse(p, 0)), row{21, 2, 2}));
  CHECK(is_near(numerics::polyint(any_tensor(row{3, 2, 1}), 2, 4), row{0.25, 1.0 / 3, 0.5, 4, 4}));
  CHECK(is_near(numerics::polyint(any_tensor(tensor<C, 1>{{2, 4}})), tensor<C, 1>{{2, 4}, {0, 0}}));
  CHECK(is_near(numerics::polyint(any_tensor(dtype::float64, shape(0))), row{0}));
  row const places{-1, 0, 0.5, 2, 3.5, 4}, y{1, 0.25, -1, 2, 5, 11};
  row const wanted{0.8321717091715513, -0.8212973229843202, -0.3726793917313475};
  CHECK(is_near(numerics::polyfit(any_tensor(places), y, 2), wanted));
  CHECK(is_near(numerics::polyfit(reverse(any_tensor(places), 0), reverse(any_tensor(y), 0), 2), wanted));
  CHECK(is_near(numerics::polyfit(places, any_tensor(matrix(stack(1, y, -2.0 * y + places))), 1),
                matrix{{1.83125, -2.6625}, {0.2947916666666662, -0.5895833333333342}}));
  CHECK(is_near(numerics::polyfit(any_tensor(tensor<bfloat16, 1>{0, 1, 2}), tensor<float, 1>{1, 3, 5}, 1),
                tensor<float, 1>{2, 1}, 1e-5));
  any_tensor const found = numerics::roots(any_tensor(tensor<int, 1>{0, 1, -3, 0})); // 0 and 3
  CHECK(is_near(any_tensor(sort(real(found))), row{0, 3}));
  CHECK(is_near(numerics::roots(any_tensor(tensor<std::complex<float>, 1>{{1, 0}, {0, -2}})),
                tensor<std::complex<float>, 1>{{0, 2}}));
  CHECK(numerics::roots(any_tensor(row{5})).shape() == shape(0));
  CHECK_THROWS_AS((void)numerics::polyder(p, -1), error);
  CHECK_THROWS_AS((void)numerics::polyint(a), shape_error);
  CHECK_THROWS_AS((void)numerics::roots(a), shape_error);
  CHECK_THROWS_AS((void)numerics::polyfit(a, y, 1), shape_error);
  CHECK_THROWS_AS((void)numerics::polyfit(x, any_tensor(tensor<C, 1>(3)), 1), dtype_error);
}

TEST_CASE("integrals, derivatives and phases of untyped samples") {
  CHECK(double(numerics::trapezoid(values, grid)) == 1.0);
  CHECK(is_near(any_tensor(numerics::trapezoid(a, 0.5, 0)), row{2.25, 1.25, 4.25}));
  CHECK(is_near(numerics::cumulative_trapezoid(values, grid), row{-0.5, -1.625, 1.0}));
  CHECK(is_near(numerics::gradient(values, grid), row{-3.0, -17.0 / 15, 5.0 / 3, 5.0 / 3}));
  CHECK(is_near(numerics::gradient(any_tensor(tensor<int, 1>{1, 4, 9}), 2), row{1.5, 2, 2.5}));
  CHECK(
      is_near(numerics::gradient(a, any_tensor(row{0, 1, 2}), 0), matrix{{3, 3, 9}, {-0.5, -4.5, 5.5}, {-4, -12, 2}}));
  CHECK(
      is_near(numerics::unwrap(any_tensor(row{0, 3, 6, 0.5, -4})), row{0, 3, 6, 6.783185307179586, 8.566370614359172}));
  CHECK_THROWS_AS((void)numerics::gradient(values, x), shape_error);
  CHECK_THROWS_AS((void)numerics::gradient(any_tensor(row{1})), shape_error);
  CHECK_THROWS_AS((void)numerics::trapezoid(a, 1, 2), index_error);
}

TEST_CASE("convolutions and filters of untyped operands") {
  any_tensor const k(tensor<int, 2>{{1, 2}, {0, -1}});
  CHECK(is_near(numerics::convolve(a, k), matrix{{1, 4, 1, -6}, {4, 12, 14, 15}, {0, -11, -11, 10}, {0, 0, 7, -8}}));
  CHECK(is_near(numerics::correlate(a, k), matrix{{0, -10}, {21, 9}}));
  CHECK(is_near(numerics::correlate(cast(a, dtype::int8), k), tensor<index_t, 2>{{0, -10}, {21, 9}}));
  tensor<std::uint64_t, 1> const large{~std::uint64_t(0)}, twice{~std::uint64_t(1)};
  CHECK(is_near(numerics::convolve(any_tensor(large), tensor<unsigned, 1>{2u}), twice));
  CHECK(is_near(numerics::filter(row{1, 0.5}, row{1, -0.25}, a, 0),
                matrix{{1, 2, -3}, {4.75, 6.5, 3.75}, {3.1875, -2.875, 11.9375}}));
  CHECK(is_near(numerics::medfilt(a), matrix{{0, 1, 0}, {0, 2, 0}, {0, 0, 0}}));
  CHECK(is_near(numerics::medfilt(cast(a, dtype::int64)), tensor<index_t, 2>{{0, 1, 0}, {0, 2, 0}, {0, 0, 0}}));
  std::int64_t const wide = (std::int64_t(1) << 53) + 1;
  CHECK(is_near(numerics::medfilt(any_tensor(tensor<std::int64_t, 1>{wide, wide + 2, wide + 4})),
                tensor<std::int64_t, 1>{wide, wide + 2, wide + 2}, 0.5));
  CHECK(is_near(numerics::medfilt(any_tensor(tensor<std::uint64_t, 1>{~std::uint64_t(0), 3, ~std::uint64_t(1)})),
                tensor<std::uint64_t, 1>{3, ~std::uint64_t(1), 3}, 0.5));
  CHECK(is_near(numerics::medfilt(any_tensor(tensor<std::int8_t, 1>{-5, -7, 4})), tensor<std::int8_t, 1>{-5, -5, 0}));
  any_tensor const narrow = numerics::medfilt(cast(any_tensor(row{1.5, 0.25, 3}), dtype::float16));
  CHECK(narrow.dtype() == dtype::float16);
  CHECK(is_near(cast(narrow, dtype::float64), row{0.25, 1.5, 0.25}));
  CHECK(numerics::medfilt(any_tensor(dtype::int8, shape(0, 2))).shape() == shape(0, 2));
  CHECK_THROWS_AS((void)numerics::medfilt(any_tensor(tensor<std::complex<float>, 1>(3))), dtype_error);
  CHECK_THROWS_AS((void)numerics::medfilt(any_tensor(dtype::float64, shape(1, 1, 1, 1))), shape_error);
  CHECK_THROWS_AS((void)numerics::convolve(a, x), shape_error);
  CHECK_THROWS_AS((void)numerics::medfilt(a, 2), error);
  CHECK_THROWS_AS((void)numerics::filter(row{1, 0.5}, any_tensor(row{0.0}), x), error);
}

TEST_CASE("samples and images of untyped arrays") {
  CHECK(is_near(numerics::sample(a, row{0.5, 1.25}, any_tensor(row{1.5, 0.75})), row{2.5, 2.25}));
  CHECK(is_near(numerics::sample(cast(a, dtype::float32), x, 0.0), tensor<float, 1>{2.5f, 2, 0}));
  CHECK(is_near(numerics::resample(any_tensor(tensor<int, 2>{{1, 3}, {5, 7}}), shape(1, 2)), matrix{{3, 5}}));
  CHECK_THROWS_AS((void)numerics::sample(x, x, x), shape_error);
}
