// A matrix of blocks: what a program keeps block by block takes part in expressions, reductions and products as a
// matrix.
#include "common.hpp"

#include <weft/index.hpp>
#include <weft/weft.hpp>

#include <iostream>

using namespace weft;

namespace {

void use() {
  // 6 x 8 elements in blocks of 2 x 4: of a block the rows follow each other; then come the blocks of a row of blocks.
  const hierarchical_layout block("(2,4):(4,1)"), blocks("(3,2):(2,1)");
  const hierarchical_layout by_blocks = blocked_product(block, blocks);
  std::cout << "rows and columns: " << to_string(by_blocks) << '\n';

  hierarchical_tensor<double, 2> a(by_blocks);
  a = indices(shape(6, 8), 0) * 10 + indices(shape(6, 8), 1); // as any matrix
  std::cout << a << '\n' << "in memory: the first block is\n" << a.memory()(range(0, 8)) << '\n';

  // Beside ordinary matrices, in one loop: it goes through the blocks.
  const tensor<double, 2> b(shape(6, 8), 1.0);
  tensor<double, 2> c(6, 8);
  c = 2.0 * a - b;
  const plan_report plan = explain(c, 2.0 * a - b);
  check(plan.loops == 1 && plan.temporaries == 0, "nothing is copied");
  std::cout << "sum " << sum(a) << ", of the columns " << sum(a, 0) << '\n';

  // The product, into blocks again.
  hierarchical_tensor<double, 2> square(
      blocked_product(hierarchical_layout("(2,2):(2,1)"), hierarchical_layout("(3,3):(3,1)")));
  square = matmul(a, transpose(a));
  const tensor<double, 2> plain = a;
  check(square == matmul(plain, transpose(plain)), "the product");
  std::cout << "the product's diagonal: " << diagonal(tensor<double, 2>(square)) << '\n';

  // Z-order: the bits of row and column in turn. Memory of somebody else is looked at where it is.
  tensor<double, 1> memory(16);
  for (index_t k = 0; k < 16; ++k)
    memory(k) = double(k);
  const hierarchical_view<double, 2> z(memory, hierarchical_layout("((2,2),(2,2)):((2,8),(1,4))"));
  std::cout << "Z-order:\n" << z << '\n';
  z += transpose(z);
  check(memory(1) == 3.0 && memory(2) == 3.0, "written in place");

  // As a type the layout is nothing but the arithmetic of its offsets.
  using zorder = static_modes<static_modes<static_mode<2, 2>, static_mode<2, 8>>,
                              static_modes<static_mode<2, 1>, static_mode<2, 4>>>;
  static_assert(zorder{}(3, 2) == 2 + 8 + 4 && zorder::size() == 16);
  std::cout << "inverse of Z-order: " << to_string(right_inverse(zorder{})) << '\n';
}

} // namespace

int main() {
  return run("blocked", [] {
    use();
    return 0;
  });
}
