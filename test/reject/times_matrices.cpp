// reject: weft: the static shapes of the operands do not broadcast; the product of matrices is matmul\(a, b\)
// reject: static_extents_differ<weft::detail::on_axis<0>, 2, 3>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<3, 3>> b;
  auto c = matmul(a, b);
#ifdef WEFT_REJECT
  auto d = a * b;
#endif
}
