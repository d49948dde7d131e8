// reject: weft: no gradient of this function is known: of x.value\(\) it is computed without one
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 2> x = ones<double>(3, 3);
  index_t d = linalg::matrix_rank(x.value());
#ifdef WEFT_REJECT
  d = linalg::matrix_rank(x);
#endif
  return d > 0;
}
