// reject: weft: scan: f takes the results before, one of each target
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> x(3), y(3);
  scan(0, [](double before, double v) { return before + v; }, into(y).from(0.0), x);
#ifdef WEFT_REJECT
  scan(0, [](double v) { return v; }, into(y).from(0.0), x);
#endif
}
