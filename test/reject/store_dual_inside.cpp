// reject: weft: a dual has tangents, which a number would lose: a function that is differentiated is generic
#include <weft/weft.hpp>
#include <weft/grad.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p{1, 2};
  auto good = grad::jacobian([](auto const& x) { tensor y = x * x; return y; }, p);
#ifdef WEFT_REJECT
  auto bad = grad::jacobian([](auto const& x) { tensor<double, 1> y = x * x; return y; }, p);
#endif
}
