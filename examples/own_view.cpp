// A view of your own: a function from a layout to a layout. A simple one is made of others: see anti_diagonal.
#include "common.hpp"

#include <weft/weft.hpp>

#include <iostream>

using weft::index_t;

// [own view]
/// The blocks of height x width elements of a matrix: blocks(a, 2, 3)(i, j) is one of them.
template <weft::Tensorial X>
auto blocks(X&& a, index_t height, index_t width) {
  return weft::rearrange<2>(std::forward<X>(a), [=](auto axes) { // two axes more than a
    axes.push(height, axes.stride[0]);                           // along the rows of a block
    axes.push(width, axes.stride[1]);
    axes.extent[0] /= height; // from block to block
    axes.extent[1] /= width;
    axes.stride[0] *= height;
    axes.stride[1] *= width;
    return axes;
  });
}
// [end]

template <weft::Tensorial X>
auto anti_diagonal(X&& a) {
  return weft::diagonal(weft::reverse(std::forward<X>(a), 1));
}

using namespace weft;

void use() {
  tensor<int, 2> a = indices(shape(4, 6), 0) * 10 + indices(shape(4, 6), 1);
  std::cout << "block (1, 2)\n" << blocks(a, 2, 2)(1, 2) << '\n';
  blocks(a, 2, 2)(0, 0) = -1; // no copy: a is written
  std::cout << "largest of each block\n" << max(blocks(a, 2, 2), axes<2, 3>) << '\n';

  const tensor<int, 1> row{0, 0, 0, 0, 500, 500};
  std::cout << "of an expression\n" << blocks(a + row, 2, 2)(0, 2) << '\n';
  tensor<int, 4> r = 2 * blocks(a + row, 2, 2);
  const plan_report plan = explain(r, 2 * blocks(a + row, 2, 2));
  check(plan.loops == 1 && plan.temporaries == 0, "nothing is evaluated before");
  std::cout << "its anti-diagonal " << anti_diagonal(a(all, range(2, 6))) << '\n';

  const tensor<int, fixed<2, 4>> known{{1, 2, 3, 4}, {5, 6, 7, 8}}; // a shape that the compiler knows
  const view<const int> any = a;                                    // a rank that is known at run time
  std::cout << blocks(known, 2, 2)(0, 1) << ' ' << blocks(any, 2, 3).shape() << '\n';
  try {
    std::cout << rearrange(a, [](auto axes) { return axes.extent[0] += 1, axes; }) << '\n';
  } catch (layout_error const& e) { // it stays within its operand
    std::cout << e.what() << '\n';
  }
}

int main() {
  return run("own_view", [] {
    use();
    return 0;
  });
}
