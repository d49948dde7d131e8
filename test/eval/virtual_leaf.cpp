// An expression that is decided at run time, as a leaf: its views, its memory, and how long parts live.
#include <support/counting.hpp>
#include <support/message.hpp>
#include <weft/dynamic/any_expr.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <pthread.h>

#include <memory>
#include <thread>
#include <vector>

using namespace weft;

namespace {

tensor<double, 2> counted(index_t rows, index_t columns) {
  tensor<double, 2> t(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      t(i, j) = static_cast<double>(10 * i + j + 1);
  return t;
}

} // namespace

TEST_CASE("virtual leaf: views of an expression are those of its operands") {
  const tensor<double, 2> a = counted(3, 4);
  const tensor<double, 1> row{1, 2, 3, 4};
  const any_expr<double> any = a * row + 1.0;
  const any_expr<double, 2> two = a * row + 1.0;
  const tensor<double, 2> v = a * row + 1.0;
  const auto same = [](auto const& x, auto const& y) {
    const tensor<double> p = x, q = y;
    return p == q;
  };
  CHECK(same(transpose(any), transpose(v)));
  CHECK(same(transpose(two), transpose(v)));
  CHECK(same(any(range(0, 3, 2), all), v(range(0, 3, 2), all)));
  CHECK(same(two(1, all), v(1, all)));
  CHECK(same(two(all, range(3, -1, -1)), v(all, range(3, -1, -1))));
  CHECK(same(reverse(any, 0), reverse(v, 0)));
  CHECK(same(diagonal(two(all, range(0, 3))), diagonal(v(all, range(0, 3)))));
  CHECK(same(broadcast_to(any, shape(2, 3, 4)), broadcast_to(v, shape(2, 3, 4))));
  CHECK(same(expand_dims(two, 1), expand_dims(v, 1)));
  CHECK(same(transpose(any + 1.0)(2, all), transpose(v + 1.0)(2, all)));
  CHECK(same(reshape(any, shape(2, 6)), reshape(v, shape(2, 6))));
  CHECK(two(2, 3) == v(2, 3));
  CHECK(any.at(1, 2) == v(1, 2));
  CHECK_THROWS_AS((void)any.at(3, 0), index_error);
  CHECK_THROWS_AS((void)any(all, range(0, 5)), index_error);
}

TEST_CASE("virtual leaf: what is evaluated before a loop is evaluated once for each statement, in views too") {
  const tensor<double, 2> a = counted(3, 3), b = counted(3, 3);
  const any_expr<double, 2> e = matmul(a, b) + sum(a, 0);
  const tensor<double, 2> v = matmul(a, b) + sum(a, 0);
  const tensor<double, 2> x = e, y = transpose(e), z = e - e;
  CHECK(x == v);
  CHECK(y == transpose(v));
  CHECK(z == zeros<double>(shape(3, 3)));
  CHECK(double(sum(e)) == double(sum(v)));
  CHECK(matmul(e, b) == matmul(v, b));
  tensor<double, 2> out(3, 3);
  CHECK(explain(out, e).blas.size() == 1);
  CHECK(explain(out, e - transpose(e)).blas.size() == 1);
  CHECK(explain(out, e).temporaries == 2);
}

TEST_CASE("virtual leaf: an assignment over its own operands") {
  tensor<double, 2> a = counted(4, 4);
  const tensor<double, 2> before = a;
  const any_expr<double, 2> e = transpose(a) + a(all, range(3, -1, -1));
  a = e;
  CHECK(a == transpose(before) + before(all, range(3, -1, -1)));
  tensor<double, 1> x{1, 2, 3, 4, 5, 6, 7, 8};
  const any_expr<double> moved = x(range(0, 7)) * 2.0;
  x(range(1, 8)) = moved;
  CHECK(x == tensor<double, 1>{1, 2, 4, 6, 8, 10, 12, 14});
  // In the operand of a deferred operation, which writes its target part by part.
  tensor<double, 2> m = counted(2, 2);
  const tensor<double, 2> old = m;
  const any_expr<double, 2> half = m * 0.5;
  m = matmul(half, m);
  CHECK(m == matmul(eval(old * 0.5), old));
}

TEST_CASE("virtual leaf: operands live as those of any expression") {
  any_expr<double, 1> e = tensor<double, 1>{1, 2, 3} + 1.0;
  CHECK(e == tensor<double, 1>{2, 3, 4});
  {
    const tensor<double, 1> local{5, 6, 7};
    e = own(any_expr<double, 1>(local * 2.0));
  }
  CHECK(e == tensor<double, 1>{10, 12, 14});
#if WEFT_CHECK_BOUNDS
  any_expr<double, 1> dangling;
  {
    const tensor<double, 1> local{5, 6, 7};
    dangling = local * 2.0;
  }
  tensor<double, 1> out;
  CHECK_THROWS_AS(out = dangling, layout_error);
  CHECK_THROWS_AS((void)sum(dangling), layout_error);
#endif
}

TEST_CASE("virtual leaf: a sum of many terms takes no stack") {
  const tensor<double, 1> x{1, 2, 3};
  any_expr<double, 1> e = x;
  for (int n = 1; n < 50000; ++n)
    e = e + x;
  const tensor<double, 1> v = e;
  CHECK(v == tensor<double, 1>{5e4, 1e5, 15e4});
  const tensor<double, 1> backwards = reverse(e, 0);
  CHECK(backwards == tensor<double, 1>{15e4, 1e5, 5e4});
}

TEST_CASE("virtual leaf: nothing leaks, and no memory is asked for twice") {
  support::counting_resource memory;
  auto* const before = set_memory_resource(&memory);
  {
    any_expr<double> e = counted(20, 30);
    e = e + 1.0;
    const any_expr<double> t = transpose(e);
    const tensor<double> v = t;
    CHECK(v.shape() == shape(30, 20));
    const any_expr<double> copy = own(t);
    CHECK(copy == v);
  }
  set_memory_resource(before);
  CHECK(memory.live_blocks() == 0);
  CHECK(memory.faults() == 0);
}

TEST_CASE("virtual leaf: threads share an expression, and make its program once") {
  const tensor<double, 1> x = arange(5000.0);
  const any_expr<double, 1> a = x, e = (a + a * 2.0) - a;
  std::vector<std::thread> threads;
  std::vector<double> sums(8);
  for (double& s : sums)
    threads.emplace_back([&] {
      const tensor<double, 1> v = e;
      s = sum(v) + double(sum(e));
    });
  for (std::thread& t : threads)
    t.join();
  for (double s : sums)
    CHECK(s == 4 * 4999.0 * 2500);
}

TEST_CASE("virtual leaf: nor does one of which each term was evaluated") {
  const tensor<double, 1> x{1, 2};
  tensor<double, 1> v;
  auto e = std::make_unique<any_expr<double, 1>>(x);
  for (int n = 0; n < 600; ++n) { // each evaluation takes as many steps as there are terms
    *e = *e * 0.5 + x;
    *e = *e - x;
    v = *e;
  }
  CHECK(v(0) < 1e-100);
  // It is taken apart on a short stack.
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 256 * 1024) == 0);
  pthread_t thread;
  REQUIRE(pthread_create(
              &thread, &attributes,
              [](void* owner) -> void* {
                static_cast<std::unique_ptr<any_expr<double, 1>>*>(owner)->reset();
                return nullptr;
              },
              &e) == 0);
  CHECK(pthread_join(thread, nullptr) == 0);
  pthread_attr_destroy(&attributes);
}
