// Step 5 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

int main() {
  // [products]
  tensor<double, 2> a{{4, 1, 0}, {1, 3, 1}, {0, 1, 2}};
  tensor<double, 1> x{1, 2, 3};
  std::cout << matmul(a, x) << ' ' << dot(x, x) << '\n';
  std::cout << outer(x, x) << '\n';
  tensor<double, 2> c = 2.0 * matmul(a, transpose(a)) + 1.0;
  std::cout << c << '\n';
  // [end]
  // [systems]
  tensor<double, 1> y = linalg::solve(a, x);
  std::cout << y << ' ' << all_close(matmul(a, y), x) << '\n';
  std::cout << linalg::det(a) << '\n' << linalg::inv(a) << '\n';
  // [end]
  // [stacks]
  tensor<double, 3> many(shape(100, 3, 3), 0.0);
  many += a;                                                       // a hundred copies
  many(7, all, all) *= 2.0;
  std::cout << linalg::det(many)(range(6, 9)) << '\n';
  // [end]
  // [singular]
  try {
    many(7, all, all) = 1.0;
    many = eval(linalg::inv(many));
  } catch (linalg_error const& e) {
    std::cout << e.what() << '\n';
  }
  // [end]
}
