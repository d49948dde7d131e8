#include "rearranged.hpp"

#include <support/message.hpp>

#include <weft/linalg/matmul.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>

#include <weft/ops/split.hpp>

#include <array>
#include <span>
#include <vector>

using namespace rearranged;
using weft::axis;
using weft::concatenate;
using weft::fixed;
using weft::shape;
using weft::stack;

namespace {

/// Operands one after the other along axis k.
template <class T, std::size_t N>
array<T> joined(std::array<array<T>, N> const& operands, std::size_t k) {
  list extents = operands[0].extents;
  for (std::size_t j = 1; j < N; ++j)
    extents[k] += operands[j].extents[k];
  return oracle::make(extents, [&](list i) {
    std::size_t j = 0;
    while (i[k] >= operands[j].extents[k])
      i[k] -= operands[j++].extents[k];
    return operands[j](i);
  });
}

struct concatenated {
  int axis;
  auto made(auto const& x) const { return concatenate(axis, x[0], x[1], x[2]); }
  auto expected(auto const& x) const { return joined(x, oracle::at(axis)); }
};
struct stacked {
  int axis;
  auto made(auto const& x) const { return stack(axis, x[0], x[1]); }
  auto expected(auto x) const {
    for (auto& e : x)
      e.extents.insert(e.extents.begin() + axis, 1);
    return joined(x, oracle::at(axis));
  }
};

template <class T>
void check_concatenate(grid::dice& r) {
  check_grid<T, 3>(r, {list{3}, {1}, {7}}, concatenated{0});
  check_grid<T, 3>(r, {list{2, 3}, {2, 0}, {2, 1}}, concatenated{1});
  check_grid<T, 3>(r, {list{7, 33}, {1, 33}, {2, 33}}, concatenated{0});
  check_grid<T, 3>(r, {list{2, 3, 2}, {2, 1, 2}, {2, 7, 2}}, concatenated{1});
  check_grid<T, 3>(r, {list{0, 3}, {0, 3}, {0, 3}}, concatenated{1});
}

} // namespace

TEST_CASE("concatenate: operands of any strides along any axis") {
  grid::dice r(1);
  check_concatenate<double>(r);
  check_concatenate<signed char>(r);
}

TEST_CASE("stack: a new axis anywhere") {
  grid::dice r(2);
  check_grid<int, 2>(r, {list{}, {}}, stacked{0});
  for (int k = 0; k < 3; ++k)
    check_grid<int, 2>(r, {list{3, 7}, {3, 7}}, stacked{k});
  check_grid<int, 2>(r, {list{0, 2}, {0, 2}}, stacked{1});
}

TEST_CASE("concatenate: the type holds the elements of all operands, and knows what is known of the shape") {
  const tensor<int, fixed<2, 3>> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, fixed<2, 1>> b{{0.5}, {1.5}};
  const auto c = eval(concatenate(axis<1>, a, b, a));
  static_assert(std::same_as<decltype(c), const tensor<double, fixed<2, 7>>>);
  CHECK(oracle::difference({{2, 7}, {1, 2, 3, 0.5, 1, 2, 3, 4, 5, 6, 1.5, 4, 5, 6}}, elements(c)) == "");
  static_assert(std::same_as<decltype(eval(concatenate(1, a, b))), tensor<double, 2>>);
  static_assert(std::same_as<decltype(eval(stack(axis<0>, a, a))), tensor<int, fixed<2, 2, 3>>>);
  const tensor<int, fixed<weft::dyn, 3>> d = a;
  const tensor<int> e = a;
  static_assert(std::same_as<decltype(eval(concatenate(axis<0>, a, d))), tensor<int, fixed<weft::dyn, 3>>>);
  static_assert(std::same_as<decltype(eval(concatenate(axis<0>, a, e, d))), tensor<int>>);
  CHECK(oracle::difference({{4, 3}, {1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}}, elements(concatenate(axis<0>, d, e))) == "");
  const tensor<signed char, 1> small{1, -2};
  static_assert(std::same_as<decltype(concatenate(0, small, small))::value_type, signed char>);
  const tensor<std::complex<float>, 1> z{{1, 2}};
  const tensor<float, 1> f = concatenate(0, small, cast<float>(small)); // through a temporary: int8 to float in parts
  CHECK(oracle::difference<std::complex<float>>({{3}, {{1, 2}, 1, -2}}, elements(concatenate(0, z, small))) == "");
  CHECK(oracle::difference<float>({{4}, {1, -2, 1, -2}}, elements(f)) == "");
}

