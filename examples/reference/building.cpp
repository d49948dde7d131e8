// doc/reference: For code that is built on weft
#include <weft/ops/enumerate.hpp>
#include <weft/ops/lines.hpp>
#include "show.hpp"

using namespace weft;

// [types of building]
struct halved { // a function for map()
  using offers = hooks::list<hooks::total, hooks::cost>;
  static constexpr char const* name = "halved";
  static constexpr bool total = true;
  static constexpr int cost = 1;
  double operator()(double x) const { return x / 2; }
};
// [end]

void building() {
  // [operands of building]
  using matrix = tensor<double, 2>;
  matrix a{{1, 2}, {3, 4}}, b = a;
  struct numbered : expression<numbered> { // an expression of the program's own
    using value_type = double;
    using extents_type = dims<2>;
    extents_type extents() const { return weft::shape(2, 3); }
    double element(index_t const* i) const { return 10.0 * double(i[0]) + double(i[1]); }
  };
  // [end]
  SHOW((Tensorial<matrix> && !Tensorial<double>));
  RUN(doubled(a), auto doubled = [](Tensorial auto const& x) { return x + x; });
  SHOW((Operand<matrix> && Operand<double>));
  SHOW((OneOperand<matrix> && !OneOperand<double>));
  SHOW((OperandPair<matrix, double> && !OperandPair<double, double>));
  SHOW((std::is_same_v<halved::offers, hooks::list<hooks::total, hooks::cost>>));
  RUN(map(halved(), a), static_assert(hooks::name(1) == hooks::cost));
  SHOW((Stored<matrix> && !Stored<decltype(a + b)>));
  SHOW((Node<decltype(a + b)> && !Node<matrix>));
  SHOW(Scalar<double>);
  SHOW(is_scalar<double>::value);
  SHOW(is_number<double>);
  SHOW((is_floating<float16> && !is_floating<int>));
  SHOW((is_half<bfloat16> && !is_half<float>));
  SHOW(is_complex<std::complex<float>>);
  SHOW((Shape<dims<2>> && is_extents<dims<2>>));
  SHOW((Subscript<int> && Subscript<all_t>));
  SHOW(IndexRange<std::vector<int>>);
  SHOW(shape(2, 3));
  SHOW(dynamic_extents(2));
  SHOW((*enumerate(a).begin()).value);
  SHOW(PadWidth<int>);
  SHOW((extents<2, 3>()));
  RUN(by_columns.offset(1, 2), layout<dims<2>, strided> by_columns(shape(3, 4), strides(1, 3)));
  SHOW((layout<dims<2>, dense<column_major>>(shape(3, 4)).strides()));
  RUN(
      elements(twice), auto twice = 2.0 * numbered();
      auto elements = []<class D>(expression<D> const& x) { return x.size(); });
  SHOW(twice);
  RUN(e.function(2.0, 3.0), node e = a + 10.0);
  RUN(children.count, pack children = e.children);
  RUN(get<0>(p), auto p = make_pack(1, 2.0));
  RUN(memory.place.strides(), strided_leaf memory = get<0>(e.children));
  SHOW(a.leaf().data == a.data());
  RUN(ten.value, constant_leaf ten = get<1>(e.children));
  RUN(inside.elements[1], value_leaf inside = get<0>((tensor<double, fixed<2>>{1, 2} + 10.0).children));
  RUN(table.at_number(3),
      generator_leaf table = from_function(shape(2, 2), [](index_t i, index_t j) { return 10 * i + j; }));
  RUN(product.whole, deferred product = matmul(a, b));
  RUN(chosen.extents(), virtual_leaf chosen = any_expr<double, 2>(a + b));
  SHOW(lines(a, 0).size());
  RUN(columns[1], line_range columns = lines(a, 0));
  RUN(p1[1], auto p1 = line_begin(a, 0, {0, 1}));
  RUN(corner.index(), element_iterator corner = transpose(a).begin() + 2);
  RUN(item.index, enumerated items = enumerate(a); indexed_element item = items[1]);
  RUN(a, view first = a(all, 0); first.window_leaf().data[0] = 7.0);
}
