// reject: weft: a dual has tangents, which a number would lose: a function that is differentiated is generic
#include <weft/weft.hpp>
#include <weft/grad.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p{1, 2};
  auto good = grad::jacobian([](auto const& x) { return eval(x * x); }, p);
#ifdef WEFT_REJECT
  auto bad = grad::jacobian([](tensor<double, 1> const& x) { return eval(x * x); }, p);
#endif
}
