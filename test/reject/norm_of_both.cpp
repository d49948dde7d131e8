// reject: ambiguous
// reject: weft: an order is linalg::norm\(a, 1\), an axis is weft::norm\(a, 1\)
#include <weft/weft.hpp>

using namespace weft;
using namespace weft::linalg;

int main() {
  tensor<double, 2> a(2, 3);
  auto whole = norm(a);
  tensor<double, 1> rows = norm(a, axis<1>);
  whole = norm(a, frobenius);
#ifdef WEFT_REJECT
  whole = norm(a, 1);
#endif
}
