#include <weft/expr/capture.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/tensor/tensor.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <type_traits>
#include <utility>

using namespace weft;

namespace {
using matrix = tensor<double, 2>;
using small = tensor<double, fixed<2, 2>>;
template <class X>
using held = detail::captured_t<X>;
template <class E>
constexpr bool no_reference = !std::is_reference_v<E>;

/// A number of the user's.
struct unit {
  double value = 0;
  friend unit operator+(unit a, unit b) { return {a.value + b.value}; }
  friend unit operator*(unit a, double b) { return {a.value * b}; }
};
} // namespace

template <>
struct weft::is_scalar<unit> : std::true_type {};

static_assert(Operand<matrix> && Operand<double> && Operand<unit> && Operand<std::complex<float>>);
static_assert(!Operand<char const*> && !Operand<dims<2>>);
// An lvalue costs a pointer and a shape; only what owns memory, or may, has something to destroy.
static_assert(std::is_trivially_destructible_v<held<matrix&>> && !std::is_trivially_destructible_v<held<matrix>>);
static_assert(std::is_same_v<held<matrix&>::layout_type, matrix::layout_type>);
static_assert(std::is_same_v<held<small>, value_leaf<double, small::layout_type>>);
static_assert(!std::is_same_v<held<small&>, held<small>>);
static_assert(std::is_same_v<held<double&>, constant_leaf<double>> && std::is_same_v<held<int>, constant_leaf<int>>);
static_assert(std::is_same_v<held<view<int, 2>&>, strided_leaf<const int, layout<dims<2>, strided>, detail::storage_ref>>);
static_assert(no_reference<held<matrix const&>> && no_reference<held<double const&>>);

TEST_CASE("an lvalue tensor is borrowed, an rvalue moves in, a view keeps what it keeps") {
  matrix a{{1, 2}, {3, 4}};
  double const* const memory = a.data();
  auto borrowed_leaf = detail::capture(a);
  CHECK(borrowed_leaf.data == memory);
  static_assert(std::is_same_v<decltype(borrowed_leaf.keep), detail::watch_ref>);
  const auto shared_view = a.share();
  CHECK(detail::capture(shared_view).keep.owns());
  CHECK(!detail::capture(a(0, all)).keep.owns());
  const auto taken = detail::capture(std::move(a));
  CHECK(taken.data == memory);
  CHECK(taken.keep.owns());
  CHECK(a.empty());
  CHECK(taken(1, 0) == 3);
  const matrix constant{{5, 6}};
  const auto copied = detail::capture(std::move(constant)); // cannot be moved, so it is copied
  CHECK(copied.keep.owns());
  CHECK(copied.data != constant.data());
  CHECK(constant(0, 1) == 6);
}

TEST_CASE("a node is copied or moved, and a scalar copied") {
  const matrix a{{1, 2}, {3, 4}};
  auto e = a + 1.0;
  static_assert(std::is_same_v<held<decltype(e)&>, decltype(e)> && std::is_same_v<held<decltype(e)>, decltype(e)>);
  double x = 2;
  const auto f = e * x;
  x = 100;
  CHECK(f(1, 1) == 10);
}

TEST_CASE("beside a tensor a scalar takes the type C++ gives, but never widens a floating tensor") {
  const tensor<float, 1> f{1};
  const tensor<int, 1> i{3};
  const tensor<unsigned char, 1> u{200};
  const tensor<std::complex<float>, 1> c{1};
  static_assert(std::is_same_v<detail::value_t<decltype(f * 2.0)>, float>);
  static_assert(std::is_same_v<detail::value_t<decltype(2.0 - f)>, float>);
  static_assert(std::is_same_v<detail::value_t<decltype(f * 2)>, float>);
  static_assert(std::is_same_v<detail::value_t<decltype(i * 2.0)>, double>);
  static_assert(std::is_same_v<detail::value_t<decltype(i * 2.0f)>, float>);
  static_assert(std::is_same_v<detail::value_t<decltype(u + u)>, int>);
  static_assert(std::is_same_v<detail::value_t<decltype(c * 2.0)>, std::complex<float>>);
  static_assert(std::is_same_v<detail::value_t<decltype(f * std::complex<double>(0, 1))>, std::complex<float>>);
  CHECK((u + u)(0) == 400);
  CHECK((i / 2)(0) == 1);
  CHECK((i / 2.0)(0) == 1.5);
  tensor<float, 1> g{0.1f};
  CHECK((g + 0.1)(0) == 0.1f + 0.1f); // in float, as all of it
  static_assert(std::is_same_v<held<bool>, constant_leaf<bool>>);
}

TEST_CASE("shapes are checked when the expression is built") {
  const matrix a(2, 3), b(3, 2);
  CHECK_THROWS_AS(a + b, shape_error);
  CHECK_NOTHROW(a + b(0, newaxis, range(0, 1)));
}

TEST_CASE("a user's number may stand beside a tensor once is_scalar says so") {
  const tensor<unit, 1> u(shape(2), unit{2});
  const auto e = u + unit{3};
  CHECK(e(1).value == 5);
  CHECK((u * 4.0)(0).value == 8);
}
