#include <weft/weft.hpp>

int main() {
  weft::tensor<double, 2> a(2, 3);
  a.fill(1.0);
  return weft::sum(a) == 6.0 ? 0 : 1;
}
