// reject: weft: an expression of your own needs value_type, extents_type, extents\(\), and element
#include <weft/weft.hpp>

struct whole : weft::expression<whole> {
  using value_type = double;
  using extents_type = weft::dims<1>;
  extents_type extents() const { return weft::shape(3); }
  double element(weft::index_t const* i) const { return double(i[0]); }
};
struct half : weft::expression<half> {
  double element(weft::index_t const* i) const { return double(i[0]); }
};

int main() {
  using namespace weft;
  tensor<double, 1> a = whole() + 1.0;
#ifdef WEFT_REJECT
  tensor<double, 1> b = half() + 1.0;
#endif
}
