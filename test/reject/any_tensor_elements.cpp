// reject: weft: elements of an any_tensor have a type in u.as<double>\(\) and in visit\(f, u\)
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  any_tensor u(dtype::float64, shape(3));
  double total = 0;
  for (double x : u.as<double>())
    total += x;
#ifdef WEFT_REJECT
  for (auto x : u)
    total += double(x);
#endif
  return total == 0 ? 0 : 1;
}
