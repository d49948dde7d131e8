// doc/reference: Order statistics and counts
#include <weft/ops/digitize.hpp>
#include <weft/ops/histogram2d.hpp>
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
  SHOW(percentile(a, 25, 1));
  SHOW(nan_median(gaps));
  SHOW(nan_quantile(gaps, 0.9));
  SHOW(histogram(x, 4).counts);
  RUN(h.edges, histogram_result h = histogram(x, 4));
  SHOW(histogram2d(x, y, 2, 3).counts);
  RUN(g.y_edges, histogram2d_result g = histogram2d(x, y, tensor<int, 1>{0, 4, 9}, 2));
  SHOW(digitize(x, tensor<int, 1>{2, 4}));
  SHOW(digitize(x, tensor<int, 1>{2, 4}, side::right));
  SHOW(cov(a, 0));
  SHOW(cov(x, y));
  SHOW(corrcoef(x, y));
  SHOW(bincount(cast<int>(x)));
}
