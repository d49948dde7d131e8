// doc/reference: For code that is built on weft
#include <weft/ops/enumerate.hpp>
#include <weft/ops/lines.hpp>
#include "show.hpp"

using namespace weft;

void building() {
  // [operands of building]
  using matrix = tensor<double, 2>;
  matrix a{{1, 2}, {3, 4}}, b = a;
  // [end]
  SHOW((Tensorial<matrix> && !Tensorial<double>));
  SHOW((Operand<matrix> && Operand<double>));
  SHOW((OperandPair<matrix, double> && !OperandPair<double, double>));
  SHOW((Stored<matrix> && !Stored<decltype(a + b)>));
  SHOW((Node<decltype(a + b)> && !Node<matrix>));
  SHOW(Scalar<double>);
  SHOW(is_scalar<double>::value);
  SHOW(is_number<double>);
  SHOW(is_complex<std::complex<float>>);
  SHOW((Shape<dims<2>> && is_extents<dims<2>>));
  SHOW((Subscript<int> && Subscript<all_t>));
  SHOW(IndexRange<std::vector<int>>);
  SHOW(shape(2, 3));
  SHOW(dynamic_extents(2));
  SHOW((*enumerate(a).begin()).value);
  SHOW(PadWidth<int>);
  SHOW((extents<2, 3>()));
  RUN(get<0>(p), auto p = make_pack(1, 2.0));
  SHOW(lines(a, 0).size());
  SHOW(transpose(a).begin().index()[0]);
}
