// reject: weft: matmul, tensordot: the inner extents differ
// reject: sums_over::static_extents_differ<weft::detail::on_axis<0>, 2, 3>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<3, 2>> b;
  auto c = matmul(a, b);
#ifdef WEFT_REJECT
  auto d = matmul(b, b);
#endif
}
