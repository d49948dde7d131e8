#include <weft/eval/lending.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/choice.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "explained.hpp"

// Products inside expressions, computed in the memory of the target where that is free: values against loops, blocks
// as a memory resource counts them, and what explain says of both.
using namespace weft;

namespace {

constexpr index_t rows = 3, columns = 5, depth = 4;
using table = tensor<double, 2>;

double left(index_t i, index_t k) {
  return static_cast<double>((7 * i + 3 * k) % 11 - 5);
}
double right(index_t k, index_t j) {
  return static_cast<double>((5 * k + 2 * j) % 7 - 3);
}
double added(index_t i, index_t j) {
  return static_cast<double>((i * i + 4 * j) % 13) - 6.5;
}
double before(index_t i, index_t j) {
  return static_cast<double>(100 + 10 * i + j);
}
/// Element (i, j) of the product.
double product(index_t i, index_t j) {
  double total = 0;
  for (index_t k = 0; k < depth; ++k)
    total += left(i, k) * right(k, j);
  return total;
}
template <class M>
void fill(M&& m, double (*value)(index_t, index_t)) {
  for (index_t i = 0; i < m.extent(0); ++i)
    for (index_t j = 0; j < m.extent(1); ++j)
      m(i, j) = value(i, j);
}
table filled(index_t m, index_t n, double (*value)(index_t, index_t)) {
  table out(m, n);
  fill(out, value);
  return out;
}

table const a = filled(rows, depth, left), b = filled(depth, columns, right), c = filled(rows, columns, added);

/// target = e gives `wanted` and takes so many blocks, as explain says before. Where blocks are refused, nothing changes.
template <class Target, class E, class Wanted>
void check(Target&& target, E const& e, int blocks, Wanted const& wanted) {
  fill(target, before);
  if (blocks > 0) {
    no_alloc_scope const none;
    CHECK_THROWS_AS(target = e, error);
  }
  for (index_t i = 0; i < target.extent(0); ++i)
    for (index_t j = 0; j < target.extent(1); ++j)
      CHECK(target(i, j) == before(i, j));
  CHECK(explain(target, e).temporaries == blocks);
  support::noting_resource memory;
  target = e;
  CHECK(memory.blocks() == blocks);
  for (index_t i = 0; i < target.extent(0); ++i)
    for (index_t j = 0; j < target.extent(1); ++j)
      CHECK(target(i, j) == wanted(i, j));
}

double positive(double x) {
  return x > 0 ? x : 0;
}
auto const wanted_sum = [](index_t i, index_t j) { return positive(product(i, j) + added(i, j)); };

} // namespace

TEST_CASE("lending: a product inside an expression is computed in the target") {
  table r(rows, columns);
  check(r, maximum(matmul(a, b) + c, 0.0), 0, wanted_sum);
  check(r, maximum(c + 2.0 * matmul(a, b), 0.0), 0,
        [](index_t i, index_t j) { return positive(2 * product(i, j) + added(i, j)); });
  check(r, maximum(tensordot(a, b, axis<1>) + c, 0.0), 0, wanted_sum);
  check(r, maximum(tensordot(a, b, 1) + c, 0.0), 0, wanted_sum);
  check(r, where(c > 0.0, matmul(a, b), c), 0,
        [](index_t i, index_t j) { return added(i, j) > 0 ? product(i, j) : added(i, j); });

  tensor<double> any(shape(rows, columns));
  any = maximum(matmul(a, b) + c, 0.0);
  CHECK(explain(any, maximum(matmul(a, b) + c, 0.0)).temporaries == 0);
  tensor<double, fixed<rows, columns>> known;
  check(known, maximum(matmul(a, b) + c, 0.0), 0, wanted_sum);
  table const made = maximum(matmul(a, b) + c, 0.0); // a new tensor is a target too
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      CHECK(made(i, j) == wanted_sum(i, j));
  table whole(rows, columns);
  check(whole(all, all), maximum(matmul(a, b) + c, 0.0), 0, wanted_sum);
}

TEST_CASE("lending: a product of columns lies by columns") {
  using by_columns = tensor<double, 2, column_major>;
  by_columns const x = a, y = b, z = c;
  by_columns r(rows, columns);
  check(r, maximum(matmul(x, y) + z, 0.0), 0, wanted_sum);
  check(r, matmul(x, y) + z, 0, [](index_t i, index_t j) { return product(i, j) + added(i, j); });
  table turned(columns, rows);
  check(transpose(turned), maximum(matmul(x, y) + z, 0.0), 0, wanted_sum);
  table other(rows, columns);
  check(other, maximum(matmul(x, y) + z, 0.0), 1, wanted_sum);
  check(r, maximum(matmul(x, b) + z, 0.0), 1, wanted_sum);
  auto const made = tensor(matmul(x, y) + z);
  static_assert(std::is_same_v<decltype(made), by_columns const>);
}

