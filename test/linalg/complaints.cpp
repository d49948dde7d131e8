#include "matmul_values.hpp"

#include <weft/linalg/tensordot.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <complex>

// What other libraries got wrong or refused, each case named after its thread. Expected values are worked out by hand
// or by nested loops.
using namespace matmul_test;
using complex = std::complex<double>;

namespace {

tensor<double, 2> counted(index_t rows, index_t columns) {
  return filled(tensor<double, 2>(rows, columns), [=](index_t i, index_t j) { return 1 + i * columns + j; });
}

/// Elements of c that are not those of a * b.
template <class A, class B, class C>
int wrong_elements(A const& a, B const& b, C const& c) {
  return differing(c, [&](index_t i, index_t j) {
    double total = 0;
    for (index_t l = 0; l < a.extent(1); ++l)
      total += a(i, l) * b(l, j);
    return total;
  });
}

} // namespace

TEST_CASE("xtensor-blas #100: dot with a reversed column gave 168 for 94") {
  const tensor<double, 2> a{{2, 3}, {5, 7}, {11, 13}};
  CHECK(dot(a(range(0, 3), 0), a(range(2, -1, -1), 1)) == 94);
  CHECK(dot(a(range(2, -1, -1), 1), a(all, 0)) == 94);
}

TEST_CASE("LinearAlgebra.jl #813: a matrix by a reversed vector read the wrong elements") {
  const tensor<double, 2> m{{2, 3}, {0, 0}};
  const tensor<double, 1> a{1, 2, 3};
  CHECK(eval(matmul(m, a(range(2, 0, -1)))) == tensor<double, 1>{12, 0});
  CHECK(eval(matmul(a(range(2, 0, -1)), m)) == tensor<double, 1>{6, 9});
}

TEST_CASE("LinearAlgebra.jl #768: dot of a reversed view of many elements read beyond the vector") {
  const index_t n = 100000; // OpenBLAS splits it among threads
  tensor<double, 1> a(n), b(n);
  double total = 0;
  for (index_t i = 0; i < n; ++i) {
    a(i) = static_cast<double>(i % 7);
    b(i) = static_cast<double>(i % 5);
  }
  for (index_t i = 0; i < n; ++i)
    total += a(i) * b(n - 1 - i);
  CHECK(dot(a, reverse(b, 0)) == total);
  CHECK(dot(reverse(a, 0), b) == total);
}

TEST_CASE("TRIQS/nda #43: slices of a permuted array gave another product than their copies") {
  tensor<double, 3> a(3, 3, 3);
  index_t n = 0;
  for (double& x : a)
    x = static_cast<double>(n++ * 7 % 11);
  const tensor<double, 1> v{1, -2, 3};
  const auto b = permute(a, 2, 0, 1);
  for (index_t k = 0; k < 3; ++k) {
    const tensor<double, 2> copied = a(all, all, k);
    CHECK(wrong_elements(copied, v(all, newaxis), eval(matmul(b(k, all, all), v(all, newaxis)))) == 0);
    CHECK(eval(matmul(b(k, all, all), v)) == eval(matmul(copied, v)));
    CHECK(wrong_elements(copied, copied, eval(matmul(b(k, all, all), a(all, all, k)))) == 0);
  }
}

TEST_CASE("TRIQS/nda #52: dot of non-contiguous elements of four axes") {
  tensor<complex, 4> v(3, 3, 3, 3);
  complex plain = 0, conjugated = 0;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 3; ++k)
        for (index_t l = 0; l < 3; ++l)
          v(i, j, k, l) = complex(double(i + j + k + l), double(i - l));
  const auto part = v(all, 1, all, all);
  for (index_t i = 0; i < 3; ++i)
    for (index_t k = 0; k < 3; ++k)
      for (index_t l = 0; l < 3; ++l) {
        plain += part(i, k, l) * part(i, k, l);
        conjugated += std::conj(part(i, k, l)) * part(i, k, l);
      }
  CHECK(eval(tensordot(part, part, axis<3>))() == plain);
  CHECK(vdot(conj(part), part) == plain);
  CHECK(vdot(part, part) == conjugated);
}

