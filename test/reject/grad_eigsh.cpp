// reject: weft: no gradient of this function is known: of x.value\(\) it is computed without one
#include <weft/grad.hpp>
#include <weft/linalg/eigsh.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  tensor<double, 1> t = linalg::eigsh(x.value(), 1, linalg::largest).values;
#ifdef WEFT_REJECT
  t = linalg::eigsh(x, 1, linalg::largest).values;
#endif
  return t.size() == 0;
}
