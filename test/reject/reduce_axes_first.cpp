// reject: weft: reduce: .*then axes
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  auto [s, m] = reduce(a, sum, mean, 0);
#ifdef WEFT_REJECT
  auto t = reduce(a, sum, 0, mean);
#endif
}