TEST_CASE("julia #15286 and LinearAlgebra.jl #319: every second row and column, as target and as factor") {
  const auto a = counted(3, 3), b = counted(3, 3);
  tensor<double, 2> c(shape(6, 6), 0.0);
  auto part = c(range(0, 6, 2), range(0, 6, 2));
  part = matmul(a, b);
  CHECK(wrong_elements(a, b, part) == 0);
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK((c(i, j) == 0) == (i % 2 != 0 || j % 2 != 0));
  tensor<double, 2, column_major> hundred(10, 10);
  for (index_t j = 0; j < 10; ++j)
    for (index_t i = 0; i < 10; ++i)
      hundred(i, j) = double(1 + i + 10 * j);
  CHECK(eval(matmul(hundred(range(0, 7, 3), range(1, 8, 3)), tensor<double, 1>{1, 2, 3})) ==
        tensor<double, 1>{306, 324, 342});
}

TEST_CASE("julia #21122: an update with a row whose stride is not 1") {
  const auto data = counted(6, 6);
  auto a = counted(5, 5);
  const auto old = a;
  const auto x = data(range(1, 6), 0);
  const auto y = data(0, range(0, 5));
  a -= matmul(x(all, newaxis), y(newaxis, all));
  CHECK(differing(a, [&](index_t i, index_t j) { return old(i, j) - x(i) * y(j); }) == 0);
  a = old;
  a -= outer(y, x);
  CHECK(differing(a, [&](index_t i, index_t j) { return old(i, j) - y(i) * x(j); }) == 0);
}

TEST_CASE("Strided.jl #21, ndarray #584: axes of one element, whose stride says nothing") {
  tensor<double, 2> wide(1, 7), tall(7, 1);
  for (index_t i = 0; i < 7; ++i) {
    wide(0, i) = double(i);
    tall(i, 0) = double(2 * i);
  }
  CHECK(eval(matmul(wide, tall)) == tensor<double, 2>{{182}});
  const auto outer_product = eval(matmul(tall, wide));
  CHECK(differing(outer_product, [](index_t i, index_t j) { return 2 * i * j; }) == 0);
  const auto big = counted(9, 9);
  const auto check = [](auto const& a, auto const& b) { CHECK(wrong_elements(a, b, eval(matmul(a, b))) == 0); };
  check(big(range(2, 3), all), big(all, range(4, 5)));
  check(big(all, range(4, 5)), big(range(2, 3), all));
  check(big(range(0, 9, 4), range(8, 9)), tall(range(3, 4), all));
}

TEST_CASE("xtensor-blas #61: a matrix of overlapping rows was refused") {
  const std::vector<double> a{1, 2, 3, 4, 5};
  const auto rows = borrow(a.data(), shape(3, 3), strides(1, 1));
  CHECK(eval(matmul(rows, tensor<double, 1>{0.25, 0.5, 0.25})) == tensor<double, 1>{2, 3, 4});
  CHECK(eval(matmul(rows, rows)) == tensor<double, 2>{{14, 20, 26}, {20, 29, 38}, {26, 38, 50}});
}

TEST_CASE("xtensor-blas #66 and #101, MatX #142: slices and permuted views were refused") {
  tensor<double, 3> a(2, 3, 5);
  index_t n = 0;
  for (double& x : a)
    x = static_cast<double>(n++ % 7);
  const auto b = counted(2, 4);
  for (index_t k = 0; k < 2; ++k)
    CHECK(wrong_elements(a(k, all, range(2, 4)), b, eval(matmul(a(k, all, range(2, 4)), b))) == 0);
  CHECK(wrong_elements(transpose(b), counted(2, 1), eval(matmul(transpose(b), counted(2, 1)))) == 0);
}

TEST_CASE("xtensor-blas #194: a corner multiplied by itself into its own place") {
  tensor<double, 2, column_major> c(4, 4);
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 4; ++j)
      c(i, j) = i == 0 || (i == 1 && j == 0) ? double(1 + 4 * i + j) : 0.0;
  auto corner = c(range(0, 2), range(0, 2));
  corner = matmul(corner, corner);
  CHECK(eval(corner) == tensor<double, 2>{{11, 2}, {5, 10}});
  CHECK(eval(c(0, range(2, 4))) == tensor<double, 1>{3, 4});
}

