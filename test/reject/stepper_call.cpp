// reject: weft: ode: f is called as f\(t, y\), or as f\(t, y, dy\), which writes to dy
#include <weft/records.hpp>

using namespace weft;

int main() {
  tensor<double, 1> y(2);
  double t = ode::rk4([](double, auto const& x) { return -x; }, y, 0.0, 0.1);
#ifdef WEFT_REJECT
  t = ode::rk4([](tensor<double, 1> const& x) { return -x; }, y, t, 0.1);
#endif
  return t > 1 ? 1 : 0;
}
