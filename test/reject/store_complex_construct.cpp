// reject: weft: a complex value .*real\(z\), imag\(z\) or abs\(z\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<std::complex<double>, 1> z(3);
  tensor<double, 1> x = abs(z);
#ifdef WEFT_REJECT
  tensor<double, 1> y = z;
#endif
}
