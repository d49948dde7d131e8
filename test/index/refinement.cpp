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
