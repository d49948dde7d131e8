// reject: totl
#include <weft/weft.hpp>

struct halved {
#ifdef WEFT_REJECT
  using offers = weft::hooks::list<weft::hooks::totl>;
#else
  using offers = weft::hooks::list<weft::hooks::total>;
#endif
  static constexpr bool total = true;
  double operator()(double x) const { return x / 2; }
};

int main() {
  weft::tensor<double, 1> a(3), b = weft::map(halved(), a);
}
