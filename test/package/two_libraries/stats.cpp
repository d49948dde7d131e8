#include "stats.hpp"

namespace stats {

double total(weft::view<const double, 2> v) {
  return weft::sum(v);
}
matrix gram(weft::view<const double, 2> v) {
  return weft::matmul(weft::transpose(v), v);
}
relative below_largest(matrix const& m) {
  return m - weft::max(m, 0);
}
std::string outcome(void (*f)()) {
  try {
    f();
  } catch (weft::error const& e) {
    return e.what();
  }
  return "";
}

} // namespace stats
