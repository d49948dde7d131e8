// reject: weft: borrow\(v\) .*adopt.*to_tensor\(v\)
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  std::vector<double> v{1, 2, 3};
  tensor t = borrow(v);
#ifdef WEFT_REJECT
  tensor u = v;
#endif
}
