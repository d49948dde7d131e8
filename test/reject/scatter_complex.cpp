// reject: weft: complex numbers have no order
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<int, 1> i(3);
  tensor<std::complex<double>, 1> q(3);
  add_at(q, i, 1.0);
#ifdef WEFT_REJECT
  max_at(q, i, 1.0);
#endif
}
