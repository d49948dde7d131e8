// reject: weft: the static shapes of the operands do not broadcast
// reject: static_extents_differ<weft::detail::on_axis<0>, 2, 3>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3, 3>> a;
  tensor<double, fixed<1, 3, 3>> b;
  tensor<double, fixed<3, 3, 3>> c;
  auto p = matmul(a, b);
#ifdef WEFT_REJECT
  auto q = matmul(a, c);
#endif
}
