// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

struct field {
  weft::view<double, 1> u;
};

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  field f{a(0, all)}, g{b(0, all)};
  f.u.rebind(g.u);
#ifdef WEFT_REJECT
  f = g;
#endif
}
