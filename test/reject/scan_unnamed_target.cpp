// reject: weft: into\(...\): a target without a name would be lost
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> y(3);
  auto targets = into(y(range(0, 2)));
#ifdef WEFT_REJECT
  auto others = into(tensor<double, 1>(3));
#endif
}
