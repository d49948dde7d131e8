#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <type_traits>

// What the types know of shapes goes on into the types of results; where they contradict each other, nothing compiles
// (test/reject: static_*, axis_*, broadcast_static, tensordot_static, concatenate_static).

using namespace weft;

namespace {

[[maybe_unused]] double negated(double x) {
  return -x;
}

/// True if the type of an expression, view or tensor knows just these extents; dyn: that there is one.
template <class X, index_t... E>
inline constexpr bool knows = std::is_same_v<typename detail::captured_t<X const&>::extents_type, extents<E...>>;
template <class X>
inline constexpr bool knows_no_rank =
    std::is_same_v<typename detail::captured_t<X const&>::extents_type, dynamic_extents>;

/// What is known must be so: the shape that a result has, and that of its values in memory.
template <class X, class S>
void check_shape(X const& x, S const& expected) {
  CHECK(x.shape() == expected);
  CHECK(eval(x).shape() == expected);
}

} // namespace

TEST_CASE("static extents go on through broadcasting, axis by axis") {
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<dyn, 3>> m(2);
  tensor<double, fixed<3>> v;
  tensor<double, fixed<2, 1>> column;
  tensor<double, 2> r(2, 3);
  tensor<double> d(shape(2, 3));
  static_assert(knows<decltype(a + v), 2, 3> && knows<decltype(column * v), 2, 3> && knows<decltype(a + column), 2, 3>);
  static_assert(knows<decltype(m + v), dyn, 3> && knows<decltype(a + m), 2, 3> &&
                knows<decltype(where(a > v, m, 1.0)), 2, 3>);
  static_assert(knows<decltype(a + r), 2, 3> && knows<decltype(r + r), dyn, dyn> && knows_no_rank<decltype(a + d)>);
  static_assert(knows<decltype(broadcast_to(v, a.shape())), 2, 3> && knows<decltype(sqrt(-a)), 2, 3> &&
                knows<decltype(map(negated, a)), 2, 3>);
  check_shape(column * v, shape(2, 3));
  check_shape(a + r, shape(2, 3));
  check_shape(broadcast_to(v, a.shape()), shape(2, 3));
}

TEST_CASE("static extents go on through views; by axis<k> of the others, too") {
  tensor<double, fixed<2, 3, 4>> a;
  tensor<double, fixed<2, 1, 3>> one;
  tensor<double, fixed<4, 6>> b;
  static_assert(knows<decltype(slice(a, axis<1>, 0)), 2, 4> && knows<decltype(slice(a, 1, 0)), dyn, dyn>);
  static_assert(knows<decltype(a(1)), 3, 4> && knows<decltype(a(all, 0, all)), 2, 4> &&
                knows<decltype(a(ellipsis, 1)), 2, 3>);
  static_assert(knows<decltype(a(all, range(0, 2), all)), 2, dyn, 4> && knows<decltype(a(all, newaxis)), 2, 1, 3, 4>);
  static_assert(knows<decltype(window(a, axis<1>, 0, 1)), 2, dyn, 4> && knows<decltype(reverse(a, axis<0>)), 2, 3, 4>);
  static_assert(knows<decltype(transpose(a)), 4, 3, 2> && knows<decltype(swap_axes(a, axis<0>, axis<2>)), 4, 3, 2>);
  static_assert(knows<decltype(permute(a, axis<2>, axis<0>, axis<1>)), 4, 2, 3> &&
                knows<decltype(permute(a, 2, 0, 1)), dyn, dyn, dyn>);
  static_assert(knows<decltype(flatten(a, axis<0>)), 6, 4> && knows<decltype(flatten(a, axis<0>, axis<2>)), 24>);
  static_assert(knows<decltype(squeeze(one, axis<1>)), 2, 3> && knows<decltype(expand_dims(b, axis<0>)), 1, 4, 6>);
  static_assert(knows<decltype(diagonal(b)), 4> && knows<decltype(real(b)), 4, 6> &&
                knows<decltype(transpose(b + 1.0)), 6, 4>);
  static_assert(knows<decltype(flatten(a + a, axis<0>)), 6, 4> && knows<decltype(slice(a * 2.0, axis<1>, 0)), 2, 4>);
  check_shape(slice(a, axis<1>, 0), shape(2, 4));
  check_shape(permute(a, axis<2>, axis<0>, axis<1>), shape(4, 2, 3));
  check_shape(flatten(a + a, axis<0>), shape(6, 4));
  check_shape(diagonal(b), shape(4));
}

TEST_CASE("stacks of products of static shape: values by loops") {
  tensor<double, fixed<2, 1, 2, 3>> a;
  tensor<double, fixed<3, 3, 2>> b;
  for (index_t n = 0; n < a.size(); ++n)
    a.data()[n] = double(n * n % 7) - 3;
  for (index_t n = 0; n < b.size(); ++n)
    b.data()[n] = double(n * 5 % 11) - 4;
  const tensor<double, fixed<2, 3, 2, 2>> p = matmul(a, b);
  const tensor q = 2.0 * matmul(a, b) - 1.0;
  static_assert(knows<decltype(q), 2, 3, 2, 2>);
  for (int s = 0; s < 2; ++s)
    for (int t = 0; t < 3; ++t)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) {
          double expected = 0;
          for (int k = 0; k < 3; ++k)
            expected += a(s, 0, i, k) * b(t, k, j);
          CHECK(p(s, t, i, j) == expected); // small integers: exact
          CHECK(q(s, t, i, j) == 2 * expected - 1);
        }
}

