// reject: weft: a dual has tangents, which a number would lose: a function that is differentiated is generic
#include <weft/weft.hpp>
#include <weft/grad.hpp>
#include <weft/grad/least_squares.hpp>

int main() {
  using namespace weft;
  tensor<double, 1> p{1, 2};
  auto good = grad::least_squares([](auto const& x) { return eval(x - 1.0); }, p);
#ifdef WEFT_REJECT
  auto bad = grad::least_squares([](tensor<double, 1> const& x) { return eval(x - 1.0); }, p);
#endif
}