TEST_CASE("lending: vectors and stacks") {
  tensor<double, 1> const x{1, -2, 3, 4}, y{1, 2, 3};
  tensor<double, 1> r(rows);
  CHECK(explain(r, maximum(matmul(a, x) + y, 0.0)).temporaries == 0);
  r = maximum(matmul(a, x) + y, 0.0);
  for (index_t i = 0; i < rows; ++i) {
    double total = y(i);
    for (index_t k = 0; k < depth; ++k)
      total += a(i, k) * x(k);
    CHECK(r(i) == positive(total));
  }
  tensor<double, 3> const stack(shape(2, rows, depth), 0.5);
  tensor<double, 3> products(2, rows, columns);
  CHECK(explain(products, maximum(matmul(stack, b) + c, 0.0)).temporaries == 0);
  products = maximum(matmul(stack, b) + c, 0.0);
  for (index_t n = 0; n < 2; ++n)
    for (index_t i = 0; i < rows; ++i)
      for (index_t j = 0; j < columns; ++j) {
        double total = c(i, j);
        for (index_t k = 0; k < depth; ++k)
          total += 0.5 * b(k, j);
        CHECK(products(n, i, j) == positive(total));
      }
}

TEST_CASE("lending: not where the loop reads the target, nor where it lies otherwise") {
  table r(rows, columns);
  check(r, maximum(matmul(a, b) + r, 0.0), 1,
        [](index_t i, index_t j) { return positive(product(i, j) + before(i, j)); });
  table wide(rows, 2 * columns);
  auto const every = wide(all, range(0, 2 * columns, 2));
  check(every, maximum(matmul(a, b) + c, 0.0), 1, wanted_sum);
  table turned(columns, rows);
  check(transpose(turned), maximum(matmul(a, b) + c, 0.0), 1, wanted_sum);
  check(reverse(r, 0), maximum(matmul(a, b) + c, 0.0), 1, wanted_sum);
  tensor<double, 2, column_major> by_columns(rows, columns);
  check(by_columns, maximum(matmul(a, b) + c, 0.0), 1, wanted_sum);
  // Rows of the operand lie in the target, one further down.
  table longer(rows + 1, columns);
  fill(longer, before);
  auto const first = longer(range(0, rows), all), next = longer(range(1, rows + 1), all);
  check(first, maximum(matmul(a, b) + next, 0.0), 1, [&](index_t i, index_t j) {
    return i + 1 < rows ? positive(product(i, j) + before(i + 1, j)) : positive(product(i, j) + before(rows, j));
  });
  // A loop with so many operands takes memory for its tables, which may be refused.
  auto const four = c + c + c + c;
  CHECK(explain(r, matmul(a, b) + four + four + four + c + c).temporaries == 0);
  CHECK(explain(r, matmul(a, b) + four + four + four + c + c + c).temporaries == 1);
  table repeated(rows, columns);
  repeated = 1.0;
  repeated += matmul(a, b) * c; // reads the target
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      CHECK(repeated(i, j) == 1 + product(i, j) * added(i, j));
  check(wide(range(0, rows), range(0, columns)), maximum(matmul(a, b) + c, 0.0), 1, wanted_sum);
  // Where there is one row only, it does not matter how far the next one would be.
  auto const row = a(range(0, 1), all);
  auto const wanted_row = [](index_t i, index_t j) { return positive(product(0, j) + added(i, j)); };
  check(wide(range(0, 1), range(0, columns)), maximum(matmul(row, b) + c(range(0, 1), all), 0.0), 0, wanted_row);
  // Another shape than that of the product.
  check(r, maximum(matmul(row, b) + c, 0.0), 1, wanted_row);
  tensor<double, 3> stack(2, rows, columns);
  CHECK(explain(stack, maximum(matmul(a, b), stack)).temporaries == 1);
  tensor<float, 2> narrow(rows, columns);
  CHECK(explain(narrow, cast<float>(matmul(a, b) + c)).temporaries == 1);
}

TEST_CASE("lending: a product that reads the target") {
  table square = filled(rows, rows, left), twice(rows, rows);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < rows; ++j) {
      twice(i, j) = 0;
      for (index_t k = 0; k < rows; ++k)
        twice(i, j) += left(i, k) * left(k, j);
    }
  square = maximum(matmul(square, square), 0.0) + 1.0;
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < rows; ++j)
      CHECK(square(i, j) == positive(twice(i, j)) + 1);
}

