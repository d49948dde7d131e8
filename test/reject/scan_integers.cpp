// reject: weft: storing a floating value into integers needs cast<T>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<int, 1> x(3), y(3);
  scan(0, [](int before, int v) { return before + v; }, into(y).from(0), x);
#ifdef WEFT_REJECT
  scan(0, [](int before, int v) { return before + 0.5 * v; }, into(y).from(0), x);
#endif
}
