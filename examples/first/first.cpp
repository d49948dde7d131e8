// [first program]
#include <weft/weft.hpp>

#include <iostream>
using namespace weft;

int main() {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> row{10, 20, 30};
  tensor<double, 2> b = 2.0 * a + row;                      // one loop; the row goes to each row of a
  b(all, 0) = 0.0;                                          // a column: no copy, writes reach b
  std::cout << b << '\n' << mean(b, 1) << '\n' << matmul(b, transpose(a)) << '\n';
}
// [end]
