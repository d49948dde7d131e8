// reject: weft: no gradient of this function is known
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> y(3);
  const grad::variable<double, 1> x = tensor<double, 1>(3);
  const auto f = [](double before, double v) { return before + v; };
  scan(0, f, into(y).from(0.0), x.value());
#ifdef WEFT_REJECT
  scan(0, f, into(y).from(0.0), x);
#endif
}
