// reject: weft: fold: f takes
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  double s = fold(a, 0.0, [](double so_far, double x) { return so_far + x; });
#ifdef WEFT_REJECT
  double t = fold(a, 0.0, [](double x) { return x; });
#endif
}
