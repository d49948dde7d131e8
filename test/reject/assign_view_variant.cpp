// reject: weft: v = w: v\(ellipsis\) = w writes, v.rebind\(w\) points elsewhere
#include <weft/weft.hpp>

#include <variant>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::variant<int, view<double, 1>> best(a(0, all));
  best.emplace<1>(a(1, all));
#ifdef WEFT_REJECT
  best = view<double, 1>(a(1, all));
#endif
}
