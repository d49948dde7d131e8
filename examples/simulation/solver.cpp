#include "solver.hpp"

#include <weft/weft.hpp>

using namespace weft;

// Elimination from the first layer on, x_k = field_k + c_k x_{k+1}, then substitution from the last one back. A layer
// is a view, so each line below runs over all columns.
void diffuse_implicitly(view<const double, 1> rate, view<double, 3> field) {
  const index_t last = field.extent(2) - 1;
  tensor<double, 1> c(last);
  for (index_t k = 1; k < last; ++k) {
    const double r = rate(k - 1), pivot = 1.0 / (1.0 + 2.0 * r - r * c(k - 1));
    c(k) = r * pivot;
    field(all, all, k) = pivot * (field(all, all, k) + r * field(all, all, k - 1));
  }
  for (index_t k = last - 1; k > 0; --k)
    field(all, all, k) += c(k) * field(all, all, k + 1);
}
