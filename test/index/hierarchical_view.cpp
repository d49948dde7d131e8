#include <weft/index/hierarchical_view.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace weft;
using oracle::list;
using support::message_of;
using lay = hierarchical_layout;

namespace {

/// A layout whose modes have the extents of a shape, each split at random, with all places in some order: blocked,
/// interleaved, with gaps.
lay random_layout(grid::dice& dice, std::vector<list> const& splits, bool gaps) {
  struct leaf {
    std::size_t axis, part;
    index_t stride = 0;
  };
  std::vector<leaf> order;
  for (std::size_t k = 0; k < splits.size(); ++k)
    for (std::size_t p = 0; p < splits[k].size(); ++p)
      order.push_back({k, p});
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[static_cast<std::size_t>(dice.below(static_cast<index_t>(k)))]);
  index_t run = 1;
  for (leaf& l : order) {
    l.stride = run;
    run = run * splits[l.axis][l.part] + (gaps ? dice.below(3) : 0);
  }
  std::vector<lay> modes;
  for (std::size_t k = 0; k < splits.size(); ++k) {
    std::vector<lay> parts;
    for (std::size_t p = 0; p < splits[k].size(); ++p)
      for (leaf const& l : order)
        if (l.axis == k && l.part == p)
          parts.emplace_back(splits[k][p], l.stride);
    modes.push_back(lay(parts));
  }
  return lay(modes);
}
/// Factors of a number, in some order.
list factors(grid::dice& dice, index_t n) {
  list out;
  for (index_t f = 2; n > 1; ++f)
    while (n % f == 0 && n > 1) {
      if (!out.empty() && dice.below(3) == 0)
        out.back() *= f;
      else
        out.insert(out.begin() + dice.below(static_cast<index_t>(out.size()) + 1), f);
      n /= f;
    }
  if (out.empty())
    out.push_back(1);
  return out;
}
template <class T>
tensor<T, 2> random_matrix(grid::dice& dice, index_t n, index_t m) {
  tensor<T, 2> t(n, m);
  for (T& x : t)
    x = T(dice.below(19) - 9);
  return t;
}

} // namespace

TEST_CASE("hierarchical views: random arrangements of two matrices, read and written, against elements one by one") {
  grid::dice dice(51);
  index_t const sizes[] = {1, 2, 3, 4, 6, 8, 12, 30};
  int in_one_loop = 0, copied = 0;
  for (int turn = 0; turn < 400; ++turn) {
    const index_t n = dice.of(sizes), m = dice.of(sizes);
    const auto a = random_matrix<double>(dice, n, m), b = random_matrix<double>(dice, n, m);
    const lay p = random_layout(dice, {factors(dice, n), factors(dice, m)}, turn % 2 == 0);
    const lay q = random_layout(dice, {factors(dice, n), factors(dice, m)}, turn % 3 == 0);
    hierarchical_tensor<double, 2> x(p), y(q, b);
    x = a;
    for (auto [i, e] : enumerate(a)) {
      CHECK(x(i[0], i[1]) == e);
      CHECK(x.memory()(p(i[0], i[1])) == e);
    }
    CHECK((x == a));
    tensor<double, 2> c(n, m);
    c = x * 2.0 + a - y;
    CHECK((c == 3.0 * a - b));
    const plan_report plan = explain(c, x * 2.0 + a - y);
    (plan.temporaries == 0 ? in_one_loop : copied) += 1;
    const plan_report alone = explain(c, x * 2.0 + a);
    CHECK(alone.loops == 1);
    CHECK(alone.temporaries == 0);
    c = x;
    CHECK((c == a));
    c += y;
    CHECK((c == a + b));
    // To a target in each arrangement, and of itself.
    x = y + transpose(transpose(a)) * 2.0;
    CHECK((x == b + 2.0 * a));
    y += x;
    CHECK((y == 2.0 * b + 2.0 * a));
    y = y * y - 1.0;
    CHECK((y == (2.0 * b + 2.0 * a) * (2.0 * b + 2.0 * a) - 1.0));
    x = 5.0;
    CHECK((x == tensor<double, 2>(shape(n, m), 5.0)));
    x = a(0, all); // broadcast along the first axis
    for (auto [i, e] : enumerate(a))
      CHECK(x(i[0], i[1]) == a(0, i[1]));
  }
  CHECK(in_one_loop > 100);
  CHECK(copied > 50); // parts of 4 and 6, say
}

TEST_CASE("hierarchical views: reductions along modes, products, views, conversions") {
  grid::dice dice(52);
  index_t const sizes[] = {1, 2, 4, 6, 8, 12};
  for (int turn = 0; turn < 150; ++turn) {
    const index_t n = dice.of(sizes), m = dice.of(sizes);
    const auto a = random_matrix<double>(dice, n, m), b = random_matrix<double>(dice, m, n);
    const hierarchical_tensor<double, 2> x(random_layout(dice, {factors(dice, n), factors(dice, m)}, turn % 2 == 0), a);
    const hierarchical_tensor<double, 2> y(random_layout(dice, {factors(dice, m), factors(dice, n)}, turn % 3 == 0), b);
    // Sums of small integers are exact in every order.
    CHECK(sum(x) == sum(a));
    CHECK((sum(x, 0) == sum(a, 0)));
    CHECK((sum(x + a, 1) == 2.0 * sum(a, 1)));
    CHECK((max(x, 1, keep_dims) == max(a, 1, keep_dims)));
    CHECK(argmax(x) == argmax(a));
    CHECK(argmin(x - 1.0) == argmin(a));
    CHECK((argmax(x, 0) == argmax(a, 0)));
    const auto last = [](double, double v) { return v; };
    CHECK(fold(x, 0.0, last) == a(n - 1, m - 1)); // in the order of indices
    CHECK((matmul(x, y) == matmul(a, b)));
    CHECK((transpose(x) + y == transpose(a) + b));
    CHECK((x.view()(range(0, n, 1), m - 1) == a(all, m - 1)));
    const tensor<double, 2> back = x;
    CHECK((back == a));
    hierarchical_tensor<double, 2> z(x.modes());
    z = matmul(x, y)(all, range(0, 1)) + x;
    CHECK((z == matmul(a, b)(all, range(0, 1)) + a));
  }
}

