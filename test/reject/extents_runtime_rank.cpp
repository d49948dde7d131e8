// reject: weft: .* shape
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double> a(shape(3, 3));
#ifdef WEFT_REJECT
  tensor<double> b(3, 3);
#endif
}
