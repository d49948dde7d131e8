#include <support/message.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/broadcast.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("broadcast_shapes: NumPy's rule, of known extents too") {
  CHECK(broadcast_shapes(shape(2, 1), shape(3)) == shape(2, 3));
  CHECK(broadcast_shapes(shape(5, 1, 4), shape(3, 1), shape(1, 1, 1)) == shape(5, 3, 4));
  CHECK(broadcast_shapes(shape(1), shape(0)) == shape(0));
  CHECK(broadcast_shapes(shape(7)) == shape(7));
  CHECK(broadcast_shapes().rank() == 0);
  CHECK(broadcast_shapes(tensor<int>(shape(2, 1)).shape(), shape(3)) == shape(2, 3));
  static_assert(std::same_as<decltype(broadcast_shapes(extents<2, 1>{}, extents<3>{})), extents<2, 3>>);
  CHECK(support::message_of([] { static_cast<void>(broadcast_shapes(shape(2), shape(3))); }) ==
        "weft: broadcast_shapes: shape (2) and shape (3) do not broadcast on axis 0");
}

TEST_CASE("broadcast_arrays: views of the common shape, which follow their operands and only read") {
  tensor<double, 1> a{1, 2, 3};
  const tensor<int, 2> b{{10}, {20}};
  auto [u, v] = broadcast_arrays(reverse(a, 0), b);
  static_assert(std::same_as<decltype(u)::element_type, double const>);
  CHECK(u == tensor<double, 2>{{3, 2, 1}, {3, 2, 1}});
  CHECK(v == tensor<int, 2>{{10, 10, 10}, {20, 20, 20}});
  a(2) = 7;
  CHECK(u(1, 0) == 7);
  const auto [w, e, z] = broadcast_arrays(tensor<double, fixed<2, 1>>{{1}, {2}}, a + a, tensor<double, 0>(5));
  static_assert(std::same_as<std::remove_cvref_t<decltype(w)>::extents_type, extents<2, dyn>>);
  CHECK(w == tensor<double, 2>{{1, 1, 1}, {2, 2, 2}}); // a tensor that was moved in
  CHECK(e == tensor<double, 2>{{2, 4, 14}, {2, 4, 14}});
  CHECK(z == tensor<double, 2>{{5, 5, 5}, {5, 5, 5}});
  CHECK_THROWS_AS(static_cast<void>(broadcast_arrays(a, tensor<int, 1>(2))), shape_error);
}
