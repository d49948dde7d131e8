// doc/reference: Picking and sorting
#include <weft/ops/lexsort.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/topk.hpp>
#include <weft/ops/unique.hpp>
#include "show.hpp"

using namespace weft;

void picking() {
  // [operands of picking and sorting]
  tensor<int, 2> a{{3, 1, 2}, {6, 5, 4}};
  tensor<int, 1> x{1, 3, 3, 7};
  tensor<index_t, 1> i{1, 0}, j{2, 0};
  tensor<int, 1> t{0, 0, 0, 0};
  // [end]
  SHOW(take(a, i, 0));
  SHOW(take(a, i));
  SHOW(a(i, j));
  SHOW(take_along(a, argsort(a, 1), 1));
  RUN(t, put(t, i, 5));
  RUN(t, put_along(t, i, tensor<int, 1>{8, 9}, 0));
  RUN(t, add_at(t, tensor<int, 1>{3, 0, 3}, tensor<int, 1>{1, 2, 3}));
  RUN(t, max_at(t, tensor<int, 1>{2, 0, 2}, tensor<int, 1>{6, 1, 4}));
  RUN(t, min_at(t, tensor<int, 1>{0, 0}, tensor<int, 1>{7, 6}));
  SHOW(a(a > 2));
  SHOW(compress(a > 2, a));
  SHOW(compress(tensor<bool, 1>{true, false, true}, a, 1));
  SHOW(count_nonzero(a));
  SHOW(count_nonzero(a - 1, 0));
  SHOW(nonzero(a > 4)[1]);
  RUN(column, auto [row, column] = unravel_index(4, a.shape()));
  SHOW(ravel_index(shape(1, 1), a.shape()));
  SHOW(argwhere(a > 4));
  SHOW(sort(a, 1));
  SHOW(argsort(a, 1));
  SHOW(eval(partition(x, 1, 0))(1));
  SHOW(eval(argpartition(x, 1, 0))(0));
  SHOW(topk(a, 2).values);
  RUN(top.indices, topk_result top = topk(a, 1, 0));
  SHOW(lexsort(a(0, all), tensor<int, 1>{1, 0, 1}));
  SHOW(lexsort(a));
  SHOW(searchsorted(x, tensor<int, 1>{3, 8}));
  SHOW(searchsorted(x, tensor<int, 1>{3, 8}, side::right));
  SHOW(unique(x));
  SHOW(intersect1d(a, x));
  SHOW(union1d(a, x));
  SHOW(setdiff1d(a, x));
  SHOW(setxor1d(a, x));
  SHOW(unique_all(x).counts);
  RUN(u.indices, unique_elements u = unique_all(x));
}
