#include <weft/linalg/vector.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include "support/explained.hpp"

#include <doctest/doctest.h>
#include <stdexcept>
#include <thread>

using namespace weft;

TEST_CASE("explain(x): one loop into fresh memory, and nothing is computed") {
  tensor<double, 2> a(10, 20), b(10, 20);
  const plan_report r = explain(a + 2.0 * b);
  CHECK(r.loops == 1);
  CHECK(r.temporaries == 0);
  CHECK(r.bytes_read == 2 * 200 * 8);
  CHECK(r.bytes_written == 200 * 8);
  CHECK(r.flops == 400);
  CHECK(r.blas.empty());
}

TEST_CASE("explain(target, x): of tensors, static tensors, views and temporaries of views; the target is not written") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  tensor<double, fixed<2, 2>> r{{1, 2}, {3, 4}};
  CHECK(explain(a, a + 1.0).temporaries == 0);
  CHECK(explain(a, 1.0).bytes_read == 0);
  CHECK(explain(r, r + a).loops == 1);
  CHECK(explain(a(0, all), a(1, all)).bytes_written == 16);
  tensor<double, 2> many(33, 33); // few elements need no copy
  CHECK(explain(many, reverse(many, 0) + many).temporaries == 1);
  CHECK(explain(a, transpose(a) + a).temporaries == 0); // in pairs of tiles
  tensor<double, 2> other(3, 5);
  CHECK(explain(other, a + a).bytes_written == 32);
  CHECK(a == tensor<double, 2>{{1, 2}, {3, 4}});
  CHECK(other.shape() == shape(3, 5));
}

TEST_CASE("explain(f): f runs, and what its statements do adds up") {
  tensor<double, 1> a(1000), b(1000), c(1000);
  a.fill(2);
  b.fill(3);
  double total = 0;
  const plan_report r = explain([&] {
    total = sum(a * b);
    c = a + b;
    c(range(0, 10)) = 1.0;
    return total;
  });
  CHECK(total == 6000);
  CHECK(c(0) == 1);
  CHECK(c(10) == 5);
  CHECK(r.loops == 3);
  REQUIRE(r.loop_list.size() == 3);
  CHECK(r.loop_list[0].reduces);
  CHECK(r.loop_list[0].extents == std::vector<index_t>{1000});
  CHECK(!r.loop_list[1].reduces);
  CHECK(r.loop_list[2].extents == std::vector<index_t>{10});
  CHECK(r.bytes_read == 4 * 8000);
  CHECK(r.bytes_written == 8 + 8000 + 80);
  CHECK(r.flops == 2000 + 1000);
  CHECK(r.temporaries == 0);
  CHECK(explain([] {}).loops == 0);
}

