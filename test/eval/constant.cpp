#include <weft/eval/constant.hpp>
#include <weft/weft.hpp>

#include <complex>

#include <doctest/doctest.h>

using namespace weft;

// Statements of small static shapes in constant expressions. Each function is run by the compiler, whose results are
// compared with numbers worked out by hand, and at run time, which gives the same.
namespace {

constexpr tensor<double, fixed<3>> x{1, 2, 3};
constexpr tensor<double, fixed<2, 2>> m{{1, 2}, {3, 4}};
constexpr tensor<double, fixed<2, 3>, column_major> columns{{1, 2, 3}, {4, 5, 6}};

static_assert(x.size() == 3 && x.rank() == 1 && x.extent(0) == 3 && x.shape() == shape(3));
static_assert(x(0) == 1 && x.at(2) == 3 && x[{1}] == 2 && m(1, 0) == 3 && columns(1, 2) == 6);
static_assert(*(columns.data() + 1) == 4 && *x.begin() == 1);
static_assert(tensor<int, fixed<2, 2>>()(1, 1) == 0);

static_assert(m == m && m != transpose(m) && all_of(x > 0.0) && !any_of(x > 3.0) && count(x > 1.0) == 2);
static_assert(sum(x) == 6 && prod(x) == 6 && max(x) == 3 && min(x) == 1 && mean(x) == 2 && argmax(x) == 2);
static_assert(sum(x * x) == 14 && dot(x, 2.0 * x) == 28 && trace(m) == 5 && sum(matmul(m, m)) == 54);
static_assert(sum(max(m, axis<1>)) == 6 && sum(columns(1, all)) == 15);

/// An expression is a constant too: it refers to constants.
constexpr auto thrice = x + 2.0 * x;

constexpr auto elementwise() {
  tensor<double, fixed<3>> y = thrice, z = where(x > 1.5, y, -y);
  z += x;
  z *= 2.0;
  z(0) -= 1;
  z.at(1) = abs(-z)(1) + maximum(x, 2.5)(1) + clamp(x, 0.0, 1.5)(1) + square(x)(1);
  return z;
}
static_assert(elementwise() == tensor<double, fixed<3>>{-5, 24, 24});

constexpr auto broadcast_and_transposed() {
  tensor<double, fixed<2, 3>> a = columns + x;
  const tensor<double, fixed<3, 2>> b = transpose(a) - expand_dims(x, axis<1>);
  a(all, 1) = b(1, all) * 10.0;
  a(1, all) = a(0, all) + 3.0;
  return a;
}
static_assert(broadcast_and_transposed() == tensor<double, fixed<2, 3>>{{2, 20, 6}, {5, 23, 9}});

constexpr auto onto_itself() {
  tensor<double, fixed<2, 2>> a = m;
  a = transpose(a);
  a = matmul(a, a) + reverse(a, axis<0>);
  diagonal(a) = 0.0;
  return a;
}
static_assert(onto_itself() == tensor<double, fixed<2, 2>>{{0, 19}, {11, 0}});

constexpr auto products() {
  tensor<double, fixed<2, 2>> a = matmul(matmul(m, m), transpose(m)) * 2.0 - m;
  a += expand_dims(matmul(m, tensor<double, fixed<2>>{1, 1}) + sum(m, axis<0>), axis<1>);
  a = a + eye<double>(fixed<2, 2>) + zeros<double>(fixed<2, 2>);
  return a;
}
static_assert(products() == tensor<double, fixed<2, 2>>{{61, 127}, {128, 276}});

constexpr auto crossed() {
  tensor<double, fixed<3>> y = cross(x, tensor<double, fixed<3>>{0, 0, 1});
  return y;
}
static_assert(crossed() == tensor<double, fixed<3>>{2, -1, 0});

template <class T>
constexpr auto eight_by_eight() {
  tensor<T, fixed<8, 8>> a, b;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      a(i, j) = T(i + j);
      b(i, j) = T(i == j ? 2 : 0);
    }
  tensor<T, fixed<8, 8>> c = matmul(a, b) + a;
  return c;
}
static_assert(eight_by_eight<int>()(3, 4) == 21 && eight_by_eight<float>()(7, 7) == 42);
static_assert(sum(eight_by_eight<double>()) == 3 * 448);

constexpr auto others() {
  tensor<unsigned char, fixed<2, 2>> bytes{{200, 100}, {3, 4}};
  bytes = bytes + bytes; // modulo 256
  tensor<int, fixed<2, 2>> quotients = tensor<int, fixed<2, 2>>{{7, -7}, {8, 9}} / 2;
  quotients += bytes;
  tensor<std::complex<double>, fixed<2>> z{{1, 2}, {3, -1}};
  z = z * conj(z);
  return tensor<int, fixed<3>>{quotients(0, 0), quotients(0, 1), static_cast<int>(z(1).real())};
}
static_assert(others() == tensor<int, fixed<3>>{147, 197, 10});

} // namespace

TEST_CASE("constant expressions: what the compiler computes is what the program computes") {
  constexpr auto a = elementwise();
  constexpr auto b = broadcast_and_transposed();
  constexpr auto c = onto_itself();
  constexpr auto d = eight_by_eight<double>();
  constexpr auto e = others();
  constexpr double total = sum(matmul(m, m)) + dot(x, x) + max(columns);
  CHECK(a == elementwise());
  CHECK(b == broadcast_and_transposed());
  CHECK(c == onto_itself());
  CHECK(d == eight_by_eight<double>());
  CHECK(e == others());
  CHECK(crossed() == tensor<double, 1>{2, -1, 0});
  CHECK(products() == tensor<double, 2>{{61, 127}, {128, 276}});
  CHECK(total == 74);
  tensor<double, 1> y = thrice; // of constants, with a shape known at run time
  CHECK(y == tensor<double, 1>{3, 6, 9});
}
