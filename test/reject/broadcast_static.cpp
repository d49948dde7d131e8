// reject: weft: the static shapes of the operands do not broadcast(?!;)
// reject: static_extents_differ<weft::detail::on_axis<0>, 2, 4>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> x;
  tensor<double, fixed<1, 3>> y;
  tensor<double, fixed<4, 3>> z;
  auto e = x + y;
#ifdef WEFT_REJECT
  auto f = x + z;
#endif
}
