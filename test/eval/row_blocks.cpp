#include <weft/eval/assign.hpp>
#include <weft/eval/deterministic.hpp>
#include <weft/eval/row_blocks.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <support/counting.hpp>

// Expressions with folds along rows, some rows at a time: whatever the number of rows, against loops in a wider type;
// what may not be cut is told; large ones are cut, and explain() says so.
using namespace weft;

namespace {

using wide = long double;

double value(index_t i, index_t j) {
  return double((i * 37 + j * 101 + i * j) % 53) / 7 - 3;
}

template <class V>
void fill(V&& v) {
  for (index_t i = 0; i < v.extent(0); ++i)
    for (index_t j = 0; j < v.extent(1); ++j)
      v(i, j) = value(i, j);
}

/// target = e, `rows` rows at a time; false if the expression must not be cut.
template <class Target, class E>
bool assign_in_blocks(Target&& target, E const& e, index_t rows) {
  auto const to = target.window().window_leaf().template borrowed<double>();
  auto const from = detail::capture<double>(e);
  using L = std::remove_cvref_t<decltype(to.place)>;
  static_assert(detail::may_go_by_rows<double, L, std::remove_cvref_t<decltype(from)>>());
  using assignment = detail::whole_assignment<double, L, std::remove_cvref_t<decltype(from)>>;
  assignment const all{to, from, false};
  constexpr bool by_columns = std::same_as<detail::view_order_t<typename L::order>, column_major>;
  index_t extents[max_rank], strides[max_rank];
  detail::row_statement const statement{&assignment::run, &all, detail::footprint_of(to, extents, strides),
                                        by_columns ? 1 : L::static_rank};
  if (detail::survey_rows(statement) == 0)
    return false;
  detail::session s;
  detail::run_row_blocks(statement, rows, s);
  return true;
}

/// (x - mean) / deviation + row * column, by its definition.
template <class X>
std::vector<wide> standardised(X const& x) {
  std::vector<wide> out;
  index_t const n = x.extent(0), m = x.extent(1);
  for (index_t i = 0; i < n; ++i) {
    wide total = 0, squares = 0;
    for (index_t j = 0; j < m; ++j)
      total += static_cast<wide>(x(i, j));
    wide const average = total / static_cast<wide>(m);
    for (index_t j = 0; j < m; ++j)
      squares += (static_cast<wide>(x(i, j)) - average) * (static_cast<wide>(x(i, j)) - average);
    wide const deviation = std::sqrt(squares / static_cast<wide>(m) + 0.5L);
    for (index_t j = 0; j < m; ++j)
      out.push_back((static_cast<wide>(x(i, j)) - average) / deviation + wide(j + 1) * wide(i - 2));
  }
  return out;
}

template <class X>
int wrong_elements(X const& found, std::vector<wide> const& wanted) {
  int wrong = 0;
  std::size_t n = 0;
  for (index_t i = 0; i < found.extent(0); ++i)
    for (index_t j = 0; j < found.extent(1); ++j, ++n)
      wrong += !(std::abs(static_cast<wide>(found(i, j)) - wanted[n]) <= 1e-12L * (1 + std::abs(wanted[n])));
  return wrong;
}

bool same_bits(tensor<double, 2> const& x, tensor<double, 2> const& y) {
  return x.size() == y.size() &&
         std::memcmp(x.data(), y.data(), sizeof(double) * static_cast<std::size_t>(x.size())) == 0;
}

constexpr index_t some_rows[] = {1, 2, 3, 7, 8, 20};

} // namespace

TEST_CASE("blocks of rows: every number of rows, both orders, a row, a column and a number") {
  for (index_t const n : {1, 2, 7, 8})
    for (index_t const m : {1, 3, 40}) {
      tensor<double, 2> x(n, m), out(n, m);
      tensor<double, 2, column_major> turned(n, m), turned_out(n, m);
      tensor<double, 1> row(m), column(n);
      fill(x);
      fill(turned);
      for (index_t j = 0; j < m; ++j)
        row(j) = double(j + 1);
      for (index_t i = 0; i < n; ++i)
        column(i) = double(i - 2);
      auto const wanted = standardised(x);
      auto const from = [&](auto const& a) {
        return (a - mean(a, 1, keep_dims)) / sqrt(var(a, 1, keep_dims, ddof(0)) + 0.5) +
               row * expand_dims(column, axis<1>);
      };
      for (index_t const rows : some_rows) {
        CAPTURE(n);
        CAPTURE(m);
        CAPTURE(rows);
        out = 77.0;
        CHECK(assign_in_blocks(out, from(x), rows));
        CHECK(wrong_elements(out, wanted) == 0);
        CHECK(same_bits(out, eval(from(x)))); // all rows at once
        // What varies slowest of the others are the columns: rows of the transposed.
        turned_out = 77.0;
        auto const columns = (turned - mean(turned, 0, keep_dims)) / sqrt(var(turned, 0, keep_dims, ddof(0)) + 0.5) +
                             row * expand_dims(column, axis<1>);
        CHECK(assign_in_blocks(turned_out, columns, rows));
        tensor<double, 2> const whole = eval(columns);
        CHECK(all_of(abs(turned_out - whole) <= 1e-13));
        CHECK((m == 1 || n == 1 || !assign_in_blocks(out, from(view<double const, 2>(turned)), rows)));
      }
    }
}

