// Step 1 of doc/tutorial.md.
// [lines]
#include <weft/io/csv.hpp>
#include <weft/weft.hpp>

#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

using namespace weft;
const std::string folder;                    // where step 6 writes files, as "/tmp/": empty, the current one
// [end]

int main() {
  // [a tensor]
  tensor<double, 2> t{{18, 21, 19, 20}, {15, 17, 18, 16}, {22, 24, 23, 25}};
  std::cout << t << '\n';
  std::cout << t.shape() << ' ' << t.rank() << ' ' << t.size() << '\n';
  // [end]
  // [elements]
  t(0, 1) = 21.5;
  std::cout << t(0, 1) << ' ' << t(0, end - 1) << ' ' << t(end - 1, end - 1) << '\n';
  // [end]
  // [arithmetic]
  tensor<double, 2> fahrenheit = 1.8 * t + 32.0;
  fahrenheit -= 0.1;
  tensor<double, 2> away = sqrt(abs(t - 20.0));
  std::cout << fahrenheit << '\n' << away << '\n';
  // [end]
  // [other kinds]
  tensor<int, 3> counts(2, 3, 4);              // zeros; with braces, {2, 3, 4} of rank 1 would be three values
  tensor<double, 2> ones(shape(2, 3), 1.0);    // a shape and a value for all
  tensor<double, fixed<2, 2>> r{{0, 1}, {1, 0}}; // the shape belongs to the type, the elements to the object
  tensor<double> any(shape(2, 3, 4));          // the rank is known at run time
  tensor<double, 1> steps = linspace(0.0, 1.0, 5);
  std::cout << counts.size() << ' ' << ones.size() << ' ' << sizeof r << ' ' << any.rank() << ' ' << steps << '\n';
  // [end]
}
