// How each public header is used alone: see ops.cpp.
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_subscript.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/dispatch.hpp>
#include <weft/dynamic/elementwise.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/linalg.hpp>
#include <weft/dynamic/lines.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/products.hpp>
#include <weft/dynamic/random.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/dynamic/scatter.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/dynamic/untyped.hpp>
#include <weft/eval/virtual_leaf.hpp>
#include <weft/index/access.hpp>
#include <weft/index/affine.hpp>
#include <weft/index/affine_view.hpp>
#include <weft/index/bind.hpp>
#include <weft/index/contractions.hpp>
#include <weft/index/hierarchical_layout.hpp>
#include <weft/index/hierarchical_view.hpp>
#include <weft/index/layout_algebra.hpp>
#include <weft/index/notation.hpp>
#include <weft/index/ranges.hpp>
#include <weft/index/refinement.hpp>
#include <weft/index/static_layout.hpp>
#include <weft/index/subscript.hpp>
#include <weft/index/symbol.hpp>
#include <weft/index/tiles.hpp>
#include <weft/io/c_tensor.h>
#include <weft/io/c_tensor.hpp>
#include <weft/io/convert.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/io/format.hpp>
#include <weft/io/formatter.hpp>
#include <weft/io/image.hpp>
#include <weft/io/map.hpp>
#include <weft/io/mdspan.hpp>
#include <weft/io/npy_typed.hpp>
#include <weft/io/npy_untyped.hpp>
#include <weft/io/npz.hpp>
#include <weft/io/print_typed.hpp>
#include <weft/io/print_untyped.hpp>
#include <weft/io/save.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/linalg/cov.hpp>
#include <weft/linalg/einsum.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/tensor/tensor.hpp>

#include <cmath>
#include <sstream>
#include <string>
#include <version>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("linalg/build_info.hpp") {
  CHECK(!build_info().version.empty());
  CHECK(to_string(build_info()).find(build_info().version) != std::string::npos);
}

TEST_CASE("linalg/cov.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 6}};
  const tensor<double, 2> c = cov(a, 0);
  CHECK(c(0, 1) == 4);
}

TEST_CASE("linalg/einsum.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<double, 2> b = einsum<"ij,jk->ki">(a, a);
  const tensor<double> c = einsum("ii->i", a);
  CHECK(b(0, 1) == 15);
  CHECK(c(1) == 4);
}

TEST_CASE("linalg/matmul.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<int, 1> rows{1};
  const tensor<double, 2> b = matmul(a, a);
  CHECK(b(1, 0) == 15);
  const tensor<double, 2> last = matmul(a, a)(rows, all);
  CHECK(last(0, 1) == 22);
  CHECK(double(matmul(a(0, all), a(1, all))) == 11);
}

TEST_CASE("linalg/tensordot.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<double, 2> b = tensordot(a, a, 1);
  CHECK(b(1, 0) == 15);
}

TEST_CASE("linalg/vector.hpp") {
  const tensor<double, 1> v{1, 2, 3};
  CHECK(dot(v, v) == 14);
  const tensor<double, 2> o = outer(v, v);
  CHECK(o(2, 1) == 6);
  CHECK(trace(o) == 14);
}

TEST_CASE("dynamic/any_expr.hpp") {
  const tensor<double, 1> x{1, 2};
  any_expr<double> e = x * 2.0;
  e = e + x;
  const tensor<double, 1> y = e;
  CHECK(y(1) == 6);
}

TEST_CASE("eval/virtual_leaf.hpp") {
  using leaf = virtual_leaf<double, dims<1>>;
  CHECK(leaf::static_rank == 1);
  CHECK(leaf::is_deferred);
}

TEST_CASE("dynamic/elementwise.hpp") {
  const any_tensor a(tensor<double, 1>{1, double(NAN)});
  CHECK(nan_to_num(a) == any_tensor(tensor<double, 1>{1, 0}));
  CHECK(polar(nan_to_num(a), 0.0).dtype() == dtype::complex128);
}

