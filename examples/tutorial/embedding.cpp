// Step 8 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>
#include <vector>

using namespace weft;

// [interface]
void smooth(view<const double, 2> in, view<double, 2> out) {       // no template: it stands in a .cpp file
  const auto inner = range(1, end - 1);
  out = in;
  out(inner, all) = 0.25 * in(range(0, end - 2), all) + 0.5 * in(inner, all) + 0.25 * in(range(2, end), all);
}
// [end]

int main() {
  // [borrow]
  std::vector<double> field(3 * 4);                                // somebody else's memory
  view<double, 2> f = borrow(field.data(), shape(3, 4));
  f(1, all) = 8.0;                                                 // writes field
  std::cout << field[4] << ' ' << field[8] << '\n';
  // [end]
  // [strides]
  auto columns = borrow(field.data(), shape(4, 3), strides(1, 4)); // the same memory, as Fortran has it
  std::cout << columns(0, all) << '\n';
  // [end]
  // [call]
  tensor<double, 2> out(3, 4);
  smooth(f, out);                                                  // tensors and views are taken as they are
  smooth(eval(2.0 * f), out);                                      // an expression has no memory: eval makes some
  std::cout << out << '\n';
  // [end]
  // [adopt]
  tensor<double, 2> mine = adopt(std::move(field), shape(3, 4));   // takes the vector over, copies nothing
  std::cout << sum(mine) << ' ' << field.size() << '\n';
  // [end]
}
