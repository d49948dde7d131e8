// reject: weft: gradient: a variable of numbers beside one of duals
#include <weft/grad.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 1> x = ones<double>(3), w = ones<double>(3);
#ifdef WEFT_REJECT
  auto const& factor = w;
#else
  auto const factor = w.value();
#endif
  grad::variable<double, 0> loss = sum(square(gradient_of([&](auto const& y) { return sum(pow(y, 3.0) * factor); }, x)));
  backward(loss);
  return x.gradient()(0) > 0;
}
