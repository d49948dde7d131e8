// reject: weft: cast: a complex value is no real
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<std::complex<double>, 2> c(2, 3);
  auto s = cast<float>(a);
#ifdef WEFT_REJECT
  auto t = cast<float>(c);
#endif
}
