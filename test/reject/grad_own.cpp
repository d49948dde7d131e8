// reject: weft: no gradient of this function is known: of x.value\(\) it is computed without one
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  const auto t = own(x.value() * 2.0);
#ifdef WEFT_REJECT
  const auto u = own(x * 2.0);
#endif
  return t.size() == 0;
}
