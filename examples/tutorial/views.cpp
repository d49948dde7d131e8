// Step 2 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

int main() {
  // [views]
  tensor<double, 2> t{{18, 21, 19, 20}, {15, 17, 18, 16}, {22, 24, 23, 25}};
  auto station = t(1, all);                  // row 1
  auto weekend = t(all, range(2, end));      // columns 2 and 3
  station(0) = 14.0;                         // writes t(1, 0)
  weekend += 1.0;
  std::cout << t << '\n' << station << '\n';
  // [end]
  // [more views]
  std::cout << t(all, range(0, end, 2)) << '\n';                  // every second day
  std::cout << reverse(t, 1)(0, all) << ' ' << transpose(t).shape() << '\n';
  // [end]
  // [broadcasting]
  tensor<double, 1> by_day{0, 1, 2, 3}, by_station{10, 20, 30};
  tensor<double, 2> a = t + by_day;                               // last axes meet: by_day goes to each row
  tensor<double, 2> b = t + by_station(all, newaxis);             // 3 x 1: goes to each column
  std::cout << a << '\n' << b << '\n';
  // [end]
  // [mismatch]
  try {
    a = t + by_station;
  } catch (shape_error const& e) {
    std::cout << e.what() << '\n';
  }
  // [end]
  // [masks]
  masked(t, t > 22.0) = 22.0;
  std::cout << t << '\n' << where(t < 18.0, 0.0, t)(1, all) << '\n' << compress(t > 20.0, t) << '\n';
  // [end]
}
