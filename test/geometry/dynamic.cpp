// Points without an element type: coordinates beside sums that are written out.
#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/geometry.hpp>

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <cmath>
#include <complex>

using namespace weft;

namespace {

using matrix = tensor<double, 2>;
using turn = geometry::rotation<double, 3>;

turn const r = turn::from_matrix({{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}});
geometry::isometry<double, 3> const rigid(r, {1, -2, 3});
matrix const points{{1, 2, 3}, {-1, 0.5, 4}};
matrix const rotated{{-1.08, 0.4, 3.56}, {-3.32, 1.1, 2.24}}, moved{{-0.08, -1.6, 6.56}, {-2.32, -0.9, 5.24}};

/// Whether untyped elements are of type T and have these values.
template <class T>
bool is_near(any_tensor const& found, matrix const& wanted, double error = 1e-15) {
  if (found.dtype() != dtype_of<T> || found.shape() != wanted.shape())
    return false;
  auto const x = found.as<T, 2>();
  bool good = true;
  for (index_t i = 0; i < wanted.extent(0); ++i)
    for (index_t k = 0; k < wanted.extent(1); ++k)
      good = good && std::abs(static_cast<double>(x(i, k)) - wanted(i, k)) < error;
  return good;
}

} // namespace

TEST_CASE("untyped points: rotations and maps, along each axis") {
  any_tensor const x(points);
  CHECK(is_near<double>(r.rotate(x), rotated));
  CHECK(is_near<double>(r.to_quaternion().rotate(x), rotated, 2e-15));
  CHECK(is_near<double>(rigid.apply(x), moved));
  CHECK(is_near<double>(rigid.apply(transpose(x), 0), transpose(moved)));
  CHECK(is_near<double>(rigid.apply(reverse(x, 0)), reverse(moved, 0)));
  CHECK(is_near<double>(rigid.apply(2.0 * x - x), moved));
  CHECK(is_near<double>(geometry::affine<double, 3>(rigid).apply(x), moved));
  CHECK(is_near<double>(geometry::projective<double, 3>(rigid).apply(x), moved));
  CHECK(is_near<double>(r.rotate(any_tensor(dtype::float64, shape(0, 3))), matrix(0, 3)));
  any_tensor const one = r.rotate(any_tensor(tensor<double, 1>{1, 2, 3}));
  CHECK(is_near<double>(reshape(one, shape(1, 3)), matrix{{-1.08, 0.4, 3.56}}));
}

TEST_CASE("untyped points: element types") {
  any_tensor const x(points);
  geometry::quaternion<float> const q(0.5F, 0.5F, 0.5F, 0.5F); // x to y, y to z, z to x
  matrix const turned{{3, 1, 2}, {4, -1, 0.5}};
  CHECK(is_near<double>(q.rotate(x), turned));
  CHECK(is_near<float>(q.rotate(cast(x, dtype::float32)), turned));
  CHECK(is_near<float>(q.rotate(cast(x, dtype::bfloat16)), turned));
  any_tensor const whole(tensor<int, 2>{{1, 2, 3}, {-1, 0, 4}});
  matrix const whole_turned{{3, 1, 2}, {4, -1, 0}};
  CHECK(is_near<float>(q.rotate(whole), whole_turned));
  CHECK(is_near<double>(geometry::quaternion<>(q).rotate(whole), whole_turned));
  CHECK(is_near<double>(rigid.apply(cast(x, dtype::float32)), moved));
}

TEST_CASE("untyped points in place: tensors and views of them") {
  any_tensor x(points);
  r.rotate_in_place(x);
  CHECK(is_near<double>(x, rotated));
  any_tensor y(matrix(transpose(points)));
  rigid.apply_in_place(y, 0);
  CHECK(is_near<double>(y, transpose(moved)));
  any_tensor z = full(dtype::float32, shape(2, 5), 9);
  z(all, range(1, 4)) = points;
  rigid.apply_in_place(reverse(z, 0)(all, range(1, 4)));
  CHECK(is_near<float>(z(all, range(1, 4)), moved, 1e-6));
  CHECK(is_near<float>(z(all, range(0, 5, 4)), matrix{{9, 9}, {9, 9}}));
}

TEST_CASE("untyped points: what is refused") {
  any_tensor x(points), whole(tensor<int, 2>(2, 3)), complex(tensor<std::complex<double>, 2>(2, 3));
  CHECK(support::message_of([&] { (void)r.rotate(x, 0); }) ==
        "weft: rotate: points have 3 coordinates along their axis, the last unless it is named");
  CHECK_THROWS_AS((void)rigid.apply(x, 2), index_error);
  CHECK_THROWS_AS((void)r.rotate(any_tensor(tensor<double, 0>())), shape_error);
  CHECK_THROWS_AS((void)r.rotate(complex), dtype_error);
  CHECK_THROWS_AS(r.rotate_in_place(whole), dtype_error); // integers
  CHECK_THROWS_AS(r.rotate_in_place(x, 0), shape_error);
  CHECK(is_near<double>(x, points));
}
