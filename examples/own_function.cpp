// A function of your own, element by element: a function object, and its name for programs.
#include "common.hpp"

#include <weft/weft.hpp>

#include <cmath>
#include <iostream>

// [function]
struct softsign_of {
  static constexpr char const* name = "softsign";  // errors call it so
  static constexpr bool total = true;              // it throws for no number ...
  static constexpr int cost = 15;                  // ... and takes as long as some 15 additions: it divides
  template <class T>
  T operator()(T const& x) const {
    return x / (1 + std::abs(x));
  }
};

template <weft::Tensorial X>
auto softsign(X&& x) {
  return weft::map(softsign_of{}, std::forward<X>(x));
}
// [end]

using namespace weft;

void use() {
  const tensor<double, 2> a{{-3, -1, 0}, {1, 3, 4}};
  tensor<double, 2> r = 2.0 * softsign(a) + 1.0; // one loop, no temporary
  std::cout << "2 softsign(a) + 1\n" << r << '\n';
  check(explain(r, 2.0 * softsign(a) + 1.0).loops == 1, "one loop");
  check(explain(r, 2.0 * softsign(a) + 1.0).temporaries == 0, "no temporary");

  r(0, all) = softsign(a(1, range(2, -1, -1))); // views
  std::cout << "softsign of the last row, backwards " << r(0, all) << '\n';
  std::cout << "summed over rows " << sum(softsign(a), 0) << '\n';

  const tensor<float, fixed<3>> known{1, 3, -1};    // a shape that the compiler knows
  const tensor<double> any(shape(2, 1, 2), 3.0);    // a rank that is known at run time
  const tensor s = softsign(known);
  std::cout << s << ", of rank " << softsign(any).rank() << ": " << eval(softsign(any))(1, 0, 1) << '\n';

  const tensor<double, 2> large = linspace(-1.0, 1.0, 1'000'000)(newaxis, all);
  const tensor<double, 2> alone = softsign(large);
  const thread_scope two{2};
  const tensor<double, 2> divided = softsign(large);
  check(alone == divided, "the same in two threads");

  try {
    r = softsign(a + tensor<double, 1>{1, 2});
  } catch (shape_error const& e) {
    std::cout << e.what() << '\n';
  }
}

int main() {
  return run("own_function", [] {
    use();
    return 0;
  });
}
