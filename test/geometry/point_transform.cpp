// Maps of tensors of points: each coordinate is compared with sums that are written out.
#include <weft/geometry/projective.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace weft;

namespace {

using turn = geometry::rotation<double, 3>;
using pose = geometry::isometry<double, 3>;

turn const r = turn::from_axis_angle({1, -2, 3}, 0.7);
pose const rigid(r, {1, 2, -3});

double number(index_t i, index_t k) {
  return 0.25 * static_cast<double>((7 * i + 5 * k + 3) % 11) - 1;
}
/// Coordinate k of the moved point i.
double moved(pose const& m, index_t i, index_t k) {
  double value = m.translation()(k);
  for (index_t j = 0; j < 3; ++j)
    value += m.rotation().matrix()(k, j) * number(i, j);
  return value;
}
template <class X>
void fill(X&& x, int axis) {
  using value_type = typename std::remove_cvref_t<X>::value_type;
  for (index_t i = 0; i < x.extent(1 - axis); ++i)
    for (index_t k = 0; k < 3; ++k)
      (axis == 1 ? x(i, k) : x(k, i)) = static_cast<value_type>(number(i, k));
}
template <class X>
bool is_moved(X const& x, pose const& m, int axis) {
  bool good = true;
  for (index_t i = 0; i < x.extent(1 - axis); ++i)
    for (index_t k = 0; k < 3; ++k)
      good = good && std::abs((axis == 1 ? x(i, k) : x(k, i)) - moved(m, i, k)) < 4e-15;
  return good;
}

template <class X, class A>
concept Rotates = requires(X& x, A a) { r.rotate(x, a); };
template <class X, class A>
concept RotatesInPlace = requires(X& x, A a) { r.rotate_in_place(x, a); };
template <class X, class A>
concept Moves = requires(X& x, A a) { rigid.apply(x, a); };
template <class X, class A>
concept MovesInPlace = requires(X& x, A a) { rigid.apply_in_place(x, a); };
template <class X, class A>
inline constexpr bool is_taken = Rotates<X, A> && RotatesInPlace<X, A> && Moves<X, A> && MovesInPlace<X, A>;
template <class X, class A>
inline constexpr bool is_refused = !Rotates<X, A> && !RotatesInPlace<X, A> && !Moves<X, A> && !MovesInPlace<X, A>;
using matrix = tensor<double, 2>;
static_assert(is_taken<matrix, int> && is_taken<matrix, unsigned char> && is_taken<matrix, decltype(axis<1>)>);
static_assert(is_refused<matrix, double> && is_refused<matrix, matrix> && is_refused<matrix, char const*>);

/// Views of n points in memory with other strides, between sentinels.
template <class F>
void for_layouts(index_t n, F const& f) {
  tensor<double, 2> rows(n, 3), padded(n, 5), columns(3, n), wide(3, 2 * n);
  tensor<double, 2, column_major> fortran(n, 3), fortran3(3, n);
  padded = 99.0;
  wide = 99.0;
  f(rows(all, all), 1);
  f(padded(all, range(1, 4)), 1);
  f(reverse(rows, 0), 1);
  f(reverse(rows, 1), 1);
  f(columns(all, all), 0);
  f(reverse(columns, 1), 0);
  f(wide(all, range(0, end, 2)), 0);
  f(fortran(all, all), 1);
  f(fortran3(all, all), 0);
  for (index_t i = 0; i < n; ++i) {
    CHECK((padded(i, 0) == 99 && padded(i, 4) == 99));
    CHECK((wide(0, 2 * i + 1) == 99 && wide(2, 2 * i + 1) == 99));
  }
}

} // namespace

TEST_CASE("points: layouts of operands and targets, and in place") {
  for (index_t n : {0, 1, 7, 100}) {
    CAPTURE(n);
    for_layouts(n, [&](auto from, int axis) {
      fill(from, axis);
      tensor<double, 2> to(axis == 1 ? shape(n, 3) : shape(3, n));
      to = rigid.apply(from, axis);
      CHECK(is_moved(to, rigid, axis));
      tensor<double, 2, column_major> columns(to.shape());
      columns(ellipsis) = rigid.apply(from, axis);
      CHECK(is_moved(columns, rigid, axis));
    });
    for_layouts(n, [&](auto to, int axis) {
      tensor<double, 2> from(to.shape());
      fill(from, axis);
      to(ellipsis) = rigid.apply(from, axis);
      CHECK(is_moved(to, rigid, axis));
      fill(to, axis);
      rigid.apply_in_place(to, axis);
      CHECK(is_moved(to, rigid, axis));
      fill(to, axis);
      to(ellipsis) = rigid.apply(to, axis);
      CHECK(is_moved(to, rigid, axis));
    });
  }
}

