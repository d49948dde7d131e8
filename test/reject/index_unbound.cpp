// reject: weft: an index has no value: e\(i = 3\) gives it one
#include <weft/index.hpp>

int main() {
  using namespace weft;
  auto [i, j] = indices<2>();
  auto v = (i + j)(i = 1, j = 2);
#ifdef WEFT_REJECT
  auto w = (i + j)(i = 1);
#endif
}
