// reject: weft: a tensor takes the shape of what it is given: the static extents differ
// reject: static_extents_differ<weft::detail::on_axis<1>, 3, 4>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a, b;
  tensor<double, fixed<2, 4>> c;
  tensor<double, fixed<dyn, 3>> d = b;
#ifdef WEFT_REJECT
  tensor<double, fixed<dyn, 3>> e = c;
#endif
}
