// reject: weft: indices<N>\(\): 1 to 8
#include <weft/index.hpp>

int main() {
  using namespace weft;
  auto few = indices<2>();
#ifdef WEFT_REJECT
  auto many = indices<9>();
#endif
}
