#include <weft/linalg/matmul.hpp>
#include <weft/tensor/tensor.hpp>

#include <cstdio>

// Prints a row of a product, or why there is none.
int main() {
  weft::tensor<double, 2> const a{{1, 0}, {0, 1}}, b{{2, 3}, {4, 5}};
  try {
    weft::tensor<double, 2> const c = weft::matmul(a, b);
    std::printf("%g %g\n", c(0, 0), c(0, 1));
    return 0;
  } catch (weft::linalg_error const& e) {
    std::printf("%s\n", e.what());
    return 1;
  }
}
