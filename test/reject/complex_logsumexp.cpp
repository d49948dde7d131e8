// reject: weft: logsumexp takes real numbers
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 2> c(2, 3);
  double s = logsumexp(abs(c));
#ifdef WEFT_REJECT
  auto t = logsumexp(c);
#endif
}
