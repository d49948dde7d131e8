// doc/reference: Dynamic types
#include <weft/dynamic/random.hpp>
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
  SHOW(take(u, tensor<int, 1>{1, 0}, 0));
  SHOW(compress(u > 1, u));
  SHOW(u(u > 1));
  RUN(u2, any_tensor u2 = u; put(u2, tensor<int, 1>{3, 0}, 9));
  RUN(z, any_tensor z = u; tensor<int, 1> i{1, 1}; add_at(z, i, 10));
  SHOW(ravel_index(nonzero(u > 2), u.shape()));
  SHOW(nan_to_num(any_tensor(tensor<double, 1>{NAN, 1.0})));
  SHOW(polar(u, 0.0));
  SHOW(double(minmax(u).max));
  SHOW(sort(reverse(u, 1), 0));
  RUN(unique_u.counts, any_unique_elements unique_u = unique_all(u % 2));
  SHOW(concatenate(0, u, tensor<double, 2>{{0.5, 1.5}}));
  SHOW(split(u, 2, 0)[1]);
  SHOW(unstack(u, 1)[0]);
  SHOW(roll(u, 1, 1));
  SHOW(cumsum(u, 0));
  SHOW(median(u, 0));
  RUN(bins.counts, any_histogram bins = histogram(u, 2));
  SHOW(einsum("ij,kj->ik", u, a));
  RUN(c, any_expr<> w = u + a; any_tensor c = w);
  SHOW(double(sum(u)));
  SHOW(w.as<double>());
  SHOW(cast(u, dtype::float32));
  RUN(u, u(0, all) = 5);
  RUN(u, u(all, range(0, 2)) += tensor<int, 2>{{1}, {2}});
  RUN(u, u(tensor<int, 1>{1, 0}, all) = tensor<int, 2>{{1, 2}, {3, 4}});
  RUN(u, masked(u, u > 3) = 0);
  SHOW(compress(u > 1, u));
  SHOW(double(u(0, 0)));
  SHOW(u.at({all, 0}));
  SHOW((std::is_same_v<decltype(u.at(std::vector<any_subscript>{0, all})), any_view>));
  RUN(v, any_view v = u(0, all); v.rebind(u(1, all)); v(ellipsis) = u(0, all));
  RUN(u, any_lines columns = lines(u, 0); for (any_view column : columns) column += 1);
  SHOW(zeros(dtype::float32, 2, 3));
  SHOW(ones(dtype::int8, 2));
  SHOW(full(dtype::int8, shape(2), 7));
  SHOW(eye(dtype::int8, 2));
  SHOW(empty(dtype::float32, 2, 3).shape());
  SHOW(zeros_like(u));
  SHOW(ones_like(u, dtype::float64));
  SHOW(full_like(u, 7));
  SHOW(empty_like(u).shape());
  SHOW(arange(dtype::int16, 4));
  SHOW(linspace(dtype::float32, 0, 1, 3));
  SHOW(random_uniform(dtype::float32, shape(2), 42));
  SHOW(random_integers(dtype::int8, shape(2, 3), 0, 10, 42));
  SHOW(to_string(result_type(u, 0.5)));
  SHOW(can_cast(dtype::int8, dtype::float32));
  RUN(single.eps, finfo_result single = finfo(dtype::float32));
  RUN(small.max, iinfo_result small = iinfo(dtype::int8));
  SHOW(isdtype(u.dtype(), dtype_kind::integral));
  SHOW(linalg::solve(eye(dtype::int8, 2) * 2, u));
  SHOW(linalg::svd(eye(dtype::float32, 2)).s);
  SHOW((Untyped<any_tensor> && AnyTensorial<tensor<double, 2>> && AnyOperand<double>));
  SHOW((std::is_same_v<any_expr<any_element>, any_expr<>>));
  SHOW(visit([](auto const& typed) { return typed.size(); }, u));
  SHOW(visit(types<int, double>, [](auto const& typed) { return double(typed(0, 0)); }, u));
  SHOW(to_string(dtype_of<double>));
  SHOW(item_size(dtype::float64));
  SHOW(can_cast<int, float>());
  SHOW(can_cast(dtype::int16, dtype::float32));
  SHOW(isdtype<int>(dtype_kind::integral));
  SHOW(isdtype(dtype::boolean, dtype_kind::numeric));
  SHOW((std::is_same_v<result_type_t<int, float>, float>));
  SHOW(to_string(result_type(dtype::int32, dtype::float32)));
  SHOW(HasDtype<double>);
  SHOW(float16(0.1) * bfloat16(3));
  SHOW((std::is_same_v<decltype(float16(1) + float16(2)), half_number<5, 10>>));
  RUN(h, tensor<float16, 1> h = tensor<double, 1>{0.1, 1, 3} * 0.5);
  SHOW(cast(u, dtype::bfloat16));
  SHOW(float16(1).bits());
  SHOW(float(float16(1).from_bits(0x3c00)));
}
