// reject: weft: dual: operands with other numbers of tangents are derivatives of other things
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  const tensor<grad::dual<double, 2>, 1> x(shape(3), grad::dual<double, 2>(1, 2, 3));
#ifdef WEFT_REJECT
  const tensor<grad::dual<double, 1>, 1> y(3);
#else
  const tensor<grad::dual<double, 2>, 1> y(3);
#endif
  return sum(x + y).value > 0;
}
