// reject: weft: the subscripts of a target are expressions of indices<N>\(\), not text and not elements
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  b(i) = a(p(i), 0);
#ifdef WEFT_REJECT
  {
    b(p(i)) = a(i, 0);
  }
#endif
}
