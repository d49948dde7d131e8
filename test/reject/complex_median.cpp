// reject: weft: a quantile is taken of real numbers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 2> c(2, 3);
  double s = median(abs(c));
#ifdef WEFT_REJECT
  auto t = median(c);
#endif
}
