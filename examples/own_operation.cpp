// An operation of your own on whole operands, where an element depends on others: it is deferred, like a product.
#include "common.hpp"

#include <weft/weft.hpp>

#include <iostream>

// [own operation]
/// Exponential smoothing along rows: each element moves towards the next value by a part of the way.
template <weft::Tensorial X>
auto smoothed(X&& x, double part) {
  const auto shape = x.shape();
  return weft::defer<double>(
      shape,
      [part](auto target, auto from) { // both are views; target is to be filled
        for (weft::index_t i = 0; i < from.extent(0); ++i) {
          double level = from(i, 0);
          for (weft::index_t j = 0; j < from.extent(1); ++j)
            target(i, j) = level += part * (from(i, j) - level);
        }
      },
      std::forward<X>(x));
}
// [end]

using namespace weft;

void use() {
  const tensor<double, 2> a{{0, 4, 4, 0}, {8, 0, 0, 8}};
  const tensor<double, 2> rows = smoothed(a, 0.5); // straight into rows
  std::cout << "smoothed\n" << rows << '\n';
  tensor<double, 2> r = a - smoothed(a, 0.5); // the rest fuses into one loop
  std::cout << "what that takes off\n" << r << '\n';
  check(explain(r, smoothed(a, 0.5)).temporaries == 0, "no temporary");
  check(explain(r, a - smoothed(a, 0.5)).temporaries == 1, "one temporary, the smoothed");

  const auto down = transpose(smoothed(transpose(a), 0.5)); // views of operands and of the result
  std::cout << "along columns\n" << down << '\n';
  std::cout << "of an expression, backwards " << reverse(smoothed(2.0 * a + 1.0, 0.5), 1)(0, all) << '\n';
  std::cout << "twice, summed " << sum(smoothed(smoothed(a, 0.5), 0.5), 1) << '\n';

  const tensor<double, fixed<1, 3>> known{{0, 8, 8}}; // a shape that the compiler knows
  const tensor<double> any(shape(1, 2), 3.0);         // a rank that is known at run time
  std::cout << smoothed(known, 0.25) << ' ' << smoothed(any, 0.5) << '\n';
  r = smoothed(r, 1.0); // it may read its target
  check(r == eval(a - rows), "all the way is what it was");
}

int main() {
  return run("own_operation", [] {
    use();
    return 0;
  });
}
