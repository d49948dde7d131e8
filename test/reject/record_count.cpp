// reject: weft: records do not fit: the member that this line names, or the whole, has more members in one of them
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (double, t));
};

int main() {
  state y{tensor<double, 1>(2), 0};
  into(y) = boost::hana::make_tuple(1.0, 2.0);
#ifdef WEFT_REJECT
  into(y) = boost::hana::make_tuple(1.0, 2.0, 3.0);
#endif
}
