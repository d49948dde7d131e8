// reject: weft: a subscript of index notation is an index, an integer, or an element of a tensor of integers
#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <utility>

int main() {
  using namespace weft;
  [[maybe_unused]] auto [i, j] = indices<2>();
  tensor<double, 2> a(3, 3), c(3, 3);
  tensor<double, 1> b(3);
  tensor<int, 1> p(3);
  b(i) = a(i, 1);
#ifdef WEFT_REJECT
  {
    b(i) = a(i, all);
  }
#endif
}
