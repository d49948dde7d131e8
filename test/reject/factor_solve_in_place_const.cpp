// reject: weft: linalg: what an in-place form overwrites only reads here
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{4, 2}, {2, 5}};
  const tensor<double, 1> b{1, 2};
  tensor<double, 1> x = b;
  auto f = linalg::lu_factor(a);
  f.solve_in_place(x);
#ifdef WEFT_REJECT
  f.solve_in_place(b);
#endif
}
