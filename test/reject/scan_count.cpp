// reject: weft: scan: f gives one value for each target
#include <weft/weft.hpp>

#include <array>

int main() {
  using namespace weft;
  tensor<double, 1> x(3), y(3), z(3);
  scan(0, [](double a, double b, double v) { return std::array{a + v, b - v}; }, into(y, z).from(0.0, 0.0), x);
#ifdef WEFT_REJECT
  scan(0, [](double a, double b, double v) { return std::array{a + v, b - v, v}; }, into(y, z).from(0.0, 0.0), x);
#endif
}
