// reject: weft: the member of a record that is named above or below this line is no tensor, view, variable, scalar or record
// reject: "label"|108, 97, 98, 101, 108
#include <weft/records.hpp>

#include <string>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (double, t));
};
struct labelled {
  BOOST_HANA_DEFINE_STRUCT(labelled, (tensor<double, 1>, u), (std::string, label));
};

int main() {
  state y{tensor<double, 1>(2), 0};
  into(y) = 2.0 * y;
#ifdef WEFT_REJECT
  labelled x{tensor<double, 1>(2), "no"};
  into(x) = 2.0 * x;
#endif
}