TEST_CASE("blocks of rows: strides of both signs, what lies between, and a target that is an operand") {
  tensor<double, 2> memory(15, 22), out_memory(15, 22), plain(7, 10);
  for (int kind = 0; kind < 4; ++kind)
    for (index_t const rows : some_rows) {
      CAPTURE(kind);
      CAPTURE(rows);
      index_t const down = kind & 1 ? -2 : 2, across = kind & 2 ? -2 : 2;
      auto const cut = [&](tensor<double, 2>& m) {
        return m(range(kind & 1 ? 13 : 1, kind & 1 ? 0 : 15, down),
                 range(kind & 2 ? 20 : 1, kind & 2 ? 1 : 21, across));
      };
      memory = -5.0;
      out_memory = -5.0;
      auto x = cut(memory);
      auto out = cut(out_memory);
      REQUIRE(x.extent(0) == 7);
      REQUIRE(x.extent(1) == 10);
      fill(x);
      plain = x;
      tensor<double, 2> const wanted = plain / sum(plain * plain, 1, keep_dims) - max(plain, 1, keep_dims);
      CHECK(assign_in_blocks(out, x / sum(x * x, 1, keep_dims) - max(x, 1, keep_dims), rows));
      CHECK(all_of(abs(out - wanted) <= 1e-14));
      CHECK(assign_in_blocks(x, x / sum(x * x, 1, keep_dims) - max(x, 1, keep_dims), rows));
      CHECK(all_of(abs(x - wanted) <= 1e-14));
      out = -5.0;
      x = -5.0;
      CHECK(all_of(abs(memory + 5.0) <= 0.0));
      CHECK(all_of(abs(out_memory + 5.0) <= 0.0));
    }
}

TEST_CASE("blocks of rows: folds in folds, three axes") {
  tensor<double, 2> x(9, 30), out(9, 30);
  fill(x);
  for (index_t const rows : some_rows) {
    auto const shifted = x - max(x, 1, keep_dims);
    CHECK(assign_in_blocks(out, exp(shifted) / sum(exp(shifted), 1, keep_dims), rows));
    int wrong = 0;
    for (index_t i = 0; i < 9; ++i) {
      wide most = -1e9L, total = 0;
      for (index_t j = 0; j < 30; ++j)
        most = std::max(most, static_cast<wide>(x(i, j)));
      for (index_t j = 0; j < 30; ++j)
        total += std::exp(static_cast<wide>(x(i, j)) - most);
      for (index_t j = 0; j < 30; ++j)
        wrong +=
            !(std::abs(static_cast<wide>(out(i, j)) - std::exp(static_cast<wide>(x(i, j)) - most) / total) <= 1e-15L);
    }
    CHECK(wrong == 0);
  }
  tensor<double, 3> cube(5, 4, 6), found(5, 4, 6);
  index_t n = 0;
  for (double& v : cube)
    ++n, v = value(n, n / 3);
  for (index_t const rows : some_rows) {
    CHECK(assign_in_blocks(found, cube - mean(cube, 1, keep_dims) * max(cube, 2, keep_dims), rows));
    int wrong = 0;
    for (index_t i = 0; i < 5; ++i)
      for (index_t j = 0; j < 4; ++j)
        for (index_t k = 0; k < 6; ++k) {
          wide total = 0, most = -1e9L;
          for (index_t l = 0; l < 4; ++l)
            total += static_cast<wide>(cube(i, l, k));
          for (index_t l = 0; l < 6; ++l)
            most = std::max(most, static_cast<wide>(cube(i, j, l)));
          wrong += !(std::abs(static_cast<wide>(found(i, j, k)) -
                              (static_cast<wide>(cube(i, j, k)) - total / 4 * most)) <= 1e-13L);
        }
    CHECK(wrong == 0);
  }
}