TEST_CASE("explain(f) counts what explain(x) counts, in each form of a statement") {
  tensor<double, 2> a(30, 40), b(30, 40), t(30, 40), g(40, 30);
  tensor<double, 2, column_major> f(30, 40);
  tensor<double, fixed<12, 12>> s;
  tensor<double> d(shape(30, 40));
  const tensor<index_t, 1> i{3, 1, 2};
  const auto check = [](plan_report const& ran, plan_report const& planned) {
    support::check_same_plan(ran, planned);
    CHECK((planned.loops > 0 || !planned.blas.empty()));
  };
  check(explain([&] { t = a + b; }), explain(t, a + b));
  check(explain([&] { t += a; }), explain(t, t + a));
  check(explain([&] { t(all, range(0, 40, 2)) = 2.0 * a(all, range(0, 20)); }),
        explain(t(all, range(0, 40, 2)), 2.0 * a(all, range(0, 20))));
  check(explain([&] { f = a + f; }), explain(f, a + f));
  check(explain([&] { b = a; }), explain(b, a)); // which copies bytes
  check(explain([&] { tensor<double, 2> fresh(a); }), explain(a));
  check(explain([&] { return copy(a); }), explain(a));
  check(explain([&] { d = tensor<double>(d); }), explain(d));
  check(explain([&] { f = a; }), explain(f, a));
  check(explain([&] { d = a - d; }), explain(d, a - d));
  check(explain([&] { s = s * s; }), explain(s, s * s));
  check(explain([&] { tensor<double, 2> fresh = a + b; }), explain(a + b));
  check(explain([&] { t(range(1, 30), all) = t(range(0, 29), all) + 1.0; }),
        explain(t(range(1, 30), all), t(range(0, 29), all) + 1.0));
  check(explain([&] { g = transpose(a) + g; }), explain(g, transpose(a) + g));
  check(explain([&] { t = (a - sum(a, 1, keep_dims)) / sum(b, 0); }),
        explain(t, (a - sum(a, 1, keep_dims)) / sum(b, 0)));
  check(explain([&] { t = matmul(a, matmul(transpose(b), a)); }), explain(t, matmul(a, matmul(transpose(b), a))));
  check(explain([&] { t += 2.0 * matmul(a, matmul(g, b)); }), explain(t, t + 2.0 * matmul(a, matmul(g, b))));
  check(explain([&] { t = concatenate(0, a(range(0, 10), all), b(range(10, 30), all)); }),
        explain(t, concatenate(0, a(range(0, 10), all), b(range(10, 30), all))));
  check(explain([&] { t = sort(a, 0); }), explain(t, sort(a, 0)));
  check(explain([&] { return eval(take(a, i, 0)); }), explain(take(a, i, 0)));
  check(explain([&] { t = t / a(0, all) + sum(sum(b, 1), 0, keep_dims); }),
        explain(t, t / a(0, all) + sum(sum(b, 1), 0, keep_dims)));
}

TEST_CASE("explain(f): dot, picked targets, static products; other threads, errors, and recordings inside") {
  tensor<double, 1> x(100), y(100);
  CHECK(explain([&] { return dot(x, y); }).flops == 200);
  CHECK(explain([&] { return dot(x, y); }).blas.size() == 1);
  const tensor<index_t, 1> i{3, 1, 2};
  CHECK(explain([&] { x(i) = tensor<double, 1>{1, 2, 3}; }).bytes_written >= 24);
  tensor<double, fixed<3, 3>> m, n;
  CHECK(explain([&] { m = matmul(m, n); }).blas.size() == 1);

  const plan_report elsewhere = explain([&] { std::thread([&] { x = x + y; }).join(); });
  CHECK(elsewhere.loops == 0);
  CHECK_THROWS_AS((void)explain([&] {
                    x = x + y;
                    throw std::runtime_error("stop");
                  }),
                  std::runtime_error);
  int inner = 0;
  const plan_report outer = explain([&] {
    inner = explain([&] { y = x + y; }).loops;
    x = x + explain(x, y).loops;
  });
  CHECK(inner == 1);
  CHECK(outer.loops == 1);
}

TEST_CASE("explain<Target, X>() is what explain(target, x) says, as far as types know it") {
  tensor<double, 2> a(10, 20), b(10, 20), m(20, 20);
  const auto same = [](auto&& target, auto const& x) {
    using target_type = decltype(target);
    constexpr static_report known = explain<target_type, decltype(x)>();
    const plan_report found = explain(target, x);
    CHECK(known.one_loop == (found.loops == 1 && found.blas.empty() && found.temporaries == 0));
    if (known.one_loop)
      CHECK(known.operations * target.size() == found.flops);
    if (known.allocation_free)
      CHECK(found.temporaries == 0);
  };
  same(a, a + 2.0 * b);
  same(a, 1.0);
  same(a, b);
  same(a(ellipsis), exp(a) / (1.0 + b));
  same(a, matmul(b, m));
  same(a, b - expand_dims(mean(b, 1), 1));
  same(a(0, all), reverse(b, 0)(3, all));
  static_assert(explain<tensor<double, 2>&, decltype(a + 2.0 * b)>().operands == 2);
  static_assert(explain<tensor<double, 2>&, decltype(a + 2.0 * b)>().operations == 2);
  static_assert(explain<tensor<double, 2>&, decltype(matmul(b, m) + a)>().deferred == 1);
  static_assert(explain<tensor<double, 2>&, decltype(sum(matmul(b, m), 1))>().deferred == 2);
  static_assert(explain<tensor<double, 2>&, double>().operands == 0);
}
