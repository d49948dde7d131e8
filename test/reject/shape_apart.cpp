// reject: rank_known_at_run_time
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double> d(shape(2, 3));
  auto [r, c] = d.as<2>().shape();
#ifdef WEFT_REJECT
  auto [m, n] = d.shape();
#endif
}
