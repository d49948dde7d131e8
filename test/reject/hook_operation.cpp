// reject: weft: the class offers a hook that is no member of it
#include <weft/weft.hpp>

struct halved {
  using offers = weft::hooks::list<weft::hooks::total, weft::hooks::cost>;
  static constexpr char const* name = "halved";
  static constexpr bool total = true;
#ifdef WEFT_REJECT
  static constexpr int csot = 1;
#else
  static constexpr int cost = 1;
#endif
  double operator()(double x) const { return x / 2; }
};

int main() {
  weft::tensor<double, 1> a(3), b = weft::map(halved(), a);
}
