// reject: weft: linalg::solve_triangular: the matrix is lower\(a\), upper\(a\), unit_lower\(a\) or unit_upper\(a\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  tensor<double, 1> v(3);
  tensor<double, 1> x = linalg::solve_triangular(upper(a), v);
#ifdef WEFT_REJECT
  tensor<double, 1> y = linalg::solve_triangular(a, v);
#endif
}
