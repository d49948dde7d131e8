// reject: weft: the entries of a sparse matrix are s.values\(\)
#include <weft/sparse.hpp>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  for (double e : s.values())
    (void)e;
#ifdef WEFT_REJECT
  for (double f : s)
    (void)f;
#endif
}
