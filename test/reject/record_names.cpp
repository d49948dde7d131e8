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
  y += boost::hana::make_tuple(tensor<double, 1>(2), 1.0);
#ifdef WEFT_REJECT
  y += slope{tensor<double, 1>(2), 1.0};
#endif
}
