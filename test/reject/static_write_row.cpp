// reject: weft: the static shape of the expression does not broadcast to its target's
// reject: static_extents_differ<weft::detail::on_axis<0>, 3, 4>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a, b;
  tensor<double, fixed<2, 4>> c;
  a(0, all) = b(1, all);
#ifdef WEFT_REJECT
  a(0, all) = c(1, all);
#endif
}
