#include <support/grid.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>
#include <weft/eval/table.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

// The forms of a tensor (static shape, some static extents, static rank, run-time rank, rank 0) in both orders, as
// operands and as targets of one assignment.
using oracle::at;
using oracle::index_t;
using oracle::list;
using weft::column_major;
using weft::dyn;
using weft::fixed;
using weft::row_major;
using weft::tensor;

namespace {

/// The elements of a tensor, read from its memory by the order that its type promises.
template <class T, auto S, class Order>
oracle::array<T> elements(tensor<T, S, Order> const& t) {
  oracle::place p;
  for (int k = 0; k < t.rank(); ++k)
    p.extents.push_back(t.extent(k));
  p.strides.resize(p.extents.size());
  index_t run = 1;
  for (std::size_t n = 0; n < p.extents.size(); ++n) {
    const std::size_t k = std::same_as<Order, row_major> ? p.extents.size() - 1 - n : n;
    p.strides[k] = run;
    run *= p.extents[k];
  }
  return oracle::read(t.data(), p);
}

template <class Tensor>
void fill_with(Tensor& t, int first) {
  for (index_t i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<typename Tensor::value_type>(first + i % 13);
}

/// target = a + 2 * b - c, and target -= a * row, for one choice of types.
template <class Target, class A, class B>
void check_forms(Target t, A a, B b) {
  fill_with(t, 1);
  fill_with(a, 5);
  fill_with(b, 9);
  const auto x = elements(a), y = elements(b);
  const tensor<double, 1> row(weft::shape(t.extent(1)), 3.0);
  t = a + 2.0 * b - weft::full(weft::shape(1, 1), 4.0);
  const list shape{t.extent(0), t.extent(1)};
  auto expected = oracle::map_to(shape, [](double p, double q) { return p + 2 * q - 4; }, x, y);
  CHECK(oracle::difference(expected, elements(t)) == "");
  t -= a * row;
  expected = oracle::map_to(shape, [](double p, double q) { return p - q * 3; }, expected, x);
  CHECK(oracle::difference(expected, elements(t)) == "");
}

using static_rows = tensor<double, fixed<5, 3>>;
using static_columns = tensor<double, fixed<5, 3>, column_major>;
using mixed_rows = tensor<double, fixed<dyn, 3>>;
using mixed_columns = tensor<double, fixed<5, dyn>, column_major>;
using rank_rows = tensor<double, 2>;
using rank_columns = tensor<double, 2, column_major>;
using any_rows = tensor<double>;
using any_columns = tensor<double, weft::runtime_rank, column_major>;

} // namespace

TEST_CASE("forms: each as a target, and as an operand of another") {
  const auto shape = weft::shape(5, 3);
  check_forms(static_rows(), static_rows(), static_rows());
  check_forms(static_columns(), static_rows(), mixed_columns(shape));
  check_forms(mixed_rows(shape), static_columns(), any_rows(shape));
  check_forms(mixed_columns(shape), rank_rows(shape), rank_columns(shape));
  check_forms(rank_rows(shape), any_columns(shape), rank_rows(shape));
  check_forms(rank_columns(shape), rank_columns(shape), mixed_rows(shape));
  check_forms(any_rows(shape), any_rows(shape), static_columns());
  check_forms(any_columns(shape), mixed_columns(shape), any_columns(shape));
}

TEST_CASE("forms: rank 0") {
  tensor<double, 0> s(1.5), u;
  tensor<double> d(weft::shape());
  u = s + 2.0 * s;
  CHECK(*u.data() == 4.5);
  d = u * s;
  CHECK(d.rank() == 0);
  CHECK(*d.data() == 6.75);
  u += d;
  CHECK(*u.data() == 11.25);
  tensor<double, 2> t(2, 3);
  t = s + weft::zeros<double>(weft::shape(2, 3));
  CHECK(oracle::difference({{2, 3}, {1.5, 1.5, 1.5, 1.5, 1.5, 1.5}}, elements(t)) == "");
  t.window() = d;
  CHECK(t.data()[5] == 6.75);
  u = weft::from_function(weft::shape(), [] { return 8.0; });
  CHECK(*u.data() == 8);
}

TEST_CASE("forms: newaxis and missing axes repeat") {
  tensor<double, 1> row{1, 2, 3}, column{10, 20};
  tensor<double, 2> t(2, 3);
  t = row + column(weft::all, weft::newaxis);
  CHECK(oracle::difference({{2, 3}, {11, 12, 13, 21, 22, 23}}, elements(t)) == "");
  t *= row;
  CHECK(oracle::difference({{2, 3}, {11, 24, 39, 21, 44, 69}}, elements(t)) == "");
  tensor<double> any(weft::shape(2, 1, 3));
  any = t(weft::all, weft::newaxis, weft::all) - row;
  CHECK(oracle::difference({{2, 1, 3}, {10, 22, 36, 20, 42, 66}}, elements(any)) == "");
}

TEST_CASE("forms: 16 axes") {
  const list extents{1, 2, 1, 1, 2, 1, 3, 1, 1, 2, 1, 1, 1, 2, 1, 2};
  tensor<int> a(weft::shape(extents)), b(weft::shape(extents));
  fill_with(a, 2);
  const auto x = elements(a);
  b = a + transpose(transpose(a)) * 10;
  CHECK(oracle::difference(oracle::map_to(extents, [](int p) { return 11 * p; }, x), elements(b)) == "");
  b = 0;
  transpose(b) = transpose(a) + weft::ones<int>(weft::shape(1));
  CHECK(oracle::difference(oracle::map_to(extents, [](int p) { return p + 1; }, x), elements(b)) == "");
  b = weft::from_function(b.shape(), [](weft::dynamic_extents const& i) { return static_cast<int>(i[15] + 10 * i[6]); });
  const auto expected = oracle::make(extents, [](list const& i) { return static_cast<int>(i[15] + 10 * i[6]); });
  CHECK(oracle::difference(expected, elements(b)) == "");
}

TEST_CASE("forms: of more operands than have room on the stack, in memory that a no_alloc_scope refuses") {
  weft::tensor<double, 2> const c{{1, 2}, {3, 4}};
  weft::tensor<double, 2> r(2, 2);
  auto const four = c + c + c + weft::transpose(c);
  auto const many = four + four + four + four + c;
  {
    const weft::no_alloc_scope none;
    const std::string text = support::message_of([&] { r = many; });
    CHECK(text.find("for the tables of an expression would have been allocated") != std::string::npos);
  }
  r = many;
  CHECK(r(0, 1) == 13 * 2 + 4 * 3);
}