TEST_CASE("xtensor-blas #93: a vector by a number as a vector of one element gave zeros") {
  const tensor<double, 1> x{1, -2, 3}, one{1};
  CHECK(eval(outer(x, one)) == tensor<double, 2>{{1}, {-2}, {3}});
  CHECK(eval(tensordot(x, one, axis<0>)) == tensor<double, 2>{{1}, {-2}, {3}});
}

TEST_CASE("Einsums #127: a conjugated factor needs no copy") {
  const tensor<complex, 2> a{{{1, 2}, {3, -1}}, {{0, 1}, {2, 2}}}, b{{{1, -1}, {0, 3}}, {{4, 0}, {-2, 1}}};
  const auto wanted = [&](auto const& x, auto const& y) {
    tensor<complex, 2> c(x.extent(0), y.extent(1));
    for (index_t i = 0; i < c.extent(0); ++i)
      for (index_t j = 0; j < c.extent(1); ++j)
        for (index_t l = 0; l < 2; ++l)
          c(i, j) += x(i, l) * y(l, j);
    return c;
  };
  tensor<complex, 2> ca(2, 2), cb(2, 2);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 2; ++j) {
      ca(i, j) = std::conj(a(i, j));
      cb(i, j) = std::conj(b(i, j));
    }
  CHECK(eval(matmul(transpose(conj(a)), b)) == wanted(transpose(ca), b));
  CHECK(eval(matmul(conj(transpose(a)), b)) == wanted(transpose(ca), b));
  CHECK(eval(matmul(a, conj(transpose(b)))) == wanted(a, transpose(cb)));
  CHECK(eval(matmul(conj(a), conj(b))) == wanted(ca, cb));
  CHECK(eval(matmul(conj(conj(a)), b)) == wanted(a, b));
  CHECK(eval(matmul(conj(complex(0, 2) * a), -b)) == eval(complex(0, 2) * wanted(ca, b)));
  CHECK(eval(matmul(complex(0, 2) * conj(a), b)) == eval(complex(0, 2) * wanted(ca, b)));
  CHECK(eval(tensordot(conj(a), b, axis<1>)) == wanted(ca, b));
  CHECK(eval(tensordot(complex(0, 1) * a, conj(b), 1)) == eval(complex(0, 1) * wanted(a, cb)));
  CHECK(dot(conj(a(0, all)), b(all, 0)) == wanted(ca, b)(0, 0));
  CHECK(dot(conj(complex(0, 1) * a(0, all)), conj(b(all, 0))) == complex(0, -1) * wanted(ca, cb)(0, 0));
  CHECK(vdot(conj(a(0, all)), b(all, 0)) == wanted(a, b)(0, 0));
  CHECK(vdot(complex(0, 1) * a(0, all), conj(b(all, 0))) == complex(0, -1) * wanted(ca, cb)(0, 0));
  CHECK(eval(matmul(conj(counted(2, 2)), counted(2, 2))) == tensor<double, 2>{{7, 10}, {15, 22}});
  const tensor<complex, fixed<2, 2>> fa = a, fb = b; // in place, without BLAS
  CHECK(eval(matmul(conj(fa), fb)) == wanted(ca, b));
  CHECK(eval(matmul(fa, conj(transpose(fb)))) == wanted(a, transpose(cb)));
  CHECK(eval(matmul(conj(transpose(fa)), complex(0, 2) * conj(fb))) == eval(complex(0, 2) * wanted(transpose(ca), cb)));
  CHECK(eval(matmul(fa, conj(fb(0, all)))) == eval(wanted(a, cb(0, all)(all, newaxis))(all, 0)));
  const auto plan = explain(matmul(conj(transpose(a)), b));
  if (with_blas()) { // weft's own loop packs its operands
    CHECK(plan.temporaries == 0);
    CHECK(plan.blas.at(0) == "zgemm(C,N) m=2 n=2 k=2");
  }
}
