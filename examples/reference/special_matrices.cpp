// doc/reference: Special matrices
#include "show.hpp"

using namespace weft;

void special_matrices() {
  // [operands of special matrices]
  tensor<double, 1> x{1, 2, 3}, y{1, 20, 30};
  // [end]
  SHOW(linalg::toeplitz(x, y));
  SHOW(linalg::hankel(x));
  SHOW(linalg::vander(x));
  SHOW(linalg::vander(x, 4, linalg::increasing));
  SHOW(linalg::block_diag(x, eye<double>(2)));
}
