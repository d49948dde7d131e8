// doc/reference: Errors
#include "show.hpp"

using namespace weft;

void errors() {
  // [operands of errors]
  tensor<double, 2> a(shape(2, 3), 1.0);
  tensor<double, 1> x{1, 2};
  // [end]
  REFUSED(shape_error, eval(a + x));
  REFUSED(index_error, a.at(2, 0));
  REFUSED(layout_error, flatten(transpose(a), 0));
  REFUSED(dtype_error, (any_tensor(a).as<float, 2>()));
  REFUSED(linalg_error, linalg::cholesky(zeros<double>(shape(2, 2))));
  RUN(
      where, std::string where;
      try { where = to_string(linalg::cholesky(zeros<double>(shape(2, 2)))); } catch (linalg_error const& e) {
        where = std::string(e.routine()) + ", matrix " + std::to_string(e.batch_index()) + ", column " +
                std::to_string(e.position());
      });
  REFUSED(io_error, load_npy("missing.npy"));
  REFUSED(parse_error, formula("x + )"));
  REFUSED(error, sum(a, 7));
}
