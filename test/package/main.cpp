#include <weft/io/image.hpp>
#include <weft/io/npz.hpp>
#include <weft/weft.hpp>

// A fold, a fused loop, and a product large enough to be one of BLAS where there is one.
// With an argument it would read files too: the program links what they need.
int main(int count, char** argument) {
  if (count > 1)
    return int(weft::npz_file(argument[1]).names().size() + weft::load_png(argument[1]).bytes());
  const weft::tensor<double, 2> a(weft::shape(40, 30), 0.5), b(weft::shape(30, 20), 2.0);
  const weft::tensor<double, 2> c = 2.0 * weft::matmul(a, b) + 1.0;
  return weft::sum(a) == 600.0 && c(39, 19) == 61.0 && weft::sum(c) == 61.0 * 800 ? 0 : 1;
}
