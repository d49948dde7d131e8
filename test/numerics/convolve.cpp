#include <weft/numerics/convolve.hpp>

#include "samples.hpp"

#include <complex>
#include <doctest/doctest.h>
#include <limits>
#include <type_traits>

#include <support/message.hpp>

using namespace weft;
using namespace std::complex_literals;
using numerics::convolve;
using numerics::correlate;
using numerics::same;
using numerics::valid;
using samples::all_near;

namespace {

using row = tensor<double, 1>;
using matrix = tensor<double, 2>;

row const a{1, -2, 3.5, 0, 4, 7}, k{0.5, 1, -3}, even{1, 2, 3, -4};
matrix const u{{-3, 4, 0, 7, 3}, {-1, 6, 2, -2, 5}, {1, -3, 4, 0, 7}, {3, -1, 6, 2, -2}};
matrix const w{{1, 0, 2}, {3, -1, 4}};

/// The full convolution of matrices, by loops.
matrix by_loops(view<double const, 2> x, view<double const, 2> y) {
  matrix out(x.extent(0) + y.extent(0) - 1, x.extent(1) + y.extent(1) - 1);
  for (index_t i = 0; i < out.extent(0); ++i)
    for (index_t j = 0; j < out.extent(1); ++j) {
      long double sum = 0;
      for (index_t p = 0; p < y.extent(0); ++p)
        for (index_t q = 0; q < y.extent(1); ++q)
          if (i >= p && i - p < x.extent(0) && j >= q && j - q < x.extent(1))
            sum += static_cast<long double>(x(i - p, j - q)) * static_cast<long double>(y(p, q));
      out(i, j) = static_cast<double>(sum);
    }
  return out;
}

} // namespace

// Expected values without a loop are SciPy's.
TEST_CASE("convolve and correlate: vectors") {
  CHECK(all_near(convolve(a, k), row{0.5, 0, -3.25, 9.5, -8.5, 7.5, -5, -21}));
  CHECK(all_near(convolve(a, k, same), row{0, -3.25, 9.5, -8.5, 7.5, -5}));
  CHECK(all_near(convolve(a, k, valid), row{-3.25, 9.5, -8.5, 7.5}));
  CHECK(all_near(correlate(a, k, numerics::full), row{-3, 7, -12, 2.5, -10.25, -17, 9, 3.5}));
  CHECK(all_near(correlate(a, k, same), row{7, -12, 2.5, -10.25, -17, 9}));
  CHECK(all_near(correlate(a, k), row{-12, 2.5, -10.25, -17}));
  CHECK(all_near(convolve(a, even, same), row{0, 2.5, -3, 22.5, 1, 26}));
  CHECK(all_near(correlate(a, even, same), row{11, -18, 7.5, -11, -12.5, 29}));
}

TEST_CASE("convolve and correlate: the second operand is longer") {
  CHECK(all_near(convolve(k, a), row{0.5, 0, -3.25, 9.5, -8.5, 7.5, -5, -21}));
  CHECK(all_near(convolve(k, a, same), row{-3.25, 9.5, -8.5}));
  CHECK(all_near(convolve(k, a, valid), row{-3.25, 9.5, -8.5, 7.5}));
  CHECK(all_near(correlate(k, a), row{-17, -10.25, 2.5, -12}));
}

TEST_CASE("convolve and correlate: complex numbers, of which correlate conjugates the second") {
  using complex_row = tensor<std::complex<double>, 1>;
  complex_row const z{1.0 + 2i, 3.0 - 1i, 1i, 2}, v{1i, 2.0 - 1i};
  CHECK(all_near(correlate(z, v, numerics::full), complex_row{5i, 9, -2.0 - 1i, 5.0 + 2i, -2i}));
  CHECK(all_near(correlate(z, v, same), complex_row{5i, 9, -2.0 - 1i, 5.0 + 2i}));
  CHECK(all_near(correlate(z, v), complex_row{9, -2.0 - 1i, 5.0 + 2i}));
}

TEST_CASE("convolve and correlate: matrices, views with steps of both signs") {
  samples::turned_matrix const t(u);
  CHECK(all_near(convolve(u, w), by_loops(u, w)));
  CHECK(all_near(convolve(t.x, w), by_loops(u, w)));
  CHECK(all_near(convolve(t.x, w, valid), by_loops(u, w)(range(1, 4), range(2, 5))));
  CHECK(all_near(convolve(u, w, same), by_loops(u, w)(range(0, 4), range(1, 6))));
  CHECK(all_near(correlate(u, w, numerics::full), by_loops(u, reverse(reverse(w, 0), 1))));
  CHECK(all_near(convolve(transpose(u), transpose(w)), transpose(by_loops(u, w))));
}

TEST_CASE("convolve and correlate: integers are summed in 64 bits") {
  tensor<int, 2> const x{{-3, 4, 1, -2, 6}, {3, -1, 7, 2, 5}}, y{{1, 0, 2}, {2000000000, -1, 4}};
  tensor<index_t, 2> const out = convolve(x, y, valid);
  CHECK(out.shape() == shape(1, 3));
  CHECK(out(0, 0) == 7 * 1 + 3 * 2 + 1 * 2000000000LL - 4 - 3 * 4);
  tensor<float, 1> const f{1, 2, 3};
  static_assert(std::is_same_v<decltype(convolve(f, f)), tensor<float, 1>>);
  static_assert(std::is_same_v<decltype(convolve(f, k)), tensor<double, 1>>);
}

