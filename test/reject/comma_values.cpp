// reject: weft: values: a = \{\{1, 2\}
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<int, 2> n{{1, 2}, {3, 4}};
  auto shifted = n << 1;
  for (int i = 0, j = 1; i < 2; ++i, n(0, 0) = j) j += i;
#ifdef WEFT_REJECT
  n << 1, 2, 3, 4;
#endif
}
