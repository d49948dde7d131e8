// reject: weft: records do not fit: the member that this line names has another rank, or other static extents
// reject: "u"|\{117
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (double, t));
};

int main() {
  state y{tensor<double, 1>(2), 0};
  tensor<double, 2> a(2, 2);
  into(y) = boost::hana::make_tuple(a(0, all), 1.0);
#ifdef WEFT_REJECT
  into(y) = boost::hana::make_tuple(a, 1.0);
#endif
}
