// reject: weft: beside a record stands a record of the same members, or a number for all of them; a tensor stands beside a member: y\.u \+ a
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (double, t));
};

int main() {
  const state y{tensor<double, 1>(2), 0};
  const tensor<double, 1> a(2);
  static_cast<void>(y.u + a);
#ifdef WEFT_REJECT
  static_cast<void>(y + a);
#endif
}
