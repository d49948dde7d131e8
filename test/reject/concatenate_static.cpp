// reject: weft: concatenate, stack: the static shapes differ
// reject: static_extents_differ<weft::detail::on_axis<1>, 3, 4>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  tensor<double, fixed<2, 3>> f;
  tensor<double, fixed<2, 4>> g;
  auto c = concatenate(axis<1>, f, g);
#ifdef WEFT_REJECT
  auto d = concatenate(axis<0>, f, g);
#endif
}
