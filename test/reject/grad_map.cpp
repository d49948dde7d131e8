// reject: weft: no derivative of this operation is known: a class for map\(\) may have slopes
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  grad::variable y = exp(x);
#ifdef WEFT_REJECT
  y = map([](double a) { return a + 1; }, x);
#endif
}
