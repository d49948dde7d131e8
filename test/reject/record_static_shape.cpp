// reject: weft: records do not fit: the shapes of the member that this line names do not broadcast
// reject: inner\.u|105, 110, 110, 101, 114, 46, 117
#include <weft/records.hpp>

using namespace weft;
template <int N>
struct flow {
  BOOST_HANA_DEFINE_STRUCT(flow, (tensor<double, fixed<N>>, u), (double, t));
};
template <int N>
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (flow<N>, inner), (double, h));
};

int main() {
  const state<3> y{};
  const state<4> z{};
  static_cast<void>(y + y);
#ifdef WEFT_REJECT
  static_cast<void>(y + z);
#endif
  static_cast<void>(z);
}