TEST_CASE("static extents go on through reductions, products and what is evaluated") {
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<3, 4>> b;
  tensor<double, fixed<3>> v;
  tensor<double, fixed<dyn, 3>> m(5);
  tensor<double, fixed<7, 2, 3>> batch;
  static_assert(knows<decltype(sum(a, axis<0>)), 3> && knows<decltype(sum(a, axis<0>, keep_dims)), 1, 3> &&
                knows<decltype(sum(a, 0)), dyn>);
  static_assert(knows<decltype(sum(batch, axes<0, 2>)), 2> && knows<decltype(argmax(a, axis<1>)), 2> &&
                knows<decltype(cumsum(a, axis<0>)), 2, 3>);
  static_assert(knows<decltype(matmul(a, b)), 2, 4> && knows<decltype(matmul(m, b)), dyn, 4> &&
                knows<decltype(matmul(a, v)), 2>);
  static_assert(knows<decltype(matmul(batch, b)), 7, 2, 4> && knows<decltype(tensordot(a, b, axis<1>)), 2, 4>);
  static_assert(knows<decltype(outer(v, v)), 3, 3> && knows<decltype(kron(a, b)), 6, 12> &&
                knows<decltype(2.0 * matmul(a, b) + 1.0), 2, 4>);
  static_assert(knows<decltype(concatenate(axis<0>, a, a)), 4, 3> && knows<decltype(stack(axis<0>, v, v)), 2, 3>);
  static_assert(knows<decltype(eval(a + v)), 2, 3> && knows<decltype(linalg::inv(matmul(transpose(a), a))), 3, 3>);
  tensor t = a + v;
  static_assert(knows<decltype(t), 2, 3>);
  check_shape(sum(batch, axes<0, 2>), shape(2));
  check_shape(matmul(batch, b), shape(7, 2, 4));
  tensor<double, fixed<5, 3, 4>> five;
  tensor<double, fixed<7, 1, dyn, 3>> seven(6);
  static_assert(knows<decltype(matmul(seven, five)), 7, 5, dyn, 4> && knows<decltype(matmul(v, five)), 5, 4> &&
                knows<decltype(matmul(batch, v)), 7, 2>);
  check_shape(matmul(seven, five), shape(7, 5, 6, 4));
  check_shape(matmul(v, five), shape(5, 4));
  check_shape(matmul(batch, v), shape(7, 2));
  check_shape(concatenate(axis<0>, a, a), shape(4, 3));
}

namespace {
index_t any_rank(view<const double> v) {
  return v.size();
}
index_t matrix(view<const double, 2> v) {
  return v.extent(0) * 10 + v.extent(1);
}
double const* address(view<const double, fixed<dyn, 3>> v) {
  return v.data();
}
void fill(view<double> v) {
  v.fill(7.0);
}
template <class To, class From>
inline constexpr bool binds = std::is_convertible_v<From, To>;
} // namespace

TEST_CASE("parameters that are views take what fits, without a copy, or do not compile") {
  tensor<double, fixed<2, 3>> a;
  tensor<double, 2, column_major> c(2, 3);
  tensor<double> d(shape(2, 3));
  CHECK(any_rank(a) == 6);
  CHECK(any_rank(c(all, 1)) == 2);
  CHECK(any_rank(d) == 6);
  CHECK(matrix(transpose(a)) == 32);
  CHECK(matrix(c) == 23);
  CHECK(matrix(d.as<2>()) == 23);
  CHECK(address(a) == a.data());
  CHECK(address(as<fixed<dyn, 3>>(d)) == d.data());
  fill(c(all, range(1, 3)));
  CHECK(c(0, 0) == 0);
  CHECK(c(1, 2) == 7);
  CHECK(any_rank(tensor<double, 3>(2, 2, 2)) == 8); // a temporary lives as long as the call
  using array = tensor<double, 2>;
  static_assert(binds<view<const double>, array&> && binds<view<const double>, array const&> &&
                binds<view<double>, array&>);
  static_assert(binds<view<const double, 2>, view<double, fixed<2, 3>, row_major>>);
  static_assert(!binds<view<double>, array const&> && !binds<view<double>, view<const double, 2>>);
  static_assert(!binds<view<const double, 3>, array&> && !binds<view<const float>, array&>);
  static_assert(!binds<view<const double, 2>, tensor<double>&>);  // the rank is only known when the program runs
  static_assert(!binds<view<const double, fixed<2, 3>>, array&>); // and here the extents: as<>() checks
  static_assert(!binds<view<const double, fixed<2, 4>>, tensor<double, fixed<2, 3>>&>);
  static_assert(!binds<view<const double, 2, row_major>, tensor<double, 2, column_major>&>);
  static_assert(!binds<view<const double, 2>, decltype(a + a)>);
}
