// doc/reference: Asking a tensor
#include "show.hpp"

using namespace weft;

void asking() {
  // [operands of asking a tensor]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> x{1, 2, 3};
  // [end]
  SHOW(a.rank());
  SHOW(a.extent(0));
  SHOW(a.shape());
  RUN(c, auto [r, c] = a.shape());
  RUN(u, double u = matmul(x, x));
  SHOW(a.size());
  SHOW(a.empty());
  SHOW(a.stride(0));
  SHOW(transpose(a).strides());
  SHOW(*a.data());
  SHOW(a.is_contiguous());
  SHOW(transpose(a).is_contiguous());
  SHOW(a.ownership() == owned);
  SHOW(a.share().ownership() == shared);
  SHOW(a(0, all).ownership() == borrowed);
  SHOW(a.ownership() == ownership::owned);
  SHOW(*a.begin());
  SHOW(a.end() - a.begin());
}
