// reject: weft: no gradient of this function is known: of x.value\(\) it is computed without one
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  tensor<double, 1> t = histogram(x.value(), 4, 0.0, 1.0, x.value()).counts;
#ifdef WEFT_REJECT
  t = histogram(x.value(), 4, 0.0, 1.0, x).counts;
#endif
  return t.size() == 0;
}
