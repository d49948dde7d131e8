// reject: weft: the class offers a hook that nothing asks it for
#include <weft/weft.hpp>

struct halved {
#ifdef WEFT_REJECT
  using offers = weft::hooks::list<weft::hooks::total, weft::hooks::in_order>;
#else
  using offers = weft::hooks::list<weft::hooks::total>;
#endif
  static constexpr char const* name = "halved";
  static constexpr bool total = true, in_order = true;
  double operator()(double x) const { return x / 2; }
};

int main() {
  weft::tensor<double, 1> a(3), b = weft::map(halved(), a);
}
