// doc/reference: Scans
#include "show.hpp"

using namespace weft;

void scans() {
  // [operands of scans]
  tensor<double, 2> a{{1, 3, 2}, {4, 0, 6}};
  tensor<double, 1> x{1, NAN, 2};
  // [end]
  SHOW(cumsum(a, 1));
  SHOW(cumprod(a, 1));
  SHOW(cummin(a, 1));
  SHOW(cummax(a, 1));
  SHOW(nan_cumsum(x));
  SHOW(nan_cumprod(x));
  SHOW(diff(a));
  SHOW(diff(a, 1, 0));
}
