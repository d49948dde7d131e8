// reject: weft: into\(...\): this view only reads: its elements are const
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> y(3);
  const tensor<double, 1> z(3);
  auto targets = into(y);
#ifdef WEFT_REJECT
  auto others = into(z);
#endif
}