TEST_CASE("convolve and correlate: three axes") {
  tensor<double, 3> x(3, 3, 4), y(2, 2, 2);
  double n = 0;
  for (double& e : x)
    e = static_cast<double>(static_cast<int>(n++) * 5 % 7);
  n = -2;
  for (double& e : y)
    e = n++;
  tensor<double, 3> const inside{{{45, 42, 11}, {68, 30, 20}}, {{30, 20, 45}, {11, 36, 68}}};
  CHECK(all_near(convolve(x, y, valid), inside));
  tensor<double, 3> const middle{{{0, 25, 35, 17}, {30, 59, 45, 17}, {43, 59, 31, 38}},
                                 {{20, 31, 11, 26}, {33, 30, 27, 52}, {18, 4, 36, 61}},
                                 {{9, 36, 44, 31}, {2, 36, 61, 30}, {29, 52, 42, 4}}};
  CHECK(all_near(correlate(x, y, same), middle));
}

TEST_CASE("convolve and correlate: kernels of rank one, and kernels that almost are") {
  row const g{1, 4, 6, 4, 1}, h{0.5, -1, 2, 0, 3, 0.25, 7};
  matrix kernel = 0.1 * g(all, newaxis) * h(newaxis, all), x(12, 40);
  double n = 0;
  for (double& e : x)
    e = std::sin(n++);
  CHECK(detail::factors_of(kernel).exist);
  CHECK(all_near(convolve(x, kernel), by_loops(x, kernel), 1e-13));
  CHECK(all_near(correlate(x, kernel, numerics::full), by_loops(x, reverse(reverse(kernel, 0), 1)), 1e-13));
  kernel(3, 4) *= 1 + 1e-9;
  CHECK(!detail::factors_of(kernel).exist);
  CHECK(all_near(convolve(x, kernel), by_loops(x, kernel), 1e-13));
  kernel(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(!detail::factors_of(kernel).exist);
  kernel = 0.0;
  CHECK(all_near(convolve(x, kernel), matrix(shape(16, 46), 0.0)));
}

TEST_CASE("convolve and correlate: long kernels") {
  matrix x(30, 70), kernel(23, 24);
  double n = 0;
  for (double& e : x)
    e = std::sin(n++);
  for (double& e : kernel)
    e = std::cos(7 * n++);
  CHECK(all_near(convolve(x, kernel), by_loops(x, kernel), 1e-12));
}

TEST_CASE("convolve and correlate: what is refused") {
  CHECK(support::message_of([] { (void)convolve(row(0), k); }) ==
        "weft: numerics::convolve: an operand has no elements");
  CHECK_THROWS_AS((void)correlate(k, row(0), numerics::full), shape_error);
  CHECK(support::message_of([] { (void)correlate(matrix(2, 5), matrix(3, 4)); }) ==
        "weft: numerics::correlate: for valid one operand is at least as long as the other along all axes");
}

TEST_CASE("convolve: small elements beside a kernel of rank one count") {
  tensor<double, 2> kernel(5, 5), delta(6, 6);
  kernel(2, 2) = 1;
  kernel(0, 0) = 1e-17;
  delta(0, 0) = 1;
  tensor<double, 2> const r = numerics::convolve(delta, kernel);
  CHECK((r(0, 0) == 1e-17 && r(2, 2) == 1 && r(2, 0) == 0));
}

TEST_CASE("convolve: complex operands beside real ones of another precision") {
  using C = std::complex<double>;
  auto const r = numerics::convolve(tensor<std::complex<float>, 1>{{1, 2}, {3, 4}}, tensor<double, 1>{2, -1});
  static_assert(std::is_same_v<decltype(r)::value_type, C>);
  CHECK((r(0) == C(2, 4) && r(1) == C(5, 6) && r(2) == C(-3, -4)));
}

TEST_CASE("convolve and correlate: ranks that are known at run time") {
  tensor<double> const x = a, y = u, cube = tensor<double, 3>(reshape(a, shape(1, 2, 3)));
  CHECK(all_near(row(convolve(x, tensor<double>(k)).as<1>()), row{0.5, 0, -3.25, 9.5, -8.5, 7.5, -5, -21}));
  CHECK(all_near(row(convolve(x, k, same).as<1>()), row{0, -3.25, 9.5, -8.5, 7.5, -5}));
  CHECK(all_near(matrix(convolve(y, tensor<double>(w)).as<2>()), by_loops(u, w)));
  CHECK(all_near(matrix(convolve(transpose(y), transpose(w)).as<2>()), by_loops(transpose(u), transpose(w))));
  CHECK(convolve(cube, cube, valid).as<3>()(0, 0, 0) == a(0) * a(5) * 2 + a(1) * a(4) * 2 + a(2) * a(3) * 2);
  CHECK_THROWS_AS((void)convolve(x, y), shape_error);
  CHECK_THROWS_AS((void)convolve(tensor<double>(shape(1, 1, 1, 1)), tensor<double>(shape(1, 1, 1, 1))), shape_error);
}