TEST_CASE("concatenate: expressions, generators, products and sums go straight into their parts") {
  const tensor<double, 2> a{{1, 2}, {3, 4}}, b{{5, 6}, {7, 8}};
  tensor<double, 2> t(8, 2);
  const auto e = concatenate(0, a + b, weft::full(shape(1, 2), 9.0), matmul(a, b), expand_dims(sum(a, 0), 0), a);
  const double expected[] = {6, 8, 10, 12, 9, 9, 19, 22, 43, 50, 4, 6, 1, 2, 3, 4};
  CHECK(weft::explain(t, e).temporaries == 1); // the sum
  t = e;
  CHECK(oracle::difference<double>({{8, 2}, {std::begin(expected), std::end(expected)}}, elements(t)) == "");
  const tensor<double, 1> sums = sum(concatenate(1, a, 2.0 * a), 1);
  CHECK(oracle::difference<double>({{2}, {9, 21}}, elements(sums)) == "");
  CHECK(oracle::difference<double>({{4, 2}, {5, 7, 6, 8, 1, 3, 2, 4}},
                                   elements(concatenate(0, transpose(b), transpose(concatenate(1, a))))) == "");
}

TEST_CASE("concatenate: a product that stands in two parts is computed once") {
  const tensor<double, 2> a(40, 40), b(40, 40);
  tensor<double, 2> t(80, 40);
  const auto p = matmul(a, b);
  CHECK(weft::explain(t, concatenate(0, p, p)).flops == 2 * 40 * 40 * 40);
  CHECK(weft::explain(t, concatenate(0, matmul(a, b), b)).temporary_bytes ==
        weft::explain(window(t, 0, 0, 39), matmul(a, b)).temporary_bytes);
}

