// reject: weft: sum\(j, e\) and other reductions: the index is not in e
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  b(i) = max(j, a(i, j));
#ifdef WEFT_REJECT
  {
    b(i) = max(j, b(i));
  }
#endif
}
