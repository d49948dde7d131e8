// reject: weft: a view is one of a whole operand: transpose\(a\)\(i, j\)
#include <weft/index.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  c(i, j) = transpose(a)(i, j);
#ifdef WEFT_REJECT
  c(i, j) = transpose(a(i, j));
#endif
}
