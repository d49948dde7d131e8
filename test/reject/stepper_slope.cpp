// reject: weft: records do not fit: their members have other names, or another order
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (double, t));
};
struct slope {
  BOOST_HANA_DEFINE_STRUCT(slope, (tensor<double, 1>, u), (double, h));
};

int main() {
  state y{tensor<double, 1>(2), 0};
  double t = ode::rk4([](double, state const& x) { return -x; }, y, 0.0, 0.1);
#ifdef WEFT_REJECT
  t = ode::rk4([](double, state const& x) { return slope{x.u, x.t}; }, y, t, 0.1);
#endif
  return t > 1 ? 1 : 0;
}