TEST_CASE("dynamic/formula.hpp") {
  const tensor<double, 1> x{1, 2};
  formula f("x^2 + 1");
  f.bind("x", x);
  const tensor<double, 1> y = f;
  CHECK(y(1) == 5);
}

TEST_CASE("dynamic/result_type.hpp") {
  CHECK(result_type(dtype::int8, dtype::float32) == dtype::float32);
}

TEST_CASE("dynamic/dispatch.hpp") {
  CHECK(std::is_same_v<std::remove_cvref_t<decltype(types<float, double>)>, types_t<float, double>>);
}

TEST_CASE("dynamic/untyped.hpp") {
  const tensor<int, 1> x{1, 2};
  const any_expr<> e = 2 * any_expr<>(x);
  CHECK(e.dtype() == dtype::int32);
  CHECK(int(sum(e)) == 6);
}

TEST_CASE("dynamic/any_subscript.hpp") {
  const any_subscript at[] = {0, all};
  CHECK(std::size(at) == 2);
}

TEST_CASE("dynamic/any_view.hpp") {
  any_view v(view<double, 1>{});
  CHECK(v.dtype() == dtype::float64);
}

TEST_CASE("dynamic/generate.hpp") {
  CHECK(zeros(dtype::float32, 2, 3).shape() == shape(2, 3));
  CHECK(eye(dtype::int8, 2) == any_tensor(tensor<std::int8_t, 2>{{1, 0}, {0, 1}}));
}

TEST_CASE("dynamic/linalg.hpp") {
  const any_tensor a(tensor<double, 2>{{2, 0}, {0, 4}});
  CHECK(linalg::inv(a) == any_tensor(tensor<double, 2>{{0.5, 0}, {0, 0.25}}));
}

TEST_CASE("dynamic/lines.hpp") {
  any_tensor a(tensor<double, 2>{{1, 2}, {3, 4}});
  for (any_view line : lines(a, 1))
    line(0) = 7.0;
  CHECK(a == any_tensor(tensor<double, 2>{{7, 2}, {7, 4}}));
}

TEST_CASE("dynamic/masked.hpp") {
  any_tensor a(tensor<double, 1>{1, 2, 3});
  masked(a, tensor<bool, 1>{true, false, true}) = 0.0;
  CHECK(a == any_tensor(tensor<double, 1>{0, 2, 0}));
}

TEST_CASE("dynamic/pick.hpp") {
  any_tensor a(tensor<double, 1>{1, 2, 3});
  put(a, tensor<int, 1>{0}, 5);
  CHECK(take(a, tensor<int, 1>{2, 0}, 0) == any_tensor(tensor<double, 1>{3, 5}));
}

TEST_CASE("dynamic/products.hpp") {
  const any_tensor a(tensor<double, 2>{{1, 2}, {3, 4}});
  CHECK(double(trace(a)) == 5);
  CHECK(einsum("ij->ji", a) == any_tensor(tensor<double, 2>{{1, 3}, {2, 4}}));
}

TEST_CASE("dynamic/random.hpp") {
  const any_tensor x = random_uniform(dtype::float32, shape(4), 42);
  CHECK(x.as<float, 1>()(3) < 1);
  CHECK(random_choice(x, 2, 1).size() == 2);
}

TEST_CASE("dynamic/rearrange.hpp") {
  const any_tensor a(tensor<double, 1>{1, 2});
  CHECK(concatenate(0, a, tensor<double, 1>{3}) == any_tensor(tensor<double, 1>{1, 2, 3}));
  CHECK(pad(a, 1, padding::edge) == any_tensor(tensor<double, 1>{1, 1, 2, 2}));
}