TEST_CASE("lending: several products, one product twice, and in a window") {
  table r(rows, columns);
  check(r, matmul(a, b) * matmul(2.0 * a, b), 2,
        [](index_t i, index_t j) { return 2 * product(i, j) * product(i, j); });
  check(r, matmul(a, b) * matmul(a, b), 1, [](index_t i, index_t j) { return product(i, j) * product(i, j); });
  auto const p = matmul(a, b);
  check(r, maximum(p, 0.0) - p, 1, [](index_t i, index_t j) { return positive(product(i, j)) - product(i, j); });
  table s(rows, rows);
  auto const q = matmul(a, transpose(a));
  double gram[rows][rows] = {};
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < rows; ++j)
      for (index_t k = 0; k < depth; ++k)
        gram[i][j] += left(i, k) * left(j, k);
  check(s, maximum(q, 0.0) - 2.0 * transpose(q), 1, // another element is read than is written
        [&](index_t i, index_t j) { return positive(gram[i][j]) - 2 * gram[j][i]; });
  check(s, 2.0 * transpose(q) - maximum(q, 0.0), 1,
        [&](index_t i, index_t j) { return 2 * gram[j][i] - positive(gram[i][j]); });
  // One part needs it, so the other finds it.
  table both(2 * rows, columns);
  CHECK(explain(both, concatenate(0, maximum(p, 0.0) + c, p + 1.0)).blas.size() == 1);
  check(both, concatenate(0, maximum(p, 0.0) + c, p + 1.0), 1, [](index_t i, index_t j) {
    return i < rows ? positive(product(i, j)) + added(i, j) : product(i - rows, j) + 1;
  });
  check(r, reverse(matmul(a, b), 1) + c, 1,
        [](index_t i, index_t j) { return product(i, columns - 1 - j) + added(i, j); });
  // Operands of the product hold products in expressions of their own, which take a block each, as their values do.
  check(r, maximum(matmul(maximum(matmul(a, transpose(a)), -1e9), maximum(matmul(a, b), -1e9)) + c, -1e9), 4,
        [&](index_t i, index_t j) {
          double total = added(i, j);
          for (index_t k = 0; k < rows; ++k)
            total += gram[i][k] * product(k, j);
          return total;
        });
  // What comes after the product is evaluated into memory of its own, and the product too.
  check(r, matmul(a, b) + sum(c, 0), 2, [](index_t i, index_t j) {
    double total = 0;
    for (index_t k = 0; k < rows; ++k)
      total += added(k, j);
    return product(i, j) + total;
  });
}

TEST_CASE("lending: a statement that may fail leaves its target as it was") {
  table r(rows, columns);
  fill(r, before);
  auto const fails = [](double x) -> double {
    if (x > 0)
      throw std::runtime_error("positive");
    return x;
  };
  CHECK_THROWS_AS(r = map(fails, matmul(a, b)), std::runtime_error);
  for (index_t j = 0; j < columns; ++j)
    CHECK((r(0, j) == before(0, j) || r(0, j) <= 0));
  CHECK(explain(r, map(fails, matmul(a, b))).temporaries == 1);
  auto const made = from_function(shape(rows, columns), [](index_t, index_t) { return 1.0; }); // may throw as well
  CHECK(explain(r, matmul(a, b) + made).temporaries == 1);
  tensor<int, 2> const n(shape(2, 2), 3), zero(2, 2);
  tensor<int, 2> m(shape(2, 2), 7);
  if constexpr (WEFT_CHECK_BOUNDS != 0) {
    CHECK_THROWS_AS(m = matmul(n, n) / zero, error);
    for (int const x : m)
      CHECK(x == 7);
  }
}

namespace {

/// The elements of x y as a function of their indices, by loops.
auto product_by_loops(table const& x, table const& y) {
  return [&](index_t i, index_t j) {
    double total = 0;
    for (index_t k = 0; k < x.extent(1); ++k)
      total += x(i, k) * y(k, j);
    return total;
  };
}

/// Checks the values that a statement gives a target of 3 x 3, which is filled before.
template <class F, class W>
void is(F const& written, W const& wanted) {
  table r(3, 3);
  fill(r, before);
  written(r);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(r(i, j) == wanted(i, j));
}

} // namespace

