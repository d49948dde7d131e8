// reject: weft: scan: for several targets f gives a std::array, a std::pair or a std::tuple
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  tensor<double, 1> x(3), y(3), z(3);
  scan(0, [](double a, double b, double v) { return std::pair(a + v, b - v); }, into(y, z).from(0.0, 0.0), x);
#ifdef WEFT_REJECT
  scan(0, [](double a, double b, double v) { return a + b + v; }, into(y, z).from(0.0, 0.0), x);
#endif
}
