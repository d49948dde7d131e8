// doc/reference: Reductions
#include "show.hpp"

using namespace weft;

void reductions() {
  // [operands of reductions]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 7}};
  tensor<double, 3> t = reshape(arange(0.0, 24.0, 1.0), shape(2, 3, 4));
  tensor<double, 1> x{3, NAN, 1};
  // [end]
  SHOW(sum(a));
  SHOW(sum(a, 0));
  SHOW(sum(a, axis<0>));
  SHOW(sum(t, axes<0, 2>));
  SHOW(sum(a, 0, keep_dims));
  SHOW(prod(a));
  SHOW(mean(a));
  SHOW(mean(a, 1));
  SHOW(var(a));
  SHOW(var(a, 0, ddof(1)));
  SHOW(stddev(a));
  SHOW(min(a));
  SHOW(max(a, 1));
  SHOW(minmax(a).max);
  RUN(both.min, minmax_result both = minmax(a));
  SHOW(argmin(a));
  SHOW(argmax(a, 1));
  RUN(j, auto [i, j] = argmax_index(a));
  RUN(q, auto [p, q] = argmin_index(a));
  SHOW(ptp(a));
  SHOW(all_of(a > 0.0));
  SHOW(any_of(a > 6.0, 1));
  SHOW(none_of(a > 9.0));
  SHOW(count(a > 2.0));
  SHOW(norm(a));
  SHOW(norm(a, 1));
  SHOW(logsumexp(a));
  SHOW(nan_sum(x));
  SHOW(nan_prod(x));
  SHOW(nan_mean(x));
  SHOW(nan_var(x));
  SHOW(nan_stddev(x));
  SHOW(nan_min(x));
  SHOW(nan_max(x));
  SHOW(nan_argmin(x));
  SHOW(nan_argmax(x));
  SHOW(fold(a, 0.0, [](double total, double y) { return 0.5 * total + y; }));
  SHOW(fold(a, 1, 0.0, [](double total, double y) { return 0.5 * total + y; }));
  SHOW(reduction<reducer::sum>{}(a));
  RUN(spread, auto [s, average, spread] = reduce(a, sum, mean, var));
  RUN(high, auto [low, high] = reduce(a, smallest, largest));
}
