// reject: weft: linalg::lu_factor of u.as<double>\(\), or of visit\(f, u\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor const u = eye(dtype::float64, 2);
  auto const typed = linalg::lu_factor(u.as<double, 2>());
#ifdef WEFT_REJECT
  auto const f = linalg::lu_factor(u);
#endif
}
