#include "matmul_values.hpp"

#include <weft/linalg/tensordot.hpp>
#include <weft/ops/concatenate.hpp>
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

TEST_CASE_TEMPLATE("tensordot: two axes, operands of every order and stride", T, double, int) {
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

namespace {

/// Those of the product itself, such as packed factors.
template <class Matrix>
int temporaries_of_product(Matrix&& c) {
  using T = typename std::remove_cvref_t<Matrix>::value_type;
  return explain(c, matmul(tensor<T, 2>(6, 20), tensor<T, 2>(20, 6))).temporaries;
}

/// target = expected straight into it, then with factors and old values, by the definition; all as planned.
template <class Target, class A, class B>
void check_straight(Target&& target, A const& a, B const& b, int temporaries) {
  using T = typename std::remove_cvref_t<Target>::value_type;
  const auto expected = by_definition(a, b);
  const int beside = temporaries_of_product(tensor<T, 2>(6, 6));
  CHECK(explain(target, tensordot(a, b, axis<2>)).temporaries - beside == temporaries);
  target = tensordot(a, b, axis<2>);
  CHECK(target == expected);
  CHECK(explain(target, 3 * tensordot(a, b, axis<2>) - 2 * target).temporaries - beside == temporaries);
  target = 3 * tensordot(a, b, axis<2>) - 2 * target;
  CHECK(target == expected);
  target += tensordot(-a, 2 * b, axis<2>);
  CHECK(target == eval(-expected));
  target = tensordot(a, b, axis<2>) + tensordot(a, b, 2); // a loop
  CHECK(target == eval(2 * expected));
}

} // namespace

TEST_CASE_TEMPLATE("tensordot: straight into the target, with factors and its old values, in all orders", T, int,
                   std::complex<double>) {
  const auto a = counted<T>(2, 3, 4, 5, 1), b = counted<T>(4, 5, 2, 3, 7);
  const tensor<T, 4, column_major> f(a), g(b);
  tensor<T, 4> c(2, 3, 2, 3), wide(4, 3, 2, 7);
  tensor<T, 4, column_major> columns(2, 3, 2, 3);
  check_straight(c, a, b, 0);
  check_straight(columns, f, g, 0);
  check_straight(c, f, g, 1 + 1);       // rows and columns of operands join with those of the target by copies only
  check_straight(columns, a, b, 1);     // the target does not join, the operands do
  check_straight(columns, f, b, 2);     // nor does the left one, by rows
  check_straight(transpose(transpose(c)), a, b, 0);
  tensor<T, 2> matrix(6, 6); // the rows have a negative stride
  const int more = temporaries_of_product(reverse(matrix, 0)) - temporaries_of_product(matrix);
  check_straight(reverse(reverse(c, 0), 1), a, b, more);
  wide = T(55);
  check_straight(wide(range(0, 4, 2), all, all, range(0, 3)), a, b, 1);
  check_straight(wide(range(2, 4), all, all, range(1, 7, 2)), a, b, 1);
  CHECK(wide(1, 2, 1, 0) == T(55));
  CHECK(wide(3, 2, 1, 0) == T(55));
  CHECK(wide(3, 2, 1, 2) == T(55));
  const tensor<T, 1> v(shape(5), T(2));
  tensor<T, 3, column_major> less(2, 3, 4);
  less = tensordot(f, v, axis<1>);
  CHECK((std::is_integral_v<T> || explain(less, tensordot(f, v, axis<1>)).temporaries == 0));
  CHECK(less == eval(2 * sum(a, 3)));
}

TEST_CASE("tensordot: a target that is an operand, or overlaps it") {
  const tensor<double, 2> m{{1, 2}, {3, 4}};
  tensor<double, 4> a(2, 2, 2, 2), old(2, 2, 2, 2), memory(3, 2, 2, 2);
  tensor<double, 4, column_major> f(2, 2, 2, 2);
  const auto fill = [&](auto&& t) {
    int n = 0;
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 2; ++j)
        for (index_t k = 0; k < 2; ++k)
          for (index_t l = 0; l < 2; ++l)
            t(i, j, k, l) = ++n % 7;
  };
  fill(old);
  const auto expected = by_definition(old, old);
  fill(a);
  a = tensordot(a, a, axis<2>);
  CHECK(a == expected);
  fill(a);
  a = 2.0 * tensordot(a, a, axis<2>) + a;
  CHECK(a == eval(2.0 * expected + old));
  fill(f);
  f -= tensordot(f, f, axis<2>);
  CHECK(f == eval(old - expected));
  fill(f);
  f = tensordot(old, f, axis<2>) - 3.0 * f; // does not join
  CHECK(f == eval(expected - 3.0 * old));
  fill(memory(range(0, 2)));
  const tensor<double, 4> low = memory(range(0, 2)), product = by_definition(low, low);
  memory(range(1, 3)) = tensordot(memory(range(0, 2)), low, axis<2>);
  CHECK(memory(range(1, 3)) == product);
  CHECK(memory(0) == low(0));
}

TEST_CASE("tensordot: parts of joined operands are written where they go") {
  const tensor<double, 2> a{{1, 2}, {3, 4}}, b{{0, 1}, {1, 0}};
  tensor<double, 2> t(4, 2);
  CHECK(explain(t, concatenate(0, tensordot(a, b, axis<1>), tensordot(b, a, axis<1>))).temporaries == 0);
  t = concatenate(0, tensordot(a, b, axis<1>), tensordot(b, a, axis<1>));
  CHECK(t == tensor<double, 2>{{2, 1}, {4, 3}, {3, 4}, {1, 2}});
}

TEST_CASE("tensordot: what does not fit is an error with both shapes") {
  const tensor<double, 2> a(2, 3), b(2, 3);
  CHECK(message_of([&] { static_cast<void>(tensordot(a, b, 1)); }) ==
        "weft: tensordot: shape (2,3) and shape (2,3): the axes that are summed over differ");
  CHECK(message_of([&] { static_cast<void>(tensordot(a, b, 3)); }) ==
        "weft: tensordot: shape (2,3) and shape (2,3): an operand has fewer axes than are summed over");
  CHECK_THROWS_AS(static_cast<void>(tensordot(a, b, -1)), shape_error);
}
