// reject: weft: the callable comes first: map\(f, a
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  auto c = map([](double x) { return x + 1; }, a);
#ifdef WEFT_REJECT
  auto d = map(a, [](double x) { return x + 1; });
#endif
}
