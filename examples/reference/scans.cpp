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
  RUN(y, tensor<double, 2> y(2, 3);
      scan(1, [](double before, double v) { return 0.5 * before + v; }, into(y).from(0.0), a));
  RUN(y, scan(0, [](double after, double v) { return after - v; }, into(y).from(1.0).backward(), a));
  RUN(f, tensor<double, 1> f = arange(6.0);
      scan(0, [](double one, double two) { return one + two; }, into<2>(f)));
}
