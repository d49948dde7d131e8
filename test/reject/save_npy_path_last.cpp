// reject: weft: the path comes first: save_npy\(path, a\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  save_npy("a.npy", a);
#ifdef WEFT_REJECT
  save_npy(a, "a.npy");
#endif
}
