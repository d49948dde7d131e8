// reject: weft: into\(...\).from\(...\) takes a value for each target
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> y(3);
  auto targets = into<2>(y).from(0.0, 1.0);
#ifdef WEFT_REJECT
  auto others = into<2>(y).from(0.0);
#endif
}
