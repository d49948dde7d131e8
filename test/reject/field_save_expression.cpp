// reject: weft: save_vti writes what is in memory: eval\(e\) is a tensor
#include <weft/field.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 4);
  field::mesh m(shape(3, 4));
  field::save_vti("a.vti", m, {{"a", a}});
#ifdef WEFT_REJECT
  field::save_vti("a.vti", m, {{"a", 2.0 * a}});
#endif
}
