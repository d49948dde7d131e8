#include "matmul_values.hpp"

#include <weft/linalg/tensordot.hpp>
#include <weft/ops/equal.hpp>

#include <complex>

// Against nested loops over single elements.
using namespace matmul_test;

namespace {

template <class T>
tensor<T, 4> counted(index_t i, index_t j, index_t k, index_t l, int seed) {
  tensor<T, 4> t(i, j, k, l);
  int n = seed;
  for (T& x : t) {
    x = made<T>(static_cast<long>(n * n % 11 - 5));
    ++n;
  }
  return t;
}

/// a (2,3,4,5) times b (4,5,2,3) over two axes, by the definition.
template <class A, class B>
auto by_definition(A const& a, B const& b) {
  using T = detail::product_t<typename A::value_type, typename B::value_type>;
  tensor<T, 4> out(a.extent(0), a.extent(1), b.extent(2), b.extent(3));
  for (index_t i = 0; i < a.extent(0); ++i)
    for (index_t j = 0; j < a.extent(1); ++j)
      for (index_t k = 0; k < b.extent(2); ++k)
        for (index_t l = 0; l < b.extent(3); ++l)
          for (index_t p = 0; p < a.extent(2); ++p)
            for (index_t q = 0; q < a.extent(3); ++q)
              out(i, j, k, l) = static_cast<T>(out(i, j, k, l) + a(i, j, p, q) * b(p, q, k, l));
  return out;
}

template <class A, class B>
void check_pair(A const& a, B const& b) {
  const auto expected = by_definition(a, b);
  CHECK(eval(tensordot(a, b, axis<2>)) == expected);
  CHECK(eval(tensordot(a, b, 2)) == expected);
  tensor<typename decltype(expected)::value_type, 4> sum(expected.shape(), 1);
  sum += 2 * tensordot(a, b, axis<2>);
  CHECK(sum == eval(expected * 2 + 1));
}

} // namespace

TEST_CASE_TEMPLATE("tensordot: two axes, operands of every order and stride", T, double, float, int,
                   std::complex<double>) {
  const auto a = counted<T>(2, 3, 4, 5, 1);
  const auto b = counted<T>(4, 5, 2, 3, 7);
  check_pair(a, b);
  const auto turned = counted<T>(5, 4, 3, 2, 3), other = counted<T>(3, 2, 5, 4, 4);
  check_pair(transpose(turned), b); // column-major: both groups of axes merge backwards, or not at all
  check_pair(a, transpose(other));
  check_pair(transpose(turned), transpose(other));
  check_pair(reverse(a, 2), b);
  check_pair(reverse(reverse(a, 2), 3), reverse(reverse(b, 0), 1)); // merges, with negative strides
  const auto wide = counted<T>(4, 3, 8, 5, 2);
  check_pair(wide(range(0, 4, 2), all, range(1, 8, 2), all), b);
  check_pair(permute(counted<T>(2, 4, 3, 5, 6), 0, 2, 1, 3), b);
}

TEST_CASE("tensordot: no axis, all axes, expressions, mixed types, extents 0") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 1> v{1, 10, 100};
  const tensor<int, 2> n{{1, 0}, {2, 1}, {0, 3}};
  CHECK(eval(tensordot(a, n, axis<1>)) == tensor<double, 2>{{5, 11}, {14, 23}});
  CHECK(eval(tensordot(a, v, axis<0>)).shape() == shape(2, 3, 3));
  CHECK(eval(tensordot(a, v, axis<0>))(1, 2, 1) == 60);
  CHECK(eval(tensordot(a, a, axis<2>))() == 91);
  CHECK(eval(tensordot(a + 1.0, 2.0 * v, axis<1>)) == tensor<double, 1>{864, 1530});
  CHECK(eval(tensordot(tensor<double>(a), v, axis<1>)) == tensor<double>(tensor<double, 1>{321, 654}));
  CHECK(eval(tensordot(tensor<double, 2>(2, 0), tensor<double, 2>(0, 3), axis<1>)) == tensor<double, 2>(2, 3));
}

TEST_CASE("tensordot: static extents stay static") {
  tensor<double, fixed<2, dyn, 3>> a(2);
  a = tensor<double, 3>{{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
  const tensor<double, fixed<3, 4>> b{{1, 0, 2, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}};
  const auto c = eval(tensordot(a, b, axis<1>));
  static_assert(std::same_as<decltype(c), const tensor<double, fixed<2, dyn, 4>>>);
  CHECK(c == tensor<double, 3>{{{4, 5, 2, 2}, {10, 11, 8, 5}}, {{16, 17, 14, 8}, {22, 23, 20, 11}}});
  static_assert(std::same_as<decltype(eval(tensordot(b, b, axis<0>))), tensor<double, fixed<3, 4, 3, 4>>>);
  static_assert(std::same_as<decltype(eval(tensordot(b, b, axis<2>))), tensor<double, 0>>);
  CHECK(eval(tensordot(b, b, axis<2>))() == 9);
  const tensor<double, fixed<4, 3>> d = transpose(b);
  const tensor<double, fixed<3, 3>> e = tensordot(b, d, axis<1>) + 1.0;
  CHECK(e == tensor<double, 2>{{6, 1, 2}, {1, 3, 2}, {2, 2, 3}});
}

TEST_CASE("tensordot: the plan: one product, and a copy only where axes do not merge") {
  const auto a = counted<double>(2, 3, 4, 5, 1), b = counted<double>(4, 5, 2, 3, 7);
  tensor<double, 4> c(2, 3, 2, 3);
  const auto plan = explain(c, tensordot(a, b, axis<2>));
  REQUIRE(plan.blas.size() == 1);
  CHECK(plan.blas[0].find("m=6 n=6 k=20") != std::string::npos);
  const auto swapped = permute(counted<double>(2, 3, 5, 4, 1), 0, 1, 3, 2);
  CHECK(explain(c, tensordot(swapped, b, axis<2>)).temporaries == plan.temporaries + 1);
}

TEST_CASE("tensordot: what does not fit is an error with both shapes") {
  const tensor<double, 2> a(2, 3), b(2, 3);
  CHECK(message_of([&] { static_cast<void>(tensordot(a, b, 1)); }) ==
        "weft: tensordot: shape (2,3) and shape (2,3): the axes that are summed over differ");
  CHECK(message_of([&] { static_cast<void>(tensordot(a, b, 3)); }) ==
        "weft: tensordot: shape (2,3) and shape (2,3): an operand has fewer axes than are summed over");
  CHECK_THROWS_AS(static_cast<void>(tensordot(a, b, -1)), shape_error);
}
