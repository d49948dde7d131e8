// reject: weft: a complex value .*real\(z\), imag\(z\) or abs\(z\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<std::complex<double>, 2> c(2, 3);
  auto real_part = abs(c);
  a = real_part;
#ifdef WEFT_REJECT
  a = c;
#endif
}
