#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

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
  CHECK(explain(a, transpose(a) + a).temporaries == 1);
  tensor<double, 2> other(3, 5);
  CHECK(explain(other, a + a).bytes_written == 32);
  CHECK(a == tensor<double, 2>{{1, 2}, {3, 4}});
  CHECK(other.shape() == shape(3, 5));
}