TEST_CASE("hierarchical views: Z-order, three axes, more modes than a loop has axes, other elements, overlapping") {
  // Z-order of 2^10 x 2^10: 20 modes of two.
  std::vector<lay> rows, columns;
  for (int bit = 0; bit < 10; ++bit) {
    columns.emplace_back(2, index_t(1) << (2 * bit));
    rows.emplace_back(2, index_t(2) << (2 * bit));
  }
  const lay z(std::vector<lay>{lay(rows), lay(columns)});
  hierarchical_tensor<int, 2> x(z);
  tensor<int, 2> a(1024, 1024);
  for (auto [i, e] : enumerate(a))
    e = int(i[0] * 1024 + i[1]);
  x = a;
  CHECK(x.memory()(0b111001) == 0b110 * 1024 + 0b101); // bits of row and column, row first
  int wrong = 0;
  for (auto [i, e] : enumerate(a))
    wrong += x(i[0], i[1]) == e ? 0 : 1;
  CHECK(wrong == 0);
  CHECK((x == a));
  x += transpose(a);
  CHECK((x == a + transpose(a)));
  tensor<int, 2> c = x * 2 - a;
  CHECK((c == a + 2 * transpose(a)));

  hierarchical_tensor<float, 3> t(lay("((2,2),3,(2,2)):((1,24),8,(2,4))"));
  tensor<float, 3> u(4, 3, 4);
  for (auto [i, e] : enumerate(u))
    e = float(i[0] * 100 + i[1] * 10 + i[2]);
  t = u;
  for (auto [i, e] : enumerate(u))
    CHECK(t(i[0], i[1], i[2]) == e);
  CHECK((sum(t, axes<0, 2>) == sum(u, axes<0, 2>)));
  t(3, 2, 1) = -1.0F;
  CHECK(t.memory()(1 + 24 + 16 + 2) == -1.0F);

  hierarchical_tensor<std::string, 2> s(lay("((2),(2,2)):((2),(1,4))"));
  s(1, 3) = "here";
  const tensor<std::string, 2> strings = s;
  CHECK(strings(1, 3) == "here");
  CHECK(s.memory()(7) == "here");

  // Two arrangements of one memory.
  tensor<double, 1> memory(16);
  for (index_t k = 0; k < 16; ++k)
    memory(k) = double(k);
  const hierarchical_view<double, 2> v(memory, lay("((2,2),(2,2)):((4,8),(1,2))"));
  const hierarchical_view<double, 2> w(memory, lay("(4,4):(4,1)"));
  const tensor<double, 2> before = v;
  w = v;
  CHECK((w == before));
  const hierarchical_view<double const, 2> diagonal(std::as_const(memory), lay("(4,4):(4,0)"));
  CHECK((diagonal(all, 0) == w(all, 0)));
  // A view that keeps its memory.
  const auto kept = [] {
    tensor<double, 1> m(4);
    m = 3.0;
    return hierarchical_view<double, 1>(std::move(m), lay("((2,2)):((2,1))"));
  }();
  CHECK(sum(kept) == 12.0);
}

TEST_CASE("hierarchical views: a copy is deep, a view is a handle; what does not fit is an error") {
  const lay z("((2,2),(2,2)):((1,4),(2,8))");
  hierarchical_tensor<double, 2> a(z, 1.0);
  hierarchical_tensor<double, 2> b = a;
  b(0, 0) = 2.0;
  CHECK(a(0, 0) == 1.0);
  const auto v = a.view();
  v(1, 1) = 7.0;
  CHECK(a(1, 1) == 7.0);
  CHECK(to_string(a.modes()) == "((2,2),(2,2)):((1,4),(2,8))");
  CHECK_THROWS_AS(static_cast<void>(a(4, 0)), index_error);
  CHECK_THROWS_AS((a = zeros<double>(3, 4)), shape_error);
  CHECK(message_of([&] { hierarchical_tensor<double, 2> t(lay("(2,2,2):(1,2,4)")); }) ==
        "weft: hierarchical layout: (2,2,2):(1,2,4) has 3 modes for 2 axes");
  CHECK(message_of([&] { hierarchical_tensor<double, 2> t(lay("(2,4):(1,1)")); }) ==
        "weft: hierarchical layout: elements to write may be there twice: (2,4):(1,1)");
  tensor<double, 1> memory(15);
  CHECK(message_of([&] { hierarchical_view<double, 2> t(memory, z); }) ==
        "weft: hierarchical layout: ((2,2),(2,2)):((1,4),(2,8)) takes 16 elements of memory, not 15");
  tensor<double, 2> m(16, 2);
  CHECK(message_of([&] { hierarchical_view<double, 2> t(m(all, 0), z); }) ==
        "weft: hierarchical layout: its memory is contiguous, not of stride 2");
}
