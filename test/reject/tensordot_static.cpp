// reject: weft: matmul, tensordot: the inner extents differ
// reject: sums_over::static_extents_differ<weft::detail::on_axis<1>, 3, 2>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<4, 2, 3>> a;
  tensor<double, fixed<2, 3, 5>> b;
  tensor<double, fixed<2, 2, 5>> c;
  auto d = tensordot(a, b, axis<2>);
#ifdef WEFT_REJECT
  auto e = tensordot(a, c, axis<2>);
#endif
}
