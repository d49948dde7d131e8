// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  view<double, 1> best = a(0, all);
  view<double, 1, row_major> row = a(1, all);
  view<double, 2, column_major> columns = transpose(b);
  best.rebind(row);
  a(1, all) = columns(all, 1);
#ifdef WEFT_REJECT
  row = columns(0, all);
#endif
}
