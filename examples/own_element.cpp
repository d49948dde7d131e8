// An element type of your own: numbers that carry a derivative along, as those of weft, grad::dual, do. Arithmetic asks
// for nothing but its operators.
#include "common.hpp"

#include <weft/weft.hpp>

#include <iostream>

/// x, and its derivative by some variable.
struct dual {
  double value = 0, slope = 0;
  dual() = default;
  dual(double x, double derivative = 0) : value(x), slope(derivative) {}
  friend dual operator+(dual a, dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend dual operator-(dual a, dual b) { return {a.value - b.value, a.slope - b.slope}; }
  friend dual operator*(dual a, dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
  dual& operator+=(dual b) { return *this = *this + b; }
  friend bool operator==(dual, dual) = default;
  friend std::ostream& operator<<(std::ostream& out, dual a) { return out << a.value << "'" << a.slope; }
};
/// It may stand beside a tensor, as a number does.
template <>
struct weft::is_scalar<dual> : std::true_type {};

using namespace weft;

/// x^3 - 2 x + 1, of numbers and of duals.
auto polynomial(auto const& x) {
  return x * x * x - 2.0 * x + 1.0;
}

void use() {
  tensor<dual, 1> x = map([](double v) { return dual(v, 1); }, arange(0.0, 4.0));
  const tensor<dual, 1> y = polynomial(x);
  std::cout << "with derivatives " << y << '\n';
  for (index_t i = 0; i < 4; ++i)
    check(y(i).slope == 3 * x(i).value * x(i).value - 2, "3 x^2 - 2");
  check(explain(x, polynomial(x)).loops == 1, "one loop");

  tensor<dual, 2> a(2, 2);
  a(all, 0) = y(range(3, 1, -1)); // views
  a(all, 1) += dual(1, -1);
  std::cout << "a matrix\n" << a << "\ntransposed\n" << transpose(a) << '\n';
  std::cout << "summed " << sum(a) << ", along rows " << sum(a, 1) << '\n';
  std::cout << "a product\n" << matmul(a, a) << '\n';

  const tensor<dual, fixed<2>> known{dual(1, 2), dual(3, 4)}; // a shape that the compiler knows
  const tensor<dual> any(shape(1, 2), dual(2, 1));            // a rank that is known at run time
  std::cout << known * any << '\n';
}

int main() {
  return run("own_element", [] {
    use();
    return 0;
  });
}
