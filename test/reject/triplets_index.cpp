// reject: weft: triplets: t.add\(row, column, value\) takes integers and a number
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  triplets<double> t(3, 3);
  t.add(0, 0, 1.0);
#ifdef WEFT_REJECT
  t.add(0.5, 0, 1.0);
#endif
}
