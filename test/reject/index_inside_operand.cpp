// reject: weft: inside\(\) stands around the target of a statement
#include <weft/index.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  inside(c(i, j)) = a(i - 1, j);
#ifdef WEFT_REJECT
  c(i, j) = inside(a(i - 1, j));
#endif
}
