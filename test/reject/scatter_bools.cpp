// reject: weft: a sum of bools is no bool
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<int, 1> i(3);
  tensor<bool, 1> mask(3);
  max_at(mask, i, true);
#ifdef WEFT_REJECT
  add_at(mask, i, true);
#endif
}
