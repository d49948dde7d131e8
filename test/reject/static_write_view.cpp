// reject: weft: the static shape of the expression does not broadcast to its target's
// reject: static_extents_differ<weft::detail::on_axis<1>, 3, 4>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a, b;
  tensor<double, fixed<2, 4>> c;
  a(ellipsis) = b;
#ifdef WEFT_REJECT
  a(ellipsis) = c;
#endif
}
