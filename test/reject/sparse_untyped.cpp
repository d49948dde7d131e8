// reject: weft: this function takes no sparse matrix: to_dense\(s\) is a tensor
#include <weft/dynamic.hpp>
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  any_tensor u(dtype::float64, shape(3, 3));
  auto e = to_dense(s) + u;
#ifdef WEFT_REJECT
  auto f = matmul(s, u);
#endif
}
