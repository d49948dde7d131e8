// reject: weft: over indices a reduction takes indices, then one expression: sum\(i, j, a\(i, j\)\)
#include <weft/index.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3);
  tensor<double, 1> b(3);
  b(i) = sum(j, a(i, j));
#ifdef WEFT_REJECT
  b(i) = sum(j + 1, a(i, j));
#endif
}
