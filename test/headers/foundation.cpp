// How each public header is used alone: see ops.cpp.
#include <weft/base/check.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/half.hpp>
#include <weft/base/promotion.hpp>
#include <weft/base/index.hpp>
#include <weft/base/literals.hpp>
#include <weft/base/pack.hpp>
#include <weft/base/scalar.hpp>
#include <weft/eval/deterministic.hpp>
#include <weft/eval/report.hpp>
#include <weft/eval/threads.hpp>
#include <weft/expr/capture.hpp>
#include <weft/expr/concepts.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/expression.hpp>
#include <weft/expr/hooks.hpp>
#include <weft/expr/leaf.hpp>
#include <weft/expr/node.hpp>
#include <weft/layout/extents.hpp>
#include <weft/layout/layout.hpp>
#include <weft/layout/slice.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/memory/storage.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/deduce.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/iterator.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/nested.hpp>
#include <weft/tensor/tensor.hpp>
#include <weft/tensor/together.hpp>
#include <weft/tensor/view.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("base/check.hpp") {
  const tensor<double, 1> v{1, 2};
  try {
    v.at(2);
    CHECK(false);
  } catch (index_error const& e) {
    CHECK(std::string(e.what()).find("subscript") != std::string::npos);
  }
}

TEST_CASE("base/promotion.hpp") {
  CHECK(can_cast<bool, int>());
  CHECK(isdtype(dtype::int8, dtype_kind::integral));
  CHECK(sizeof(result_type_t<float, double>) == sizeof(double));
}

TEST_CASE("base/dtype.hpp") {
  CHECK(dtype_of<float> == dtype::float32);
  CHECK(item_size(dtype::complex128) == 16);
  CHECK(to_string(dtype::int8) == "int8");
}

TEST_CASE("base/half.hpp") {
  CHECK(float(float16(0.5) + float16(0.25)) == 0.75f);
  CHECK(is_half<bfloat16>);
}

