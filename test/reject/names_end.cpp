// reject: ambiguous
#include <weft/weft.hpp>
#include "../names/std.hpp"

using namespace std;
using namespace weft;

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  double x = a(weft::end - 1, 0);
#ifdef WEFT_REJECT
  double y = a(end - 1, 0);
#endif
}
