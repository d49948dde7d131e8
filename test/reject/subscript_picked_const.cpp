// reject: weft: this view only reads
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<int, 1> i{0};
  const auto c = a;
  a(i, all) = c(i, all);
#ifdef WEFT_REJECT
  c(i, all) = a(i, all);
#endif
}
