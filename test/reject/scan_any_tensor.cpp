// reject: weft: scan calls a function of known types: x.as<double>\(\), or visit
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> y(3);
  const any_tensor x(tensor<double, 1>(3));
  const auto f = [](double before, double v) { return before + v; };
  scan(0, f, into(y).from(0.0), x.as<double, 1>());
#ifdef WEFT_REJECT
  scan(0, f, into(y).from(0.0), x);
#endif
}
