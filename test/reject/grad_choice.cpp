// reject: weft: no gradient of this function is known: of x.value\(\) it is computed without one
#include <weft/grad.hpp>
#include <weft/ops/choice.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  tensor<double, 1> t = random_choice(x.value()(0, all), 2, 5, x.value()(1, all));
#ifdef WEFT_REJECT
  t = random_choice(x.value()(0, all), 2, 5, x(1, all));
#endif
  return t.size() == 0;
}
