// doc/reference: Indexing and views
#include "show.hpp"
#include <weft/ops/enumerate.hpp>
#include <weft/ops/lines.hpp>

#ifdef __cpp_multidimensional_subscript
#define WITH_BRACKETS SHOW
#else
#define WITH_BRACKETS LACKING
#endif

using namespace weft;
using namespace weft::literals;

void views() {
  // [operands of indexing and views]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 3> t = reshape(arange(0.0, 24.0, 1.0), shape(2, 3, 4));
  tensor<double, 1> x{1, 2, 3, 4, 5};
  index_t i = 1, j = 2;
  // [end]
  SHOW(a(i, j));
  SHOW(a.at(i, j));
  WITH_BRACKETS((a[i, j]));
  SHOW((a[{i, j}]));
  SHOW(a(all, 1));
  SHOW(x(range(1, 3)));
  SHOW(x(range(3, -1, -1)));
  RUN(x(r), any_range r = range(1, end - 1));
  SHOW(x(range(1, end, std::integral_constant<int, 1>())));
  SHOW(x(range(0_c, end, 2_c)));
  SHOW(a(end - 1, all));
  SHOW(a(axis_end - 1, all));
  SHOW(x(newaxis, all));
  SHOW(t(ellipsis, 0));
  SHOW(transpose(a));
  SHOW(transpose(t, 0, 2).shape());
  SHOW(swap_axes(t, 0, 1).shape());
  SHOW(matrix_transpose(t).shape());
  SHOW(moveaxis(t, 0, 2).shape());
  SHOW(permute(t, 2, 0, 1).shape());
  SHOW(slice(a, 1, 2));
  SHOW(window(x, 0, 1, 3));
  SHOW(a.window());
  SHOW(flatten(a, 0));
  SHOW(reshape(x(range(0, 4)), shape(2, -1)));
  SHOW(broadcast_to(x, shape(2, 5)));
  SHOW(broadcast_shapes(shape(2, 1), shape(5)));
  RUN(rows, auto [whole, rows] = broadcast_arrays(a, a(0, all)));
  SHOW(reverse(a, 1));
  SHOW(flip(a));
  SHOW(rot90(a, 1));
  SHOW(diagonal(a));
  SHOW(diagonal(a, 1));
  SHOW(squeeze(a(range(0, 1), all), 0));
  SHOW(expand_dims(x, 1).shape());
  SHOW(sliding_window(x, 0, 3));
  SHOW(rearrange<0>(a, [](auto axes) {
    return std::swap(axes.stride[0], axes.stride[1]), std::swap(axes.extent[0], axes.extent[1]), axes;
  }));
  SHOW(split(x(range(0, 4)), 2, 0)[1]);
  SHOW(split<2>(x(range(0, 4)), 0)[0]);
  SHOW(array_split(x, 2, 0)[0]);
  SHOW(unstack(a, 1)[0]);
  RUN(parts.size(), split_sections parts = split(x, 5, 0));
  SHOW(*lines(a, 1).begin());
  SHOW(*line_begin(a, 1, shape(1, 0)));
  SHOW(line_end(a, 1, shape(1, 0)) - line_begin(a, 1, shape(1, 0)));
  RUN(last, double last = 0.0; for (auto [index, value] : enumerate(a)) last = value);
  RUN(count_of_visits, int count_of_visits = 0;
      for_each_index(a.shape(), [&](index_t, index_t) { ++count_of_visits; }));
  SHOW(a.as<2>());
  SHOW(as<2>(a(all, all)));
  RUN(v, view<double, 1> v = a(0, all); v.rebind(a(1, all)));
}