TEST_CASE("dynamic/scan.hpp") {
  const any_tensor a(tensor<double, 1>{1, 2, 4});
  CHECK(cumsum(a, 0) == any_tensor(tensor<double, 1>{1, 3, 7}));
  CHECK(diff(a) == any_tensor(tensor<double, 1>{1, 2}));
}

TEST_CASE("dynamic/scatter.hpp") {
  any_tensor a(tensor<double, 1>{3, 1});
  const tensor<int, 1> twice{1, 1};
  add_at(a, twice, 2);
  max_at(a, twice, 4.0);
  min_at(a, twice, 4.5);
  CHECK(a == any_tensor(tensor<double, 1>{3, 4.5}));
}

TEST_CASE("dynamic/sort.hpp") {
  const any_tensor a(tensor<double, 1>{3, 1, 3});
  CHECK(sort(a) == any_tensor(tensor<double, 1>{1, 3, 3}));
  const any_unique_elements found = unique_all(a);
  CHECK(found.counts == any_tensor(tensor<index_t, 1>{1, 2}));
}

TEST_CASE("dynamic/statistics.hpp") {
  const any_tensor a(tensor<double, 1>{3, 1, 3});
  CHECK(double(any_expr<>(quantile(a, 0.5, quantile_method::lower))) == 3);
  const any_histogram bins = histogram(a, 2);
  CHECK(bins.counts == any_tensor(tensor<index_t, 1>{1, 2}));
}

TEST_CASE("dynamic/any_tensor.hpp") {
  any_tensor a(tensor<double, 2>{{1, 2}, {3, 4}});
  a.as<double, 2>()(0, 0) = 9.0;
  CHECK(visit([](auto const& x) { return x.size(); }, a) == 4);
  CHECK(a.dtype() == dtype::float64);
}

TEST_CASE("index/affine.hpp") {
  affine f("2 * n - 1");
  f["n"] = 4;
  CHECK(f() == 7);
}

TEST_CASE("index/affine_view.hpp") {
  tensor<int, 1> a{1, 2, 3, 4};
  affine_view(a, shape(2), "3 - _0")(0) = 9;
  CHECK(a(3) == 9);
}

TEST_CASE("index/hierarchical_layout.hpp") {
  const hierarchical_layout l("((2,2),4):((1,4),2)");
  CHECK(l(3, 1) == 7);
}

TEST_CASE("index/layout_algebra.hpp") {
  CHECK(coalesce(hierarchical_layout(4, 1)) == hierarchical_layout(4, 1));
}

TEST_CASE("index/static_layout.hpp") {
  CHECK(static_modes<static_mode<2, 3>, static_mode<4, 1>>{}(1, 2) == 5);
}

TEST_CASE("index/hierarchical_view.hpp") {
  hierarchical_tensor<int, 2> h(hierarchical_layout("(2,2):(2,1)"));
  h(1, 0) = 3;
  CHECK(h.memory()(2) == 3);
}

TEST_CASE("index/refinement.hpp") {
  detail::axis_refinement r(dynamic_extents(0));
  CHECK(r.close());
}

TEST_CASE("index/subscript.hpp") {
  CHECK(detail::plain_index(index_symbol<2>{}) == 2);
}

TEST_CASE("index/access.hpp") {
  CHECK(detail::open_indices<index_symbol<1>> == 2);
}

TEST_CASE("index/ranges.hpp") {
  detail::index_box box;
  box.narrow(0, -2, 5, 5, 4);
  CHECK(box.first[0] == 1);
  CHECK(box.last[0] == 2);
}

TEST_CASE("index/contractions.hpp") {
  CHECK(std::is_same_v<detail::indices_in<detail::index_list<2, 0, 1>, 0b101>, detail::index_list<2, 0>>);
}

TEST_CASE("index/bind.hpp") {
  detail::index_ranges ranges{};
  ranges.of[0] = {0, 3};
  using loops = detail::index_loops<detail::index_list<0>, extents<dyn>>;
  CHECK(detail::index_binder<loops>{ranges}(index_symbol<0>{}).extents()[0] == 3);
}

