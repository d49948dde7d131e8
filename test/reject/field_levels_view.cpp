// reject: weft: field::levels: copies of one view would share memory
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3);
  field::levels<view<double, 1>, 2> u(a(0), a(1));
#ifdef WEFT_REJECT
  field::levels<view<double, 1>, 2> v(a(0));
#endif
}
