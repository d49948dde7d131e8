#include <weft/grad/handing.hpp>
#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {
tensor<double, 2> whole_numbers(index_t m, index_t n, index_t seed) {
  return from_function(shape(m, n), [&](index_t i, index_t j) { return double((i * seed + j * 3) % 7 - 3); });
}
template <class A, class B>
void check_equal(A const& found, B const& wanted) {
  REQUIRE(found.shape() == wanted.shape());
  index_t wrong = 0;
  for (index_t i = 0; i < wanted.extent(0); ++i)
    for (index_t j = 0; j < wanted.extent(1); ++j)
      wrong += !(found(i, j) == wanted(i, j));
  CHECK(wrong == 0);
}
} // namespace

TEST_CASE("handing: operands of its shape, however they lie and however often they stand in it") {
  for (auto const& size : {shape(3, 4), shape(1, 1), shape(40, 30), shape(0, 2), shape(2, 700)}) {
    const index_t m = size[0], n = size[1];
    CAPTURE(m);
    CAPTURE(n);
    const grad::variable<double, 2> x(whole_numbers(m, n, 1)), y(whole_numbers(m, n, 2)), u(whole_numbers(m, n, 4));
    const grad::variable<double, 2> v(whole_numbers(n, m, 5)), row(whole_numbers(1, n, 6));
    const grad::variable<float, 2> f(cast<float>(whole_numbers(m, n, 3)));
    const auto loss = [&] {
      return grad::variable<double, 0>(
          sum(x * y * reverse(u, 1) + x * x * transpose(v) + y * row * 2.0 + x * cast<double>(f)));
    };
    tensor<double, 2> gx(m, n), gy(m, n), gu(m, n), gv(n, m), gr(1, n), gf(m, n);
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        const double a = x.value()(i, j), b = y.value()(i, j), c = u.value()(i, n - 1 - j), d = v.value()(j, i);
        gx(i, j) = b * c + 2 * a * d + double(f.value()(i, j));
        gy(i, j) = a * c + 2 * row.value()(0, j);
        gu(i, n - 1 - j) = a * b;
        gv(j, i) = a * a;
        gr(0, j) += 2 * b;
        gf(i, j) = a;
      }
    const auto [hx, hy, hu, hv, hr] = gradients(loss(), x, y, u, v, row);
    check_equal(hx, gx);
    check_equal(hy, gy);
    check_equal(hu, gu);
    check_equal(hv, gv);
    check_equal(hr, gr);
    check_equal(get<0>(gradients(loss(), y)), gy); // the others are not computed
    if (m == 0) // no gradient comes from a sum of nothing
      continue;
    backward(loss());
    backward(loss());
    check_equal(x.gradient(), tensor<double, 2>(gx * 2.0));
    check_equal(f.gradient(), tensor<double, 2>(gf * 2.0));
  }
}

TEST_CASE("handing: one loop hands its gradient to all operands of its shape") {
  const grad::variable<double, 2> x(whole_numbers(30, 20, 1)), y(whole_numbers(30, 20, 2)), z(whole_numbers(30, 20, 3)),
      w(whole_numbers(30, 20, 4));
  const grad::variable<double, 2> s = log(exp(x * y) + 1.0) * z - w * sin(x);
  const plan_report plan = explain([&] { backward(s, ones<double>(30, 20)); });
  int loops = 0;
  for (loop_report const& l : plan.loop_list)
    loops += l.operands.size() > 2 ? 1 : 0; // others set what comes in to the weights
  CHECK(loops == 1);
  CHECK(plan.bytes_written == (1 + 4) * 600 * 8);
  CHECK(plan.temporaries == 0);
}

TEST_CASE("handing: windows of one value that share elements, in one thread and in three") {
  for (int threads : {1, 3})
    for (auto const& size : {shape(4, 5), shape(3, 3), shape(60, 700), shape(300, 3)}) {
      thread_scope const scope{threads};
      index_t const m = size[0], n = size[1];
      CAPTURE(m);
      grad::variable<double, 2> const x(whole_numbers(m, n, 1)), w(whole_numbers(m - 2, n - 2, 2));
      auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
      auto const loss = [&] {
        return grad::variable<double, 0>(sum(w * x(in, before) * x(in, after) + x(before, in) * x(after, in) * 2.0 +
                                             x(in, in) * reverse(x(in, in), 1) + x(in, range(n - 2, 0, -1))));
      };
      tensor<double, 2> gx = zeros<double>(m, n), gw(m - 2, n - 2);
      tensor<double, 2> const a = x.value(), c = w.value();
      for (index_t i = 1; i + 1 < m; ++i)
        for (index_t j = 1; j + 1 < n; ++j) {
          gw(i - 1, j - 1) = a(i, j - 1) * a(i, j + 1);
          gx(i, j - 1) += c(i - 1, j - 1) * a(i, j + 1);
          gx(i, j + 1) += c(i - 1, j - 1) * a(i, j - 1);
          gx(i - 1, j) += 2 * a(i + 1, j);
          gx(i + 1, j) += 2 * a(i - 1, j);
          gx(i, j) += a(i, n - 1 - j) + 1;
          gx(i, n - 1 - j) += a(i, j);
        }
      auto const [hx, hw] = gradients(loss(), x, w);
      check_equal(hx, gx);
      check_equal(hw, gw);
      check_equal(get<0>(gradients(loss(), w)), gw);
      backward(loss());
      backward(loss());
      check_equal(x.gradient(), tensor<double, 2>(gx * 2.0));
    }
}

TEST_CASE("handing: every second row or column of a value, and windows of one column") {
  grad::variable<double, 2> const x(whole_numbers(6, 8, 1));
  auto const first = range(0, end, 2), second = range(1, end, 2);
  tensor<double, 2> const a = x.value();
  tensor<double, 2> gx(6, 8);
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 8; ++j)
      gx(i, j) = a(i % 2 == 0 ? i + 1 : i - 1, j) + a(i, j % 2 == 0 ? j + 1 : j - 1);
  grad::variable<double, 0> const rows = sum(x(first, all) * x(second, all)),
                                  columns = sum(x(all, first) * x(all, second));
  grad::variable<double, 0> const both = rows + columns;
  check_equal(get<0>(gradients(both, x)), gx);

  grad::variable<double, 0> const column = sum(x(range(0, 5), range(2, 3)) * x(range(1, 6), range(2, 3)));
  tensor<double, 2> gc = zeros<double>(6, 8);
  for (index_t i = 0; i < 5; ++i) {
    gc(i, 2) += a(i + 1, 2);
    gc(i + 1, 2) += a(i, 2);
  }
  check_equal(get<0>(gradients(column, x)), gc);
}

TEST_CASE("handing: gradients of windows are added where they belong, without temporaries") {
  grad::variable<double, 1> const x(arange(0.0, 1000.0));
  grad::variable<double, 1> const d = x(range(1, end)) * x(range(0, end - 1));
  CHECK(explain([&] { backward(d, ones<double>(999)); }).temporaries == 0);
  tensor<double, 1> wanted(1000);
  for (index_t k = 0; k < 1000; ++k)
    wanted(k) = double(k > 0 ? k - 1 : 0) + double(k < 999 ? k + 1 : 0);
  CHECK(x.gradient() == wanted);
}
