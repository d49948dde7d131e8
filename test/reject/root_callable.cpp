// reject: weft: find_root and integrate: f takes a double and returns a number
#include <weft/numerics.hpp>

using namespace weft;

int main() {
  const auto r = numerics::find_root([](double x) { return x; }, -1, 1);
#ifdef WEFT_REJECT
  static_cast<void>(numerics::find_root([](tensor<double, 1> const& x) { return x(0); }, -1, 1));
#endif
  return static_cast<int>(r.x);
}