TEST_CASE("blocks of rows: extents that types know, a column-major operand of a fold that is no target, gaps") {
  tensor<double, fixed<dyn, 10>> x(9), out(9);
  tensor<double, fixed<9, dyn>, column_major> f(6);
  tensor<double, 2> wide(9, 30), memory(9, 25);
  fill(x);
  fill(f);
  fill(wide);
  auto gaps = memory(all, range(3, 23, 2));
  for (index_t const rows : some_rows) {
    tensor<double, 2> const wanted = tensor<double, 2>(x) - sum(tensor<double, 2>(wide), 1, keep_dims);
    out = 77.0;
    CHECK(assign_in_blocks(out, x - sum(wide, 1, keep_dims), rows));
    CHECK(same_bits(tensor<double, 2>(out), wanted));
    memory = 77.0;
    CHECK(assign_in_blocks(gaps, x - sum(wide, 1, keep_dims), rows));
    CHECK(same_bits(tensor<double, 2>(gaps), wanted));
    gaps = 77.0;
    CHECK(all_of(abs(memory - 77.0) <= 0.0));
    CHECK_FALSE(assign_in_blocks(out, x - sum(f, 1, keep_dims), rows)); // its rows are not what varies slowest
  }
}

TEST_CASE("blocks of rows: not where a row depends on others") {
  tensor<double, 2> x(8, 10), y(8, 10);
  tensor<double, 1> v(10);
  fill(x);
  y = x;
  auto const part = x(range(0, 7), all), next = x(range(1, 8), all);
  CHECK(assign_in_blocks(y, x - mean(x, 1, keep_dims), 3));
  CHECK_FALSE(assign_in_blocks(y, x - mean(x, 0, keep_dims), 3));             // over all rows
  CHECK_FALSE(assign_in_blocks(next, part - mean(part, 1, keep_dims), 3));    // the row before
  CHECK_FALSE(assign_in_blocks(part, part - mean(next, 1, keep_dims), 3));    // the row after
  CHECK_FALSE(assign_in_blocks(x, x - mean(x, 1, keep_dims) * x(3, all), 3)); // one row of the target for all
  CHECK_FALSE(assign_in_blocks(x, reverse(x, 1) - mean(x, 1, keep_dims), 3)); // backwards: left to the plan
  CHECK_FALSE(assign_in_blocks(x, x - mean(reverse(x, 0), 1, keep_dims), 3));
  tensor<double, 2> one_row(1, 10);
  tensor<double, 3> cube(5, 8, 10), flat(5, 8, 10);
  fill(one_row);
  CHECK_FALSE(assign_in_blocks(y, x - mean(one_row, 1, keep_dims), 3)); // its result has no row for each
  CHECK_FALSE(assign_in_blocks(flat, cube - mean(x, 1, keep_dims), 3)); // nor has that of fewer axes
  auto const four = x + x + x + x;
  CHECK(assign_in_blocks(y, four + four + four + x + x - mean(x, 1, keep_dims), 3));
  CHECK_FALSE(assign_in_blocks(y, four + four + four + x + x + x - mean(x, 1, keep_dims), 3)); // takes memory
  tensor<double, 2> square_one(8, 8);
  fill(square_one);
  CHECK_FALSE(assign_in_blocks(square_one, transpose(square_one) - mean(square_one, 1, keep_dims), 3));
  tensor<double, 1> line(200);
  for (index_t i = 0; i < 200; ++i)
    line(i) = value(i, 1);
  double* const p = line.data() + 30;
  auto short_rows = borrow(p, shape(8, 10), strides(10, -1)), long_rows = borrow(p, shape(8, 25), strides(10, -1));
  CHECK_FALSE(assign_in_blocks(short_rows, short_rows - mean(long_rows, 1, keep_dims), 3)); // into the rows before
  CHECK(assign_in_blocks(short_rows, short_rows - mean(short_rows, 1, keep_dims), 3));
  tensor<double, 2> const before = x;
  x = x - mean(x, 1, keep_dims) * x(3, all);
  CHECK(all_of(abs(x - (before - mean(before, 1, keep_dims) * before(3, all))) <= 1e-13));
}

