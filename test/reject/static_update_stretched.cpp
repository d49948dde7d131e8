// reject: weft: the static shape of the expression does not broadcast to its target's
// reject: static_extents_differ<weft::detail::on_axis<0>, 1, 2>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<1, 3>> row;
  a += row;
#ifdef WEFT_REJECT
  row += a;
#endif
}
