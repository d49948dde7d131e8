#include <support/oracle.hpp>

#include <doctest/doctest.h>
#include <weft/expr/window.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

// The laws of views are in laws/views.cpp; here is what a window of each leaf is.
using weft::all;
using weft::dyn;
using weft::range;
using weft::shape;
using weft::tensor;

namespace {

template <class E>
using extents_of = typename std::remove_cvref_t<E>::extents_type;

[[maybe_unused]] tensor<double, weft::fixed<3, 4>> s;
tensor<double, 2> m(3, 4);

// What is known of the shape at compile time stays known.
static_assert(std::is_same_v<extents_of<decltype(transpose(s + 1.0))>, weft::extents<4, 3>>);
static_assert(std::is_same_v<extents_of<decltype(slice(s * s, weft::axis<0>, 1))>, weft::extents<4>>);
static_assert(std::is_same_v<extents_of<decltype(transpose(weft::zeros<double>(weft::extents<2, 5>{}) + 1.0))>, weft::extents<5, 2>>);
static_assert(decltype(transpose(m + 1.0))::static_rank == 2);
static_assert(decltype((m + s)(0, all))::static_rank == 1);
static_assert(decltype(sliding_window(m + 1.0, 0, 2))::static_rank == 3);

} // namespace

TEST_CASE("window: constants keep or change their shape, alone and in nodes") {
  const auto ones = weft::ones<double>(shape(3, 4));
  CHECK(transpose(ones).shape() == shape(4, 3));
  CHECK(transpose(ones + 1.0).shape() == shape(4, 3));
  CHECK((ones + 1.0)(0, all).shape() == shape(4));
  CHECK((2.0 * (ones + 1.0))(all, range(1, 3)).shape() == shape(3, 2));
  CHECK(transpose(weft::ones<double>(shape(3, 1)) + weft::ones<double>(shape(4))).shape() == shape(4, 3));
  CHECK((ones + ones)(2, 3) == 2);
  CHECK(transpose(ones + 1.0)(3, 2) == 2);
}

TEST_CASE("window: errors name the operation, and come before anything is evaluated") {
  CHECK_THROWS_AS((void)slice(m + 1.0, 0, 3), weft::index_error);
  CHECK_THROWS_AS((void)(m + 1.0)(range(0, 9), all), weft::index_error);
  CHECK_THROWS_AS((void)window(m * m, 1, 2, 4), weft::index_error);
  CHECK_THROWS_AS((void)broadcast_to(m + 1.0, shape(2, 4)), weft::shape_error);
  CHECK_THROWS_AS((void)reshape(m + 1.0, shape(5, 2)), weft::shape_error);
}

TEST_CASE("window: a view of an rvalue keeps the memory alive") {
  const auto v = transpose(tensor<double, 2>{{1, 2}, {3, 4}} * 2.0);
  const auto w = transpose(tensor<double, 2>{{1, 2}, {3, 4}} + tensor<double, weft::fixed<2, 2>>(m(range(0, 2), range(0, 2))));
  CHECK(v(0, 1) == 6);
  CHECK(w(1, 0) == 2);
}

TEST_CASE("window: a view of a scalar's node stays what it was") {
  const auto e = m + 3.0;
  const auto t = e(range(2, -1, -1), 0);
  CHECK(t.shape() == shape(3));
  CHECK(t(0) == 3);
}