TEST_CASE("blocks of rows: types that cannot be cut") {
  tensor<double, 2> const x(8, 10);
  using target = layout<extents<dyn, dyn>, dense<row_major>>;
  auto const cuts = [](auto const& e) {
    return detail::may_go_by_rows<double, target, std::remove_cvref_t<decltype(detail::capture<double>(e))>>();
  };
  CHECK(cuts(x / norm(x, axis<1>, keep_dims)));
  CHECK_FALSE(cuts(x - mean(x, 0))); // no axis is kept
  CHECK_FALSE(cuts(x - mean(x)));
  CHECK_FALSE(cuts(mean(x, 1, keep_dims))); // a fold alone writes to its target
  CHECK_FALSE(cuts(matmul(x, transpose(x)) - mean(x, 1, keep_dims)));
  CHECK_FALSE(cuts(map([](double a) { return a + 1; }, x) - mean(x, 1, keep_dims))); // may throw
}

namespace {

// Twice 35 MB; 32 are taken for the largest cache.
constexpr index_t large = 2100;

tensor<double, 2> large_values() {
  tensor<double, 2> x(large, large);
  for (index_t i = 0; i < large; ++i)
    for (index_t j = 0; j < large; ++j)
      x(i, j) = double((i * 7 + j * 13) % 31);
  return x;
}
tensor<double, 1> gains() {
  tensor<double, 1> gain(large);
  for (index_t j = 0; j < large; ++j)
    gain(j) = double(j % 5) + 1;
  return gain;
}
auto normalised(tensor<double, 2> const& x, tensor<double, 1> const& gain) {
  return (x - mean(x, 1, keep_dims)) / sqrt(var(x, 1, keep_dims) + 1e-5) * gain;
}

} // namespace

TEST_CASE("what exceeds the caches is cut, as explain says") {
  thread_scope const one{1};
  tensor<double, 2> const x = large_values();
  tensor<double, 2> out(large, large);
  tensor<double, 1> const gain = gains();
  plan_report const plan = explain(out, normalised(x, gain));
  CHECK(plan.rows_at_a_time > 0);
  CHECK(plan.rows_at_a_time < 100);
  CHECK(to_string(plan).find(std::to_string(plan.rows_at_a_time) + " row(s) at a time") != std::string::npos);
  plan_report const ran = explain([&] { out = normalised(x, gain); });
  CHECK(ran.rows_at_a_time == plan.rows_at_a_time);
  CHECK(ran.loops == plan.loops);
  CHECK(ran.temporary_bytes == plan.temporary_bytes);
  CHECK(ran.bytes_read == plan.bytes_read);
  support::counting_resource memory;
  {
    support::memory_scope const scope(memory);
    out = normalised(x, gain);
  }
  CHECK(memory.allocations() == plan.temporaries);
  CHECK(memory.allocations() == 3);
  CHECK(memory.live_blocks() == 0);
  CHECK(plan.temporary_bytes == 3 * 8 * large);
  CHECK(memory.peak_bytes() <= static_cast<std::size_t>(plan.temporary_bytes + 4096));
  int wrong = 0;
  for (index_t i = 0; i < large; i += 3) {
    wide total = 0, squares = 0;
    for (index_t j = 0; j < large; ++j) {
      total += static_cast<wide>(x(i, j));
      squares += static_cast<wide>(x(i, j)) * static_cast<wide>(x(i, j));
    }
    wide const n = large, mu = total / n, scale = 1 / std::sqrt((squares - mu * total) / n + 1e-5L);
    for (index_t j = 0; j < large; ++j)
      wrong +=
          !(std::abs(static_cast<wide>(out(i, j)) - (static_cast<wide>(x(i, j)) - mu) * scale * (j % 5 + 1)) <= 1e-12L);
  }
  CHECK(wrong == 0);
}

