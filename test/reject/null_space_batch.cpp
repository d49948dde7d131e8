// reject: weft: linalg: null_space and orth take one matrix: the rank decides the shape
#include <weft/linalg/subspace.hpp>
#include <weft/tensor/tensor.hpp>

using namespace weft;

int main() {
  tensor<double, 2> a(2, 3);
  (void)linalg::null_space(a);
#ifdef WEFT_REJECT
  tensor<double, 3> batch(2, 2, 3);
  (void)linalg::null_space(batch);
#endif
}
