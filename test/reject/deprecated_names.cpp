// reject: weft: least_squares_stop is called least_squares_end now
#pragma GCC diagnostic error "-Wdeprecated-declarations"
#include <weft/grad.hpp>
#include <weft/linalg.hpp>

#include <type_traits>

int main() {
  using namespace weft;
#ifdef WEFT_REJECT
  return int(grad::least_squares_stop::step);
#endif
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  static_assert(std::is_same_v<grad::least_squares_stop, grad::least_squares_end>);
  static_assert(std::is_same_v<linalg::eigsh_end, linalg::eigsh_which>);
}
