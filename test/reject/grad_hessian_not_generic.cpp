// reject: weft: gradient_of: f is generic, auto const& x, and returns a variable or an expression of x
// errors: 1
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p{1, 2};
  auto good = grad::hessian([](auto const& x) { return sum(x * x); }, p);
#ifdef WEFT_REJECT
  auto bad = grad::hessian([](tensor<double, 1> const& x) { return sum(x * x); }, p);
#endif
}
