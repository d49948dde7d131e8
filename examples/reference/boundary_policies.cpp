// doc/reference: Boundary policies
#include <weft/field.hpp>
#include <weft/weft.hpp>
#include "show.hpp"

using namespace weft;

void boundary_policies() {
  // [operands of boundary policies]
  tensor<double, 1> x{1, 2, 4};
  tensor<double, 2> u{{1, 2, 3}, {4, 5, 6}}, t(2, 3);
  auto [i, j] = indices<2>();
  auto p = field::periodic(u);
  // [end]
  RUN(t, t(i, j) = p(i - 1, j) + p(i + 1, j));
  RUN(t, t(i, j) = field::clamped(u)(i - 1, j + 1));
  RUN(t, t(i, j) = field::clamped(field::periodic(u, 0), 1)(i - 1, j + 1));
  SHOW(window(field::mirrored(x), 0, -2, 4));
  SHOW(window(field::mirrored(x, field::edge_twice), 0, -2, 4));
  SHOW(window(field::padded(x, 5.0), 0, -1, 3));
  SHOW(window(field::extrapolated(x), 0, -2, 4));
  SHOW(sum(sliding_window(field::clamped(x), 0, 3), 1));
}