TEST_CASE("points: operands and targets that overlap") {
  tensor<double, 2> x(9, 3);
  fill(x, 1);
  x(range(1, 9), all) = rigid.apply(x(range(0, 8), all));
  CHECK(is_moved(x(range(1, 9), all), rigid, 1));
  fill(x, 1);
  r.rotate_in_place(reverse(x, 0));
  CHECK(is_moved(x, pose(r), 1));
}

TEST_CASE("points: ranks and element types") {
  tensor<float, 3> a(2, 3, 4); // the axis in the middle
  a = from_function(a.shape(), [](index_t i, index_t k, index_t j) { return float(number(4 * i + j, k)); });
  tensor<double, 3> const b = rigid.apply(a, axis<1>);
  tensor<double> const any = rigid.apply(tensor<float>(a), 1); // a run-time rank
  tensor<float, 1> const vector{1, 2, 3};
  tensor<double, 1> const one = r.rotate(vector);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 4; ++j)
      for (index_t k = 0; k < 3; ++k) {
        CHECK(std::abs(b(i, k, j) - moved(rigid, 4 * i + j, k)) < 1e-14);
        CHECK(any(i, k, j) == b(i, k, j));
      }
  for (index_t k = 0; k < 3; ++k)
    CHECK(std::abs(one(k) - r.rotate({1, 2, 3})(k)) < 1e-15);
  tensor<double, fixed<2, 3>> const known{{1, 2, 3}, {-1, 0, 4}};
  tensor<double, fixed<2, 3>> const to = r.rotate(known);
  CHECK(std::abs(to(1, 2) - r.rotate({-1, 0, 4})(2)) < 1e-15);
  CHECK(r.rotate(2.0 * tensor<double, fixed<3>>{1, 2, 3}) == r.rotate({2, 4, 6}));
  tensor<double, 2> const fused = 2.0 * r.rotate(known + 1.0) - 1.0;
  CHECK(std::abs(fused(0, 1) - (2 * r.rotate({2, 3, 4})(1) - 1)) < 1e-15);
}

TEST_CASE("points: in place with narrower elements than the map") {
  geometry::quaternion<> const q = r.to_quaternion();
  for (index_t n : {0, 1, 9}) {
    tensor<float, 2> rows(n, 3), columns(3, n);
    auto const check = [&](auto const& x, int axis) {
      for (index_t i = 0; i < n; ++i)
        for (index_t k = 0; k < 3; ++k)
          CHECK(std::abs((axis == 1 ? x(i, k) : x(k, i)) - moved(pose(r), i, k)) < 4e-7);
    };
    fill(rows, 1);
    q.rotate_in_place(rows);
    check(rows, 1);
    auto const back = reverse(rows, 0);
    fill(back, 1);
    r.rotate_in_place(back);
    check(back, 1);
    fill(columns, 0);
    pose(r).apply_in_place(columns, axis<0>);
    check(columns, 0);
    fill(rows, 1);
    tensor<float, 2> const to = q.rotate(rows);
    check(to, 1);
  }
}

TEST_CASE("points: one pass, and no memory in place") {
  tensor<double, 2> x(50, 3), y(50, 3), columns(3, 50);
  CHECK(explain(y, r.rotate(x)).temporaries == 0);
  CHECK(explain([&] { r.rotate_in_place(x); }).temporaries == 0);
  CHECK(explain([&] { r.rotate_in_place(columns, 0); }).temporaries == 0);
  CHECK(explain([&] { r.rotate_in_place(columns, 0); }).loops == 1);
}

TEST_CASE("points: shapes that do not fit") {
  tensor<double, 2> x(4, 3);
  CHECK_THROWS_WITH_AS(static_cast<void>(r.rotate(x, 0)),
                       "weft: rotate: points have 3 coordinates along their axis, the last unless it is named",
                       shape_error);
  CHECK_THROWS_AS(static_cast<void>(r.rotate(x, 2)), index_error);
  CHECK_THROWS_AS(static_cast<void>(r.rotate(x, -1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(r.rotate(x, index_t{1} << 32)), index_error);
  CHECK_THROWS_AS(static_cast<void>(rigid.apply(x + 1.0, 2)), index_error);
  CHECK_THROWS_AS(r.rotate_in_place(x, 7), index_error);
  CHECK_THROWS_AS(rigid.apply_in_place(x, -1), index_error);
  CHECK_THROWS_AS(r.to_quaternion().rotate_in_place(tensor<double>(x), 2), index_error);
  tensor<double, fixed<3>> one{1, 2, 3};
  CHECK_THROWS_AS(static_cast<void>(r.rotate(one, 1)), index_error);
  CHECK(r.rotate(one, 0) == r.rotate(one));
  CHECK_THROWS_AS(r.rotate_in_place(transpose(x)), shape_error);
  CHECK_THROWS_AS((static_cast<void>(geometry::rotation<double, 2>().rotate(x))), shape_error);
}