TEST_CASE("base/literals.hpp") {
  using namespace weft::literals;
  static_assert(decltype(12_c)::value == 12 && decltype(1'000_c)::value == 1000 && decltype(0_c)::value == 0);
}

TEST_CASE("base/index.hpp") {
  const tensor<double, 2, column_major> a{{1, 2}, {3, 4}};
  const view<const double> v = a;
  CHECK(v.rank() == 2);
  CHECK(dyn < 0);
}

TEST_CASE("base/pack.hpp") {
  const auto both = make_pack(tensor<double, 1>{1, 2}, 3);
  CHECK(get<0>(both)(1) == 2);
  CHECK(get<1>(both) == 3);
}

TEST_CASE("base/scalar.hpp") {
  static_assert(Scalar<double> && !Scalar<tensor<double, 1>> && is_number<int> && is_complex<std::complex<float>>);
  tensor<std::complex<float>, 1> z{{1, 2}};
  z *= 2.0F;
  CHECK(z(0) == std::complex<float>(2, 4));
}

TEST_CASE("eval/deterministic.hpp") {
  const deterministic_scope same_bits;
  tensor<double, 1> v{1, 2};
  v += v;
  CHECK(v(1) == 4);
}

TEST_CASE("eval/report.hpp") {
  plan_report report;
  report.temporaries = 2;
  CHECK(to_string(report).find("temporaries 2") != std::string::npos);
}

TEST_CASE("eval/threads.hpp") {
  const thread_scope two{2};
  CHECK(num_threads() == 2);
}

TEST_CASE("expr/capture.hpp") {
  static_assert(Operand<tensor<double, 1>> && Operand<int> && !Operand<std::string>);
  tensor<double, 1> v{1, 2};
  const tensor w = v;
  v -= w;
  CHECK(v(1) == 0);
}

TEST_CASE("expr/concepts.hpp") {
  static_assert(Tensorial<view<double, 1>> && Stored<view<double, 1>> && !Node<view<double, 1>>);
  static_assert(IndexRange<std::vector<int>>);
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  CHECK(a[std::vector<int>{1, 0}] == 3);
}

TEST_CASE("expr/deferred.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<int, 1> rows{1, 1, 0};
  const auto picked = a(rows, all);
  static_assert(std::remove_const_t<decltype(picked)>::is_deferred);
  CHECK(picked.extent(0) == 3);
  const tensor<double, 2> b = picked(range(1, 3), all);
  CHECK(b(0, 1) == 4);
  CHECK(b(1, 1) == 2);
}

namespace {
struct ramp : expression<ramp> {
  using value_type = double;
  using extents_type = dims<2>;
  extents_type extents() const { return weft::shape(2, 3); }
  double element(index_t const* i) const { return double(10 * i[0] + i[1]); }
};
struct answer : expression<answer> {
  using value_type = double;
  using extents_type = dims<0>;
  extents_type extents() const { return {}; }
  double element(index_t const*) const { return 42; }
};
} // namespace

TEST_CASE("expr/expression.hpp") {
  const ramp e;
  CHECK(e(1, 2) == 12);
  const tensor<double, 1> row = e(1, all);
  CHECK(row(2) == 12);
  const tensor<int, 1> columns{2, 0};
  const tensor<double, 2> picked = e(all, columns);
  CHECK(picked(1, 0) == 12);
  CHECK(picked(1, 1) == 10);
  CHECK(double(answer()) == 42);
}

TEST_CASE("expr/hooks.hpp") {
  struct quick {
    using offers = hooks::list<hooks::cost>;
    static constexpr int cost() { return 3; }
  };
  CHECK(std::is_same_v<quick::offers, hooks::list<hooks::name(1)>>);
  CHECK(quick::cost() == 3);
}
TEST_CASE("expr/leaf.hpp") {
  const double x[] = {1, 2, 3, 4};
  const auto place = layout<dims<1>, strided>(shape(2), strides(2));
  const tensor<double, 1> v = strided_leaf<const double, layout<dims<1>, strided>>(x, place, {});
  CHECK(v(1) == 3);
  const tensor<double, 1> part = constant_leaf<double, dims<1>>(7.0, shape(3))(range(0, 2));
  CHECK(part.size() == 2);
  CHECK(part(1) == 7);
}

namespace {
struct twice {
  static constexpr char const* name = "twice";
  double operator()(double x) const { return x + x; }
};
} // namespace

TEST_CASE("expr/node.hpp") {
  const tensor<double, 1> v{1, 2};
  const auto e = node<twice, std::remove_cvref_t<decltype(v.leaf())>>(twice{}, v.leaf());
  CHECK(e(1) == 4);
  const tensor<double, 1> w = e(range(1, 2));
  CHECK(w(0) == 4);
}

TEST_CASE("layout/extents.hpp") {
  const tensor<double> a(shape(2, 3));
  CHECK(a.shape() == shape(2, 3));
  const tensor<double, fixed<2, dyn>> b(3);
  static_assert(std::same_as<decltype(b)::extents_type, extents<2, dyn>>);
  CHECK(b.shape() == shape(2, 3));
}

TEST_CASE("layout/layout.hpp") {
  const layout<dims<2>, dense<row_major>> place(shape(2, 3));
  CHECK(place.stride(0) == 3);
}

TEST_CASE("layout/slice.hpp") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(a(end - 1, range(0, end, 2))(1) == 6);
  CHECK(a(newaxis, ellipsis, 0).shape() == shape(1, 2));
  CHECK(a(all, axis_end - 1)(1) == 6);
}

TEST_CASE("memory/no_alloc.hpp") {
  tensor<double, 1> v{1, 2};
  const no_alloc_scope none;
  v += v;
  CHECK(v(1) == 4);
}

TEST_CASE("memory/storage.hpp") {
  const tensor<double, 1> v{1, 2};
  CHECK(v.ownership() == owned);
  CHECK(v.window().ownership() == borrowed);
  const auto before = set_memory_resource(memory_resource());
  CHECK(before == memory_resource());
}

TEST_CASE("tensor/deduce.hpp") {
  const tensor<double, 2, column_major> f{{1, 2}, {3, 4}};
  const tensor t = f(all, 1);
  static_assert(std::same_as<decltype(t), const tensor<double, 1>>);
  CHECK(t(1) == 4);
}

TEST_CASE("tensor/explain.hpp") {
  const tensor<double, 2> a(3, 3);
  const tensor<int, 1> rows{1, 1};
  CHECK(explain(a(rows, all)).loops > 0);
}

TEST_CASE("tensor/iterator.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const view<const double, 1> column = a(all, 1);
  double total = 0;
  for (double x : column)
    total += x;
  CHECK(total == 6);
  static_assert(std::same_as<decltype(column.begin()), detail::line_iterator<const double>>);
}

TEST_CASE("tensor/memory.hpp") {
  std::vector<double> x{1, 2, 3, 4};
  const auto v = borrow(x.data(), shape(2, 2));
  const tensor t = copy(v);
  const tensor<int, 1> columns{1};
  const tensor picked = eval(own(v(all, columns)));
  CHECK(picked(1, 0) == 4);
  CHECK(as<2>(t)(1, 1) == 4);
  auto a = v(0, all), b = v(1, all);
  swap(a, b);
  CHECK(x[0] == 3);
  CHECK(adopt(std::move(x), shape(4))(0) == 3);
}

TEST_CASE("tensor/nested.hpp") {
  const std::vector<std::vector<double>> rows{{1, 2}, {3, 4}};
  const auto t = to_tensor(rows);
  CHECK(t(1, 0) == 3);
  CHECK(to_nested(t) == rows);
}

TEST_CASE("tensor/tensor.hpp") {
  tensor<double, 2> t{{1, 2, 3}, {4, 5, 6}};
  const tensor<int, 1> columns{2, 0};
  const tensor<double, 2> picked = t(all, columns);
  CHECK(picked(1, 0) == 6);
  t(all, columns) += 1.0;
  CHECK(t(0, 2) == 4);
  t(1, all) = t(0, all);
  CHECK(t(1, 2) == 4);
  CHECK(t[{1, 0}] == 2);
  tensor<double, 2> other;
  swap(t, other);
  CHECK(t.empty());
}

TEST_CASE("tensor/together.hpp") {
  tensor<double, 1> p{1, 2, 3}, q{4, 5, 6};
  together(p, q(all)) = together(q, 2.0);
  CHECK(p(1) == 5);
  CHECK(q(2) == 2);
}

TEST_CASE("tensor/view.hpp") {
  tensor<double, 1> t{1, 2, 3, 4};
  const view<double, 1> v = t;
  const tensor<int, 1> places{3, 0};
  v(places) = 9.0;
  CHECK(t(0) == 9);
  CHECK(t(3) == 9);
  v(range(0, 2)) -= v(range(2, 4));
  CHECK(t(0) == 6);
}
