// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/dynamic.hpp>
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  any_tensor u(to_dense(s));
#ifdef WEFT_REJECT
  any_tensor v(s);
#endif
}
