// Step 3 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

// [own]
auto scaled(double factor) {
  tensor<double, 1> local{1, 2, 3};
  return own(factor * local);                // the memory of local goes along
}
// [end]

int main() {
  // [lazy]
  tensor<double, 1> a{1, 2, 3}, b{10, 20, 30};
  auto e = 2.0 * a + b;                      // nothing is computed yet
  a(0) = 100.0;
  tensor<double, 1> r = e;                   // now it is, in one loop
  std::cout << r << '\n';
  // [end]
  // [now]
  tensor now = 2.0 * a + b;                  // a tensor: the type is deduced, the values are those of now
  auto copy_of_it = eval(e);                 // the same for code that has no name for the type
  a = 0.0;
  std::cout << now << ' ' << copy_of_it << ' ' << e << '\n';
  // [end]
  std::cout << scaled(3.0) << '\n';
  // [overlap]
  tensor<double, 1> u{1, 2, 3, 4, 5};
  u(range(1, end)) = u(range(0, end - 1));   // as if the right side were computed first
  std::cout << u << '\n';
  // [end]
}
