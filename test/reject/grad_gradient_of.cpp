// reject: weft: gradient_of: that of a variable is followed too: include weft/grad/gradient_of.hpp
#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  grad::variable<double, 1> x = ones<double>(3);
  const auto f = [](auto const& y) { return sum(pow(y, 3.0)); };
  auto g = grad::gradient_of(f, x.value());
#ifdef WEFT_REJECT
  g = grad::gradient_of(f, x);
#endif
  return g(0) > 0;
}
