// reject: weft: indices are a tensor of integers, as borrow\(v\) is
#include <weft/ops/take.hpp>
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = take(s, tensor<int, 1>{0}, 0);
#ifdef WEFT_REJECT
  auto f = take(s, 0, 0);
#endif
}
