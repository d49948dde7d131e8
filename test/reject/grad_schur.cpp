// reject: weft: no gradient of this function is known: of x.value\(\) it is computed without one
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  tensor<double, 2> t = linalg::schur(x.value()).t;
#ifdef WEFT_REJECT
  t = linalg::schur(x).t;
#endif
  return t.size() == 0;
}
