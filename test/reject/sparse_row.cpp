// reject: weft: s\(i, j\) is one element of a sparse matrix, to be read
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = take(s, tensor<int, 1>{0}, 0);
#ifdef WEFT_REJECT
  auto f = s(0, all);
#endif
}