TEST_CASE("lending: what else is deferred reads the target as it was, and nothing is computed twice") {
  index_t const n = 3;
  table const x = filled(n, n, left), y = filled(n, n, right);
  auto const xy = product_by_loops(x, y);
  auto const p = matmul(x, y);
  auto const q = maximum(p, 0.0);
  auto const rows_of = [](index_t i) { return before(i, 0) + before(i, 1) + before(i, 2); };
  auto const by = [&](index_t i, index_t j) {
    double total = 0;
    for (index_t k = 0; k < n; ++k)
      total += before(i, k) * y(k, j);
    return total;
  };
  is([&](table& r) { r = maximum(p, 0.0) + matmul(r, y) + p; },
     [&](index_t i, index_t j) { return positive(xy(i, j)) + by(i, j) + xy(i, j); });
  is([&](table& r) { r = p * sum(r, 1, keep_dims) + p * 2.0; },
     [&](index_t i, index_t j) { return xy(i, j) * rows_of(i) + 2 * xy(i, j); });
  is([&](table& r) { r = q + matmul(r, y) + q * 2.0; },
     [&](index_t i, index_t j) { return 3 * positive(xy(i, j)) + by(i, j); });
  is(
      [&](table& r) {
        auto const pr = matmul(r, y);
        r = matmul(map([](double v) { return 2 * v + 1; }, pr), y) + pr;
      },
      [&](index_t i, index_t j) {
        double total = by(i, j);
        for (index_t k = 0; k < n; ++k)
          total += (2 * by(i, k) + 1) * y(k, j);
        return total;
      });
  auto const fails = [](double) -> double { throw std::runtime_error("always"); };
  is([&](table& r) { CHECK_THROWS_AS(r = sum(map(fails, p), 1, keep_dims) + p, std::runtime_error); }, before);
  is([&](table& r) { CHECK_THROWS_AS(r = p + matmul(map(fails, y), x) + p * y, std::runtime_error); }, before);
  is([&](table& r) { CHECK_THROWS_AS(r = p + take(y, tensor<index_t, 1>{0, 1, 9}, 0) + p * y, index_error); }, before);
}

TEST_CASE("lending: a product that is read twice is computed once") {
  index_t const n = 3;
  table const x = filled(n, n, left), y = filled(n, n, right);
  auto const xy = product_by_loops(x, y);
  auto const p = matmul(x, y);
  auto const q = maximum(p, 0.0);
  table both(2 * n, n), r(n, n);
  CHECK(explain(both, concatenate(0, q, q + 1.0)).blas.size() == 1);
  CHECK(explain(r, cumsum(q, 0) + cumsum(q, 1)).blas.size() == 1);
  CHECK(explain(r, matmul(q, transpose(q))).blas.size() == 2);
  CHECK(explain(r, sort(maximum(p, 0.0), 0) + maximum(p, 0.0)).blas.size() == 1);
  CHECK(explain([&] { return sum(cumsum(q, 0) + cumsum(q, 1)); }).blas.size() == 1);
  double wanted = 0, running[n] = {};
  for (index_t i = 0; i < n; ++i) {
    double along = 0;
    for (index_t j = 0; j < n; ++j) {
      along += positive(xy(i, j));
      running[j] += positive(xy(i, j));
      wanted += along + running[j];
    }
  }
  CHECK(sum(cumsum(q, 0) + cumsum(q, 1)) == wanted);
}

TEST_CASE("lending: random windows, which may overlap: values as if the right side were computed first") {
  int lent = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    CAPTURE(seed);
    windows w(seed, 7);
    index_t const m = w.rows(), n = w.columns(), k = 1 + w.dice().below(m);
    auto const place = [&] { return w.dice().below(3) == 0 ? std::size_t(0) : std::size_t(1); };
    view<double, 2> const t = w.near(), x = w.wide(place(), m, k), y = w.wide(2, k, n),
                          z = w.dice().below(2) == 0 ? w.near() : w.apart(3);
    std::vector<double> wanted;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        double total = 0;
        for (index_t l = 0; l < k; ++l)
          total += x(i, l) * y(l, j);
        wanted.push_back(positive(2 * total + z(i, j)));
      }
    auto const e = maximum(2.0 * matmul(x, y) + z, 0.0);
    plan_report const plan = explain(t, e);
    lent += plan.temporaries == 0;
    support::noting_resource memory;
    t(ellipsis) = e;
    CHECK(memory.blocks() == plan.temporaries);
    CHECK(memory.bytes() == plan.temporary_bytes);
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j)
        REQUIRE(t(i, j) == wanted[static_cast<std::size_t>(i * n + j)]);
  }
  CHECK(lent > 20);
}

TEST_CASE("lending: no memory is asked for, so nothing is refused") {
  table r(rows, columns);
  {
    no_alloc_scope const none;
    r = maximum(matmul(a, b) + c, 0.0);
  }
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      CHECK(r(i, j) == wanted_sum(i, j));
}

TEST_CASE("lending: targets without elements") {
  table const none(shape(0, depth));
  table r(0, columns), empty(rows, 0);
  r = maximum(matmul(none, b), 0.0) + 1.0;
  empty = maximum(matmul(a, table(shape(depth, 0))), 0.0) + 1.0;
  table thin(rows, columns);
  thin = std::numeric_limits<double>::quiet_NaN();
  thin = maximum(matmul(table(shape(rows, 0)), table(shape(0, columns))), -1.0) + 1.0;
  for (double const x : thin)
    CHECK(x == 1);
}
