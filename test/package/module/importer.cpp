// It knows weft by the module alone; includer.cpp by headers.
#include <cstdio>
#include <string>

import weft;

weft::tensor<double, 2> scaled(weft::view<const double, 2> a, double by);
double total_of(weft::tensor<double> const& a);

int main() {
  weft::tensor<double, 2> a{{1, 2}, {3, 4}};
  const weft::tensor<double, 2> b = scaled(weft::transpose(a), 10) + a; // {{11, 32}, {23, 44}}
  bool right = b(0, 0) == 11 && b(0, 1) == 32 && b(1, 0) == 23 && b(1, 1) == 44;
  right = right && total_of(weft::tensor<double>(b)) == 110 && weft::sum(weft::matmul(a, a)) == 54;
  try {
    scaled(a, 0);
    right = false;
  } catch (weft::shape_error const& e) { // of one type in both files
    right = right && e.what() == std::string("weft: scaled by 0");
  }
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
