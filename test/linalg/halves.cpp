// Products and linear algebra of elements of 16 bits.
#include <weft/index.hpp>
#include <weft/linalg.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class H>
tensor<H, 2> random_matrix(index_t rows, index_t columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> between(-1, 1);
  tensor<H, 2> out(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      out(i, j) = H(between(random));
  return out;
}
/// Elements of c that are further from the product in double than the last rounding and float sums lead.
template <class C, class A, class B>
int wrong_products(C const& c, A const& a, B const& b) {
  using H = typename C::value_type;
  const double unit = std::ldexp(1.0, -std::numeric_limits<H>::digits);
  int wrong = 0;
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < b.extent(1); ++j) {
      double exact = 0, size = 0;
      for (index_t k = 0; k < a.extent(1); ++k) {
        const double term = double(float(a(i, k))) * double(float(b(k, j)));
        exact += term;
        size += std::abs(term);
      }
      wrong += !(std::abs(double(float(c(i, j))) - exact) <= unit * std::abs(exact) + 1e-6 * size + 0x1p-25);
    }
  return wrong;
}

} // namespace

TEST_CASE_TEMPLATE("halves: products sum floats and round once", H, float16, bfloat16) {
  for (const index_t n : {1, 3, 16, 65, 150}) {
    CAPTURE(n);
    const auto a = random_matrix<H>(n, n + 2, 1), b = random_matrix<H>(n + 2, n + 1, 2);
    const tensor<H, 2> c = matmul(a, b);
    CHECK(wrong_products(c, a, b) == 0);
    const auto bt = random_matrix<H>(n + 1, n + 2, 3);
    const tensor<H, 2, column_major> d = matmul(a(range(n - 1, -1, -1), all), transpose(bt));
    CHECK(wrong_products(d, tensor<H, 2>(a(range(n - 1, -1, -1), all)), tensor<H, 2>(transpose(bt))) == 0);
    CHECK(tensor<H, 2>(tensordot(a, b, 1)) == c);
    CHECK(tensor<H, 2>(tensordot(a, b, axis<1>)) == c);
    CHECK(tensor<H, 2>(einsum<"ik,kj->ij">(a, b)) == c);
    CHECK(tensor<H, 2>(einsum("ik,kj->ij", a, b)) == c);
    CHECK(dot(a(0, all), b(all, 0)).bits() == c(0, 0).bits());
    CHECK(float(vdot(b, b)) == doctest::Approx(double(float(H(float(sum(b * b)))))).epsilon(0.01));
    tensor<H, 2> e = c;
    e = 2 * matmul(a, b) - c;
    const tensor<float, 2> wide = 2 * matmul(cast<float>(a), cast<float>(b)) - cast<float>(c);
    int wrong = 0;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n + 1; ++j)
        wrong += !(std::abs(float(e(i, j)) - wide(i, j)) <= 0.02f * (1 + std::abs(wide(i, j))));
    CHECK(wrong == 0);
  }
  tensor<H, 3> stack(2, 3, 3);
  stack = 0.5;
  const tensor<H, 3> squares = matmul(stack, stack);
  for (index_t k = 0; k < 2; ++k)
    CHECK(float(squares(k, 1, 2)) == 0.75f);
  tensor<H, 2> ones(2, 3000); // a sum of halves would stay at 2048, or 256
  ones = 1;
  CHECK(float(tensor<float, 1>(matmul(ones, ones(0, all)))(1)) == float(H(3000)));
}

TEST_CASE("halves: types of products, and of linear algebra, which computes floats") {
  tensor<float16, 2> h(shape(2, 2));
  tensor<bfloat16, 2> b(shape(2, 2));
  tensor<float, 2> f(shape(2, 2));
  static_assert(std::is_same_v<decltype(matmul(h, h))::value_type, float16>);
  static_assert(std::is_same_v<decltype(matmul(h, b))::value_type, float>);
  static_assert(std::is_same_v<decltype(matmul(f, b))::value_type, float>);
  static_assert(std::is_same_v<decltype(dot(b(0, all), b(0, all))), bfloat16>);
  static_assert(std::is_same_v<decltype(einsum<"ij,jk->ik">(h, h))::value_type, float16>);
  static_assert(std::is_same_v<decltype(linalg::inv(h))::value_type, float>);
  static_assert(std::is_same_v<decltype(linalg::svdvals(b))::value_type, float>);
  h = eye<float16>(2) * 2;
  h(0, 1) = float16(1);
  CHECK(float(linalg::det(h)) == 4);
  const tensor<float, 2> inverse = linalg::inv(h);
  CHECK(inverse == tensor<float, 2>{{0.5f, -0.25f}, {0, 0.5f}});
  const tensor<float, 1> x = linalg::solve(h, h(all, 1));
  CHECK(x == tensor<float, 1>{0, 1});
  b = 3;
  CHECK(float(linalg::norm(b)) == doctest::Approx(6));
  CHECK(float(trace(h)) == 4);
  auto [i, j, k] = indices<3>();
  f(i, k) = sum(j, h(i, j) * b(j, k));
  CHECK(f == tensor<float, 2>{{9, 9}, {6, 6}});
}
