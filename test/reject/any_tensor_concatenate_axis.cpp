// reject: weft: concatenate: the axis comes first
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(2, 3));
  auto c = concatenate(0, u, u);
#ifdef WEFT_REJECT
  auto d = concatenate(u, u, 0);
#endif
}
