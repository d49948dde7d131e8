// reject: weft: into\(r\) = e: e is a record of the same members, or a number for all of them
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (double, t));
};

int main() {
  state y{tensor<double, 1>(2), 0};
  const tensor<double, 1> a(2);
  into(y) = 2.0;
#ifdef WEFT_REJECT
  into(y) = a;
#endif
  return static_cast<int>(a.size()) - 2;
}
