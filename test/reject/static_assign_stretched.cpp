// reject: weft: a tensor takes the shape of what it is given: the static extents differ
// reject: static_extents_differ<weft::detail::on_axis<0>, 1, 2>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, fixed<2, 3>> a;
  tensor<double, fixed<1, 3>> row;
  auto view = a(ellipsis);
  view = row;
#ifdef WEFT_REJECT
  row = a; // it would have another shape
#endif
}