TEST_CASE("what exceeds the caches: undivided, it says the same of traffic and operations, and gives the same bits") {
  thread_scope const one{1};
  tensor<double, 2> const x = large_values();
  tensor<double, 1> const gain = gains();
  tensor<double, 2> out(large, large);
  plan_report const plan = explain(out, normalised(x, gain));
  CHECK(plan.threads == 1);
  out = normalised(x, gain);
  tensor<double, 2> const in_blocks = out;
  auto const check = [&](plan_report const& other, index_t rows) {
    CHECK(other.rows_at_a_time == rows);
    CHECK(other.bytes_read == plan.bytes_read);
    CHECK(other.bytes_written == plan.bytes_written);
    CHECK(other.flops == plan.flops);
    CHECK(other.temporaries == plan.temporaries);
    out = 0.0;
    out = normalised(x, gain);
    CHECK(same_bits(out, in_blocks));
  };
  for (int const threads : {2, 3, 7}) {
    thread_scope const some{threads};
    plan_report const divided = explain(out, normalised(x, gain));
    CHECK(divided.threads == threads);
    check(divided, plan.rows_at_a_time);
  }
  {
    deterministic_scope const by_shape;
    check(explain(out, normalised(x, gain)), 0);
  }
  auto const top = x(range(0, 20), all);
  CHECK(explain(out(range(0, 20), all), top - mean(top, 1, keep_dims)).rows_at_a_time == 0);
}

TEST_CASE("threads share blocks of rows if each has 16 rows, else they divide the loops") {
  tensor<double, 2> const x = large_values();
  tensor<double, 2> out(large, large);
  for (index_t const n : {30, 35}) {
    auto const long_rows = reshape(x, shape(n, large * large / n));
    auto to = reshape(out, shape(n, large * large / n));
    auto const rows = [&](int threads) {
      thread_scope const some{threads};
      return explain(to, long_rows - mean(long_rows, 1, keep_dims)).rows_at_a_time;
    };
    CHECK(rows(1) > 0);
    CHECK((rows(2) > 0) == (n == 35));
    CHECK(rows(3) == 0);
  }
}

TEST_CASE("blocks of rows in threads: any number of rows, both orders, the bits of all rows at once") {
  for (index_t const n : {1, 2, 3, 8, 50}) {
    tensor<double, 2> x(n, 40), out(n, 40);
    tensor<double, 2, column_major> turned(40, n), turned_out(40, n);
    fill(x);
    fill(turned);
    auto const standard = [](auto const& a, int axis) {
      return (a - mean(a, axis, keep_dims)) / sqrt(var(a, axis, keep_dims, ddof(0)) + 0.5);
    };
    auto const backwards = x(range(end - 1, -1, -1), range(end - 1, -1, -1));
    tensor<double, 2> const whole = eval(standard(x, 1)), reversed = eval(standard(backwards, 1)),
                            columns = eval(standard(turned, 0));
    for (int const threads : {2, 3, 7})
      for (index_t const rows : {1, 2, 7}) {
        thread_scope const some{threads};
        CAPTURE(n);
        CAPTURE(threads);
        CAPTURE(rows);
        out = std::nan("");
        CHECK(assign_in_blocks(out, standard(x, 1), rows));
        CHECK(same_bits(out, whole));
        out = std::nan("");
        CHECK(assign_in_blocks(out, standard(backwards, 1), rows));
        CHECK(same_bits(out, reversed));
        turned_out = std::nan("");
        CHECK(assign_in_blocks(turned_out, standard(turned, 0), rows));
        CHECK(same_bits(eval(turned_out), columns));
        out = x;
        CHECK(assign_in_blocks(out, standard(out, 1), rows)); // in place
        CHECK(same_bits(out, whole));
      }
  }
}

TEST_CASE("a statement in blocks that gets no memory leaves its target as it was") {
  thread_scope const two{2};
  tensor<double, 2> x = large_values();
  tensor<double, 2> const before = x;
  tensor<double, 1> gain(large);
  gain = 2.0;
  for (int granted = 0; granted < 5; ++granted) {
    CAPTURE(granted);
    support::counting_resource memory;
    memory.run_dry_after(granted);
    support::memory_scope const scope(memory);
    if (granted < 3) {
      CHECK_THROWS_AS(x = normalised(x, gain), std::bad_alloc);
      REQUIRE(same_bits(x, before));
    } else {
      x = normalised(x, gain);
      CHECK(memory.allocations() == 3);
    }
  }
  CHECK_FALSE(same_bits(x, before));
}

TEST_CASE("long rows in blocks of one row have the bits of the whole") {
  for (index_t const m : {2047, 2048, 5000, 70000}) {
    CAPTURE(m);
    tensor<double, 2> x(3, m), out(3, m);
    fill(x);
    auto const statement = [&] { return x - mean(x, 1, keep_dims) * max(x, 1, keep_dims) + var(x, 1, keep_dims); };
    tensor<double, 2> const whole = eval(statement());
    for (index_t const rows : {1, 2}) {
      CHECK(assign_in_blocks(out, statement(), rows));
      CHECK(same_bits(out, whole));
    }
  }
}
