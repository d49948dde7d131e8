// reject: weft: scan calls a function of known types: into\(y.as<double>\(\)\), or visit
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  const tensor<double, 1> x(3);
  any_tensor y(tensor<double, 1>(3));
  const auto f = [](double before, double v) { return before + v; };
  scan(0, f, into(y.as<double, 1>()).from(0.0), x);
#ifdef WEFT_REJECT
  scan(0, f, into(y).from(0.0), x);
#endif
}
