// reject: weft: records do not fit: the elements of the member that this line names cannot be assigned: floating values into integers need cast<T>
// reject: "count"|99, 111, 117, 110, 116
#include <weft/records.hpp>

using namespace weft;
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (tensor<double, 1>, u), (tensor<int, 1>, count));
};

int main() {
  state y{tensor<double, 1>(2), tensor<int, 1>(2)};
  y *= 2;
#ifdef WEFT_REJECT
  y *= 2.5;
#endif
}