TEST_CASE("concatenate: the target may be an operand, of a product too") {
  tensor<int, 1> a{1, 2, 3};
  a = concatenate(0, a, a(weft::range(0, 1)), a);
  CHECK(a == tensor<int, 1>{1, 2, 3, 1, 1, 2, 3});
  tensor<double, 2> m{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  auto top = m(weft::range(0, 2), weft::all), bottom = m(weft::range(2, 4), weft::all);
  m(weft::ellipsis) = concatenate(0, bottom, matmul(top, top));
  CHECK(m == tensor<double, 2>{{5, 6}, {7, 8}, {7, 10}, {15, 22}});
  m(weft::ellipsis) = concatenate(0, bottom, concatenate(0, bottom, concatenate(1, top))(weft::range(2, 4), weft::all));
  CHECK(m == tensor<double, 2>{{7, 10}, {15, 22}, {5, 6}, {7, 8}});
}

TEST_CASE("concatenate: a target with other elements, and one that repeats the result") {
  const tensor<float, 1> a{1.5f, 2.5f};
  tensor<double, 2> t(2, 4);
  t(weft::ellipsis) = concatenate(0, a, a);
  CHECK(t == tensor<double, 2>{{1.5, 2.5, 1.5, 2.5}, {1.5, 2.5, 1.5, 2.5}});
  t += stack(0, t, t)(1);
  CHECK(t(1, 3) == 5.0);
}

TEST_CASE("concatenate: operands that are taken over live as long as the expression") {
  const auto make = [](int n) { return tensor<int, 1>(shape(2), n); };
  const auto e = concatenate(0, make(1), make(2) + 1);
  CHECK(eval(e) == tensor<int, 1>{1, 1, 3, 3});
}

TEST_CASE("concatenate: elements that own memory, onto themselves too") {
  tensor<std::string, 1> a{"one", "two"};
  a = concatenate(0, a, tensor<std::string, 1>{"three"}, a);
  CHECK(a == tensor<std::string, 1>{"one", "two", "three", "one", "two"});
  a(weft::range(0, 4)) = concatenate(0, a(weft::range(3, 5)), a(weft::range(0, 2)));
  CHECK(a == tensor<std::string, 1>{"one", "two", "one", "two", "two"});
}

namespace {

/// The same operands in a range.
struct concatenated_range {
  int axis;
  auto made(auto const& x) const { return concatenate(axis, x); }
  auto expected(auto const& x) const { return joined(x, oracle::at(axis)); }
};

} // namespace

TEST_CASE("concatenate, stack: a range of operands of any strides") {
  grid::dice r(3);
  check_grid<double, 3>(r, {list{3}, {1}, {7}}, concatenated_range{0});
  check_grid<double, 3>(r, {list{2, 3}, {2, 0}, {2, 1}}, concatenated_range{1});
  check_grid<int, 3>(r, {list{2, 3, 2}, {2, 1, 2}, {2, 7, 2}}, concatenated_range{1});
  std::vector<tensor<int, 2>> tensors;
  for (int n = 1; n < 6; ++n)
    tensors.push_back(tensor<int, 2>(shape(n, 2), n));
  tensor<int, 2> rows(15, 2);
  CHECK(weft::explain(rows, concatenate(0, tensors)).temporaries == 0);
  rows = concatenate(0, tensors);
  std::vector<int> expected;
  for (int n = 1; n < 6; ++n)
    expected.insert(expected.end(), oracle::at(2 * n), n);
  CHECK(oracle::difference({{15, 2}, expected}, elements(rows)) == "");
  std::vector<weft::view<const int, 2>> windows;
  for (auto const& t : tensors)
    windows.push_back(transpose(t)(weft::all, weft::range(0, 1)));
  CHECK(oracle::difference({{2, 5}, {1, 2, 3, 4, 5, 1, 2, 3, 4, 5}}, elements(concatenate(1, windows))) == "");
  CHECK(oracle::difference({{5, 2, 1}, {1, 1, 2, 2, 3, 3, 4, 4, 5, 5}}, elements(stack(0, windows))) == "");
  CHECK(oracle::difference({{2, 1, 5}, {1, 2, 3, 4, 5, 1, 2, 3, 4, 5}}, elements(stack(2, std::span(windows)))) == "");
}

TEST_CASE("concatenate, stack: what is known of the shape of a range, and its elements") {
  const tensor<int, fixed<2, 3>> a{{1, 2, 3}, {4, 5, 6}};
  const std::array both{a, a};
  static_assert(std::same_as<decltype(eval(concatenate(axis<1>, both))), tensor<int, fixed<2, weft::dyn>>>);
  static_assert(std::same_as<decltype(eval(concatenate(1, both))), tensor<int, 2>>);
  static_assert(std::same_as<decltype(eval(stack(axis<0>, both))), tensor<int, fixed<weft::dyn, 2, 3>>>);
  static_assert(std::same_as<decltype(eval(stack(0, both))), tensor<int, 3>>);
  const std::vector<tensor<int>> dynamic{a, a};
  static_assert(std::same_as<decltype(eval(concatenate(axis<1>, dynamic))), tensor<int>>);
  CHECK(oracle::difference({{2, 6}, {1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}}, elements(concatenate(1, dynamic))) == "");
  CHECK(eval(concatenate(axis<1>, both)) == eval(concatenate(1, dynamic)));
}

TEST_CASE("concatenate: a range that has a name is borrowed, a temporary container is taken over, a span is not") {
  std::vector<tensor<int, 1>> named{tensor<int, 1>{1, 2}, tensor<int, 1>{3}};
  const auto e = concatenate(0, named);
  int const* const place = named[0].data();
  named[0](0) = 7; // the expression sees it
  CHECK(eval(e) == tensor<int, 1>{7, 2, 3});
  CHECK(eval(concatenate(0, std::span(named))) == tensor<int, 1>{7, 2, 3});
  CHECK(eval(concatenate(0, std::span<const tensor<int, 1>>(named))) == tensor<int, 1>{7, 2, 3});
  CHECK(named[0].data() == place); // nothing was moved out of it
  CHECK(named[0].size() == 2);
  const auto make = [](int n) { return std::vector<tensor<int, 1>>{tensor<int, 1>{n, n}, tensor<int, 1>{n + 1}}; };
  const auto kept = concatenate(0, make(4));
  const auto constant = concatenate(0, static_cast<std::vector<tensor<int, 1>> const&&>(named));
  named.clear();
  CHECK(eval(kept) == tensor<int, 1>{4, 4, 5});
  CHECK(eval(constant) == tensor<int, 1>{7, 2, 3});
  const auto fixed_ones = stack(0, std::array{tensor<int, fixed<2>>{1, 2}, tensor<int, fixed<2>>{3, 4}});
  CHECK(eval(fixed_ones) == tensor<int, 2>{{1, 2}, {3, 4}});
  const auto copy = own(concatenate(0, std::array{tensor<int, 1>{1}, tensor<int, 1>{2}}));
  CHECK(eval(copy) == tensor<int, 1>{1, 2});
  CHECK(eval(transpose(fixed_ones) + 1) == tensor<int, 2>{{2, 4}, {3, 5}});
}

TEST_CASE("concatenate: a range of expressions, of products, of the parts of split") {
  tensor<double, 2> a{{1, 2}, {3, 4}}, b{{5, 6}, {7, 8}};
  std::vector<decltype(2.0 * a)> twice{2.0 * a, 2.0 * b};
  tensor<double, 2> t(4, 2);
  CHECK(weft::explain(t, concatenate(0, twice)).temporaries == 0);
  t = concatenate(0, twice);
  CHECK(t == tensor<double, 2>{{2, 4}, {6, 8}, {10, 12}, {14, 16}});
  const std::vector products{matmul(a, b), matmul(b, a)};
  t = concatenate(0, products);
  CHECK(t == tensor<double, 2>{{19, 22}, {43, 50}, {23, 34}, {31, 46}});
  const tensor<double, 2> mended = concatenate(0, split(t, 4, 0));
  CHECK(mended == t);
  CHECK(eval(concatenate(1, split(eval(t + 0.0), 2, 0))) == tensor<double, 2>{{19, 22, 23, 34}, {43, 50, 31, 46}});
}

TEST_CASE("concatenate: the target may be an operand of a range") {
  tensor<int, 1> a{1, 2, 3, 4};
  const std::vector<weft::view<int, 1>> halves{a(weft::range(2, 4)), a(weft::range(0, 2))};
  CHECK(weft::explain(a, concatenate(0, halves)).temporaries == 1);
  a(weft::ellipsis) = concatenate(0, halves);
  CHECK(a == tensor<int, 1>{3, 4, 1, 2});
  std::vector<tensor<int, 1>> parts{a, a};
  parts[1] = concatenate(0, parts);
  CHECK(parts[1] == tensor<int, 1>{3, 4, 1, 2, 3, 4, 1, 2});
}

TEST_CASE("concatenate, stack: ranges that do not fit") {
  std::vector<tensor<int, 2>> parts;
  CHECK_THROWS_AS((void)stack(0, parts), weft::shape_error);
  CHECK(support::message_of([&] { (void)concatenate(0, parts); }) ==
        "weft: concatenate: the range of operands is empty, and nothing says what shape the result has");
  parts = {tensor<int, 2>(2, 3), tensor<int, 2>(2, 3), tensor<int, 2>(2, 4)};
  CHECK(support::message_of([&] { (void)concatenate(0, parts); }) ==
        "weft: concatenate: shape (2,3) and shape (2,4): they differ on another axis than 0, on which they are joined");
  CHECK_THROWS_AS((void)stack(0, parts), weft::shape_error);
  CHECK_THROWS_AS((void)concatenate(2, parts), weft::index_error);
  CHECK_THROWS_AS((void)concatenate(-1, parts), weft::index_error);
  CHECK_THROWS_AS((void)stack(3, parts), weft::index_error);
}

TEST_CASE("concatenate: shapes and axes that do not fit") {
  const tensor<int, 2> a(2, 3), b(2, 4);
  const tensor<int> d(shape(6));
  CHECK_THROWS_AS((void)concatenate(0, a, b), weft::shape_error);
  CHECK_THROWS_AS((void)concatenate(0, a, d), weft::shape_error);
  CHECK_THROWS_AS((void)concatenate(2, a, a), weft::index_error);
  CHECK_THROWS_AS((void)concatenate(-1, a, a), weft::index_error);
  CHECK_THROWS_AS((void)stack(3, a, a), weft::index_error);
  CHECK_THROWS_AS((void)stack(1, a, b), weft::shape_error);
  CHECK(support::message_of([&] { (void)concatenate(0, a, b); }) ==
        "weft: concatenate: shape (2,3) and shape (2,4): they differ on another axis than 0, on which they are joined");
}
