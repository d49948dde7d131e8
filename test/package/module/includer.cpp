#include <weft/weft.hpp>

weft::tensor<double, 2> scaled(weft::view<const double, 2> a, double by);
double total_of(weft::tensor<double> const& a);

weft::tensor<double, 2> scaled(weft::view<const double, 2> a, double by) {
  if (by == 0)
    throw weft::shape_error("weft: scaled by 0");
  return a * by;
}
double total_of(weft::tensor<double> const& a) {
  return weft::sum(a);
}
