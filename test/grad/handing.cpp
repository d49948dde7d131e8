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
