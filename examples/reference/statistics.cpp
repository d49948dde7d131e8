// doc/reference: Order statistics and counts
#include "show.hpp"

using namespace weft;

void statistics() {
  // [operands of order statistics]
  tensor<double, 2> a{{1, 3, 2}, {4, 0, 6}};
  tensor<double, 1> x{1, 2, 4, 8}, y{2, 1, 5, 9}, gaps{1, NAN, 3};
  // [end]
  SHOW(median(a));
  SHOW(median(a, 0));
  SHOW(quantile(a, 0.25, 1));
  SHOW(quantile(a, 0.9, quantile_method::hazen));
  SHOW(nan_median(gaps));
  SHOW(nan_quantile(gaps, 0.9));
  SHOW(histogram(x, 4).counts);
  RUN(h.edges, histogram_result h = histogram(x, 4));
  SHOW(cov(a, 0));
  SHOW(cov(x, y));
  SHOW(corrcoef(x, y));
  SHOW(bincount(cast<int>(x)));
}
