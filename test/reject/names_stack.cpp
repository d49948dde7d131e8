// reject: ambiguous
#include <weft/weft.hpp>
#include "../names/std.hpp"

using namespace std;
using namespace weft;

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = weft::stack(0, a, b);
#ifdef WEFT_REJECT
  auto d = stack(0, a, b);
#endif
}
