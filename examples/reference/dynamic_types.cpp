// doc/reference: Dynamic types
#include "show.hpp"

using namespace weft;

void dynamic_types() {
  // [operands of dynamic types]
  tensor<double, 2> a{{1, 2}, {3, 4}}, b{{1, 0}, {0, 1}};
  tensor<double, 1> x{1, 2, 3};
  any_tensor u(tensor<int, 2>{{1, 2}, {3, 4}});
  // [end]
  RUN(any_expr<double>(f), formula f("x^2 + y"); f.bind("x", x).bind("y", 1.0));
  SHOW(formula("x^2 + y").names().size());
  SHOW(formula("x^2 + y").unbound().size());
  RUN(e, any_expr<double> e = a * b; e = e + 1.0);
  RUN(r, any_expr<double, 2> r = a * b);
  SHOW(any_tensor(dtype::float64, shape(2, 2)));
  SHOW(u.dtype() == dtype::int32);
  SHOW(u.bytes());
  SHOW(u.as<int, 2>());
  SHOW(2 * u + 0.5f);
  SHOW(where(u > 2, u, 0));
  RUN(c, any_expr<> w = u + a; any_tensor c = w);
  SHOW(double(sum(u)));
  SHOW(w.as<double>());
  SHOW(cast(u, dtype::float32));
  SHOW((Untyped<any_tensor> && AnyTensorial<tensor<double, 2>> && AnyOperand<double>));
  SHOW((std::is_same_v<any_expr<any_element>, any_expr<>>));
  SHOW(visit([](auto const& v) { return v.size(); }, u));
  SHOW(visit(types<int, double>, [](auto const& v) { return double(v(0, 0)); }, u));
  SHOW(to_string(dtype_of<double>));
  SHOW(item_size(dtype::float64));
  SHOW(can_cast<int, float>());
  SHOW(can_cast(dtype::int16, dtype::float32));
  SHOW(isdtype<int>(dtype_kind::integral));
  SHOW(isdtype(dtype::boolean, dtype_kind::numeric));
  SHOW((std::is_same_v<result_type_t<int, float>, float>));
  SHOW(to_string(result_type(dtype::int32, dtype::float32)));
  SHOW(HasDtype<double>);
}
