// reject: weft: linalg: in-place forms take float, double or their complex
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a{{4, 2}, {2, 5}};
  tensor<double, 1> x{1, 2};
  linalg::solve_in_place(a, x);
#ifdef WEFT_REJECT
  tensor<int, 2> n{{4, 2}, {2, 5}};
  linalg::solve_in_place(n, x);
#endif
}
