// reject: weft: into\(r\): r is const
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (view<double, 1>, part));
};
struct parts {
  BOOST_HANA_DEFINE_STRUCT(parts, (view<double, 1>, u), (view<double, 1>, part));
};

int main() {
  tensor<double, 1> a(2);
  const state y{a, a};
  const parts z{a, a};
  into(z) = y;
#ifdef WEFT_REJECT
  into(y) = z;
#endif
}
