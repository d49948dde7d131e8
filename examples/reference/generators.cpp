// doc/reference: Generators
#include "show.hpp"

using namespace weft;

void generators() {
  // [operands of generators]
  tensor<double, 1> x{1, 2, 3}, y{10, 20};
  // [end]
  SHOW(zeros<double>(shape(2, 3)));
  SHOW(ones<int>(shape(3)));
  SHOW(full(shape(2), 1.5));
  SHOW(eye<double>(3));
  SHOW(eye<double>(2, 3, 1));
  SHOW(tri<double>(3));
  SHOW(arange(0, 10, 2));
  SHOW(linspace(0.0, 1.0, 5));
  SHOW(logspace(0.0, 3.0, 4));
  SHOW(geomspace(1.0, 1000.0, 4));
  SHOW(from_function(shape(2, 3), [](index_t i, index_t j) { return 10 * i + j; }));
  SHOW(diag(x));
  RUN(v, auto [u, v] = meshgrid(x, y));
  SHOW(indices(shape(2, 3), 1));
}
