#include <sparse/random_matrix.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/memory/no_alloc.hpp>
#include <weft/sparse/assembly.hpp>
#include <weft/sparse/convert.hpp>

using namespace weft;

namespace {

template <class Order, class Index>
void check_assembly() {
  const index_t nodes = 12, elements = 30;
  std::mt19937 random(5);
  tensor<int, 2> cells(elements, 3);
  for (index_t e = 0; e < elements; ++e)
    for (index_t k = 0; k < 3; ++k)
      cells(e, k) = static_cast<int>((random() % 4) + std::size_t(e) % 9);
  tensor<double, 3> blocks(elements, 3, 3);
  for (double& x : blocks)
    x = double(int(random() % 9) - 4);
  tensor<double, 2> dense(nodes, nodes);
  for (index_t e = 0; e < elements; ++e)
    for (index_t k = 0; k < 3; ++k)
      for (index_t l = 0; l < 3; ++l)
        dense(cells(e, k), cells(e, l)) += blocks(e, k, l);
  auto s = element_structure<double, Order, Index>(shape(nodes, nodes), cells);
  CHECK(to_dense(s) == zeros<double>(nodes, nodes));
  const auto positions = element_positions(s, cells);
  for (int again = 0; again < 2; ++again) {
    const no_alloc_scope none;
    s.values() = 0.0;
    assemble(s, positions, blocks);
  }
  CHECK(to_dense(s) == dense);
  assemble(s, positions, -1.0 * blocks);
  CHECK(to_dense(s) == zeros<double>(nodes, nodes));
}

} // namespace

TEST_CASE("small matrices are added to a kept structure") {
  check_assembly<row_major, std::int32_t>();
  check_assembly<column_major, std::int64_t>();
}

TEST_CASE("elements with other rows than columns, and entries that are not there") {
  const tensor<int, 2> rows{{0, 2}}, columns{{1, 0, 3}};
  auto s = element_structure<double>(shape(3, 4), rows, columns);
  CHECK(s.nonzeros() == 6);
  assemble(s, element_positions(s, rows, columns), tensor<double, 3>{{{1, 2, 3}, {4, 5, 6}}});
  CHECK(to_dense(s) == tensor<double, 2>{{2, 1, 0, 3}, {0, 0, 0, 0}, {5, 4, 0, 6}});
  CHECK_THROWS_AS((void)element_positions(s, tensor<int, 2>{{1}}, tensor<int, 2>{{1}}), index_error);
  CHECK_THROWS_AS((void)element_positions(s, tensor<int, 2>{{3}}, tensor<int, 2>{{1}}), index_error);
  CHECK_THROWS_AS((void)element_structure<double>(shape(3, 3), rows, columns), index_error);
  CHECK_THROWS_AS((void)element_positions(s, rows, tensor<int, 2>(2, 3)), shape_error);
  CHECK(support::message_of([&] { (void)element_positions(s, tensor<int, 2>{{1}}); }) ==
        "weft: element_positions: the matrix has no entry at (1,1), where an element has one");
  CHECK(support::message_of([&] { (void)element_structure<double>(shape(3, 3), tensor<int, 2>{{0, 3}}); }) ==
        "weft: element_structure: 3 is out of range on axis 1 of extent 3");
}
