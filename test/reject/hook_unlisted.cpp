// reject: weft: the class has a hook that it does not list
#include <weft/weft.hpp>

struct halved {
  using offers = weft::hooks::list<weft::hooks::total>;
  static constexpr char const* name = "halved";
  static constexpr bool total = true;
#ifdef WEFT_REJECT
  static constexpr int cost = 1;
#endif
  double operator()(double x) const { return x / 2; }
};

int main() {
  weft::tensor<double, 1> a(3), b = weft::map(halved(), a);
}
