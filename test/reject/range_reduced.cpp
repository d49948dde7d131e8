// reject: weft: a reduction takes .*borrow
#include <weft/weft.hpp>

#include <vector>

int main() {
  using namespace weft;
  std::vector<double> v{1, 2, 3};
  double s = sum(borrow(v));
#ifdef WEFT_REJECT
  double t = sum(v);
#endif
}
