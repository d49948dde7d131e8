// reject: ambiguous|template argument 2 is invalid
#include <weft/weft.hpp>
#include "../names/std.hpp"

using namespace std;
using namespace weft;

int main() {
  using namespace weft;
  tensor<double, weft::fixed<2, 2>> c;
#ifdef WEFT_REJECT
  tensor<double, fixed<2, 2>> d;
#endif
}
