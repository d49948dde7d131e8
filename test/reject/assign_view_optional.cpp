// reject: deleted
#include <weft/weft.hpp>

#include <optional>

int main() {
  using namespace weft;
  tensor<double, 2> a(2, 3), b(2, 3);
  std::optional<view<double, 1>> best(a(0, all));
  best.reset();
  best.emplace(a(1, all));
#ifdef WEFT_REJECT
  best = a(1, all);
#endif
}
