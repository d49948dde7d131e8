// reject: ambiguous
#include <weft/weft.hpp>
#include "../names/std.hpp"

using namespace std;
using namespace weft;

int main() {
  using namespace weft;
  bool x = weft::is_scalar<int>::value;
#ifdef WEFT_REJECT
  bool y = is_scalar<int>::value;
#endif
}
