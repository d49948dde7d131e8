// reject: weft: static_mode: an extent is 1 or more, a stride 0 or more
#include <weft/index.hpp>

int main() {
  using namespace weft;
  constexpr index_t n = static_modes<static_mode<2, 1>, static_mode<3, 2>>::size();
  static_assert(n == 6);
#ifdef WEFT_REJECT
  constexpr index_t m = static_mode<0, 1>::size();
#endif
}
