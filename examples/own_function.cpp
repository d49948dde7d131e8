// A function of your own, element by element: a function object, and a name for programs.
#include "common.hpp"

#include <weft/weft.hpp>

#include <iostream>

// [own function]
struct contrast_of {
  static constexpr char const* name = "contrast"; // errors call it so
  static constexpr bool total = true;             // it throws for no number ...
  static constexpr int cost = 15;                 // ... and takes as long as 15 additions: it divides
  template <class T>
  T operator()(T const& a, T const& b) const {
    return (a - b) / (a + b);
  }
};

template <weft::Operand A, weft::Operand B>
auto contrast(A&& a, B&& b) {
  return weft::map(contrast_of{}, std::forward<A>(a), std::forward<B>(b));
}
// [end]

using namespace weft;

void use() {
  const tensor<double, 2> a{{3, 1, 4}, {2, 6, 5}};
  const tensor<double, 1> row{1, 1, 4};
  tensor<double, 2> r = 2.0 * contrast(a, row) + 1.0;
  std::cout << "2 contrast(a, row) + 1\n" << r << '\n';
  const plan_report plan = explain(r, 2.0 * contrast(a, row) + 1.0);
  check(plan.loops == 1 && plan.temporaries == 0, "all of it is one loop");

  r(0, all) = contrast(a(1, range(2, -1, -1)), 1.0); // views and numbers
  std::cout << "of the last row, backwards, and 1: " << r(0, all) << '\n';
  std::cout << "summed over rows: " << sum(contrast(a, row), 0) << '\n';

  const tensor<float, fixed<3>> known{1, 3, 7};  // a shape that the compiler knows
  const tensor<double> any(shape(2, 1, 3), 3.0); // a rank that is known at run time
  std::cout << contrast(known, 1.0F) << ' ' << contrast(any, row).shape() << '\n';

  const tensor<double, 1> large = linspace(1.0, 2.0, 1'000'000);
  const tensor<double, 1> alone = contrast(large, 1.5);
  const thread_scope two{2};
  check(eval(contrast(large, 1.5)) == alone, "the same in two threads");
  try {
    r = contrast(a, row(range(0, 2)));
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