TEST_CASE("index/notation.hpp") {
  const index_symbol<0> i;
  tensor<int, 1> a{1, 2, 3}, b(3);
  b(i) = a(2 - i);
  CHECK(b(0) == 3);
  CHECK(sum(elements_over(i, 2 * a(i))) == 12);
}

TEST_CASE("index/tiles.hpp") {
  tensor<int, 1> a{1, 2, 3};
  int n = 0;
  for (auto t : tiles(a, shape(2)))
    n += int(t.size()) * 10 + t(0);
  for_each_tile(tiles(a, shape(2)), [](auto t) { t(0) = 7; });
  for_each_run(a, [&](auto part) { n += part(0); });
  CHECK(n == 21 + 13 + 7);
}

TEST_CASE("index/symbol.hpp") {
  auto [i, j] = indices<2>();
  CHECK((i * 10 + j)(i = 3, j = 4) == 34);
}

TEST_CASE("io/c_tensor.h") {
  weft_tensor_t t{};
  t.rank = 1;
  CHECK(t.rank == 1);
}

TEST_CASE("io/c_tensor.hpp") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  const view<double, 2> v = from_c<double, 2>(to_c(a));
  v(1, 1) = 9.0;
  CHECK(a(1, 1) == 9);
}

TEST_CASE("io/convert.hpp") {
  CHECK(converting == conversion::checked);
  CHECK(casting == conversion::unchecked);
}

TEST_CASE("io/csv.hpp") {
  const auto table = parse_csv<double>("a,b\n1,2\n", {.header = true});
  CHECK(table.values(0, 1) == 2);
  CHECK_THROWS_AS(load_csv<double>("missing.csv"), io_error);
}

TEST_CASE("io/dlpack.hpp") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  const view<double, 2> v = from_dlpack<double, 2>(to_dlpack(a.share()));
  v(0, 0) = 7.0;
  CHECK(a(0, 0) == 7);
}

TEST_CASE("io/format.hpp") {
  const print_scope short_ones({.precision = 3});
  CHECK(current_print_options().precision == 3);
}

TEST_CASE("io/formatter.hpp") {
  static_assert(Printable<tensor<double, 1>> && !Printable<int>);
  CHECK(to_string(tensor<double, 1>{1, 2}) == "[1. 2.]");
}

TEST_CASE("io/image.hpp") {
  CHECK_THROWS_AS((load_pnm<float, 3>("missing.pnm")), io_error);
  CHECK_THROWS_AS(load_png("missing.png"), error);
}

TEST_CASE("io/map.hpp") {
  CHECK_THROWS_AS((map_npy<double, 2>("missing.npy")), io_error);
}

#ifdef __cpp_lib_mdspan
TEST_CASE("io/mdspan.hpp") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  CHECK(to_mdspan(a).extent(1) == 2);
}
#endif

TEST_CASE("io/npy_typed.hpp") {
  static_assert(Storable<tensor<double, 1>>);
  CHECK_THROWS_AS((load_npy<double, 2>("missing.npy")), io_error);
}

TEST_CASE("io/npy_untyped.hpp") {
  static_assert(Storable<any_tensor>);
  CHECK_THROWS_AS(load_npy("missing.npy"), io_error);
}

TEST_CASE("io/npz.hpp") {
  CHECK_THROWS_AS(load_npz("missing.npz"), io_error);
}

TEST_CASE("io/print_typed.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<int, 1> rows{1};
  std::ostringstream out;
  out << a(rows, all) << a.shape();
  CHECK(out.str() == "[[3. 4.]](2,2)");
}

TEST_CASE("io/print_untyped.hpp") {
  CHECK(to_string(any_tensor(tensor<int, 1>{1, 2})) == "[1 2]");
}

TEST_CASE("io/save.hpp") {
  const save_options options{.sync = true};
  CHECK(options.sync);
}
