// reject: weft: elements_over: an index of the expression is not named before it: sum\(j, e\) sums over it
#include <weft/index.hpp>
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  const index_symbol<0> i;
  const index_symbol<1> j;
  const tensor<double, 2> a = ones<double>(3, 3);
  tensor<double, 1> t = elements_over(i, sum(j, a(i, j)));
#ifdef WEFT_REJECT
  t = elements_over(i, a(i, j));
#endif
  return t.size() == 0;
}
