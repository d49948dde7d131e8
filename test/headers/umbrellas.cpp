// The umbrella of each component, all in one program: no two of them define one name.
#include <weft/core.hpp>
#include <weft/dynamic.hpp>
#include <weft/fft.hpp>
#include <weft/field.hpp>
#include <weft/geometry.hpp>
#include <weft/grad.hpp>
#include <weft/hdf5.hpp>
#include <weft/index.hpp>
#include <weft/io.hpp>
#include <weft/linalg.hpp>
#include <weft/nn.hpp>
#include <weft/numerics.hpp>
#include <weft/records.hpp>
#include <weft/sparse.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("umbrellas: points along an axis, and numbers along one") {
  tensor<double, 2> points{{1, 2, 3}, {4, 5, 6}};
  CHECK(eval(numerics::trapezoid(points))(1) == 10);
  CHECK(eval(geometry::rotation<double, 3>().rotate(points))(1, 2) == 6);
}
