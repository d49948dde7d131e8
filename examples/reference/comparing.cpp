// doc/reference: Comparing and masks
#include <weft/ops/sets.hpp>
#include "show.hpp"

using namespace weft;

void comparing() {
  // [operands of comparing and masks]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}}, b{{3, 2, 1}, {4, 4, 4}};
  tensor<double, 1> x{1, NAN, INFINITY};
  tensor<double, 2> t = a;
  // [end]
  SHOW(a < b);
  SHOW(a <= b);
  SHOW(a > b);
  SHOW(a >= b);
  SHOW(a == b);
  SHOW(a != b);
  SHOW(equal(a, b));
  SHOW(not_equal(a, 4.0));
  SHOW(isclose(a, a + 1e-7, 1e-5, 1e-8));
  SHOW(all_close(a, b, 1e-5, 1e-8));
  SHOW(same_shape_and_type(a, b));
  SHOW(a > 1.0 && b > 3.0);
  SHOW(a > 5.0 || b > 3.0);
  SHOW(!(a > b));
  SHOW(where(a > b, a, 0.0));
  RUN(t, masked(t, t > 4.0) = 0.0);
  RUN(t, t(t > 2.0) = -1.0);
  SHOW(isin(a, b));
  SHOW(!isin(a, b));
  SHOW(isnan(x));
  SHOW(isinf(x));
  SHOW(isfinite(x));
  SHOW(signbit(-x));
}
