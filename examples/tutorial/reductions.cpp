// Step 4 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

int main() {
  // [reductions]
  tensor<double, 2> t{{18, 21, 19, 20}, {15, 17, 18, 16}, {22, 24, 23, 25}};
  std::cout << sum(t) << ' ' << mean(t) << ' ' << max(t) << '\n'; // of all elements: a number, at once
  std::cout << mean(t, 1) << '\n';                                // axis 1 goes: one number for each row
  std::cout << max(t, 0) << ' ' << argmax(t, 0) << '\n';
  // [end]
  // [keep dims]
  tensor<double, 2> centred = t - mean(t, 1, keep_dims);          // 3 x 1, so that it broadcasts
  std::cout << centred << '\n';
  // [end]
  // [expressions]
  std::cout << sum(square(centred)) << ' ' << count(t > 20.0) << ' ' << any_of(t > 24.5) << '\n';
  const auto [low, high, average] = reduce(t, smallest, largest, mean); // one pass over memory
  std::cout << low << ' ' << high << ' ' << average << '\n';
  std::cout << cumsum(t, 1) << '\n';
  // [end]
}
