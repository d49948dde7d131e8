// reject: weft: for_each_index: f takes
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  for_each_index(shape(2, 3), [](index_t, index_t) {});
#ifdef WEFT_REJECT
  for_each_index(shape(2, 3), [](index_t) {});
#endif
}
