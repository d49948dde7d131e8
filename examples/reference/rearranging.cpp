// doc/reference: Rearranging
#include "show.hpp"

using namespace weft;
using namespace weft::literals;

void rearranging() {
  // [operands of rearranging]
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}}, b{{7, 8, 9}};
  tensor<int, 1> x{1, 2, 3};
  // [end]
  SHOW(concatenate(0, a, b));
  SHOW(concatenate(0, std::vector{x, x}));
  SHOW(stack(1, x, 2 * x));
  SHOW(tile(x, 2));
  SHOW(repeat(a, 2, 1));
  SHOW(tile(a, 2_c, 1_c));
  SHOW(repeat(a, 2_c, 1_c));
  SHOW(roll(a, 1, 1));
  SHOW(pad(x, 1));
  SHOW(pad(x, shape(1), shape(2), padding::edge));
  SHOW(pad(x, shape(1), shape(2), padding::wrap));
  SHOW(pad(a, 1_c));
  SHOW(tril(a));
  SHOW(triu(a, 1));
}
