// reject: weft: random_choice: rank mismatch: it takes a vector
#include <weft/ops/choice.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  tensor<double, 1> v(3);
  auto s = random_choice(v, 2, 1);
#ifdef WEFT_REJECT
  auto t = random_choice(a, 2, 1);
#endif
}
