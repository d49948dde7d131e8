// reject: weft: linalg::solve: the right side is a tensor or a view; of a container borrow\(v\)
#include <weft/sparse.hpp>

#include <vector>

int main() {
  using namespace weft;
  sparse<double> s(3, 3);
  std::vector<double> b(3);
  auto e = linalg::solve(s, borrow(b));
#ifdef WEFT_REJECT
  auto f = linalg::solve(s, b);
#endif
}
