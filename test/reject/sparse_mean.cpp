// reject: weft: of a sparse matrix there are sum, max, min and norm
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  auto e = mean(to_dense(s));
#ifdef WEFT_REJECT
  auto f = mean(s);
#endif
}
