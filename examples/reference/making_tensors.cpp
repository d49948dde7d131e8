// doc/reference: Making tensors
#include "show.hpp"

using namespace weft;

void making_tensors() {
  // [operands of making tensors]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}}, b{{10, 10, 10}, {20, 20, 20}};
  std::vector<double> v{1, 2, 3, 4, 5, 6};
  double* p = v.data();
  index_t n = 2;
  // [end]
  SHOW(tensor<double, 2>(3, 4));
  SHOW(tensor<double, fixed<3, 3>>());
  SHOW(tensor<double, fixed<dyn, 3>>(n));
  SHOW(tensor<double>(shape(2, 3, 4)).rank());
  SHOW(tensor<double, runtime_rank>(shape(2, 3)));
  SHOW(tensor<double, 2, row_major>(3, 4).strides());
  SHOW(tensor<double, 2, column_major>(3, 4).strides());
  RUN(w, view<double, 2, strided> w = a);
  SHOW(tensor<double, 2>(uninit, 3, 4).shape());
  SHOW(max_rank);
  SHOW(index_t(7));
  SHOW(eval(a + b));
  SHOW(copy(a(all, 0)));
  SHOW(zeros_like(a));
  SHOW(zeros_like<int>(a));
  SHOW(ones_like(a));
  SHOW(full_like(a, 1.5));
  SHOW(empty_like(a).shape());
  SHOW(own(a + b));
  SHOW(borrow(p, shape(2, 3)));
  SHOW(borrow(p, shape(2, 3), strides(1, 2)));
  SHOW(adopt(new double[2]{1, 2}, shape(2), [](double* q) { delete[] q; }));
  SHOW(adopt(std::vector<double>{1, 2, 3, 4}, shape(2, 2)));
  SHOW(a.share()(0, all).ownership() == shared);
  RUN(a, swap(a, b));
  RUN(a, a.fill(1.5));
}
