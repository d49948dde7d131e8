// doc/reference: Index expressions
#include <weft/index.hpp>
#include "show.hpp"

using namespace weft;

void index_expressions() {
  // [operands of index expressions]
  tensor<double, 2> u{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, b{{1, 0, 0}, {0, 1, 0}, {1, 1, 1}}, c(3, 3);
  tensor<index_t, 1> p{2, 1, 0};
  auto [i, j, k] = indices<3>();
  // [end]
  RUN(c, c(i, j) = 0.5 * (u(i, j) + u(j, i)));
  RUN(c, inside(c(i, j)) = u(i - 1, j) + u(i + 1, j));
  RUN(c, c(i, k) = sum(j, u(i, j) * b(j, k)));
  SHOW(elements_over(i, sum(j, u(i, j))));
  SHOW(elements_over(i, sum(j, k, u(i, j) * b(j, k))));
  SHOW(double(sum(i, j, k, u(i, j) * b(j, k))));
  RUN(c, c(i, j) = u(p(i), j));
  RUN(c, c(i, j) = where(i != j, u(i, j), 1.0));
  RUN(f(), affine f("i * 128 + 64"); f["i"] = 2);
  RUN(f(), affine::symbol place = f["i"]; place = 1);
  SHOW(affine("2 * n + m").names().size());
  SHOW(affine_view(u, shape(2), "_0", "2 - _0"));
  RUN(t.shape(), tile_range t = tiles(u, shape(2, 2)));
  SHOW(t.size());
  SHOW(t.at(shape(1, 0)));
  SHOW(t.place(2));
  RUN(u, for_each_tile(tiles(u, shape(2, 2)), [](auto tile) { tile(0, 0) = 0.0; }));
  RUN(parts, int parts = 0; for_each_run(u, [&](auto) { ++parts; }));
  RUN(l(3, 1), hierarchical_layout l("((2,2),4):((1,4),2)"));
  SHOW(l.size());
  SHOW(l.cosize());
  SHOW(l.rank());
  SHOW(to_string(l.mode(0)));
  SHOW(l.is_list());
  SHOW(to_string(flatten(l)));
  SHOW(to_string(coalesce(hierarchical_layout("(2,4):(1,2)"))));
  SHOW(to_string(composition(l, hierarchical_layout("4:2"))));
  SHOW(to_string(complement(hierarchical_layout("4:2"), 16)));
  SHOW(to_string(left_inverse(hierarchical_layout("(2,4):(4,1)"))));
  SHOW(to_string(right_inverse(hierarchical_layout("(2,4):(4,1)"))));
  SHOW(to_string(logical_divide(hierarchical_layout("8:1"), hierarchical_layout("4:1"))));
  SHOW(to_string(zipped_divide(hierarchical_layout("8:1"), {hierarchical_layout("4:1")})));
  SHOW(to_string(tiled_divide(hierarchical_layout("8:1"), {hierarchical_layout("4:1")})));
  SHOW(to_string(logical_product(hierarchical_layout("2:1"), hierarchical_layout("4:1"))));
  SHOW(to_string(blocked_product(hierarchical_layout("2:1"), hierarchical_layout("4:1"))));
  SHOW(to_string(raked_product(hierarchical_layout("2:1"), hierarchical_layout("4:1"))));
  RUN(h(1, 0), hierarchical_tensor<int, 2> h(hierarchical_layout("(2,2):(2,1)")); h(1, 0) = 3);
  SHOW(h.memory());
  SHOW(to_string(h.modes()));
  SHOW(h.extents());
  SHOW(h.view().size());
  RUN(v(1, 0), hierarchical_view<const int, 2> v(h.memory(), hierarchical_layout("(2,2):(1,2)")));
  SHOW((static_modes<static_mode<2, 3>, static_mode<4, 1>>{}(1, 2)));
  SHOW((StaticLayout<static_mode<2, 3>>));
  RUN(by_name, index_symbol<0> by_name_of_first; index_t by_name = (by_name_of_first + 1)(by_name_of_first = 3));
  RUN(c, c(i, j) = where(u(i, j) == u(j, i), 1.0, 0.0));
  RUN(c, c(i, j) = where(i != j, 1.0, 0.0));
  SHOW((i * 10 + j)(i = 3, j = 4));
  SHOW(IndexForm<decltype(i + j)>);
}
