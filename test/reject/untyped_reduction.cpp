// reject: weft: this reduction has no form for elements that are decided at run time
#include <weft/weft.hpp>

namespace {

template <class T>
struct own_reducer : weft::reducer::max<T> {};
constexpr weft::reduction<own_reducer> own_reduction{};

} // namespace

int main() {
  using namespace weft;
  any_tensor a(dtype::float64, shape(2, 3));
  any_tensor b = max(a);
#ifdef WEFT_REJECT
  any_tensor c = own_reduction(a);
#else
  double d = own_reduction(a.as<double, 2>());
  static_cast<void>(d);
#endif
}
