#include <weft/eval/small_report.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("reports of small statements: what they read, write and compute, and no temporary") {
  tensor<double, fixed<3, 4>> a, c;
  tensor<double, fixed<4, 3>> b;
  tensor<double, fixed<3, 3>> d;
  plan_report r = explain(c, transpose(b) * 2.0 + a);
  CHECK(r.loops == 1);
  CHECK(r.temporaries == 0);
  CHECK(r.bytes_read == 2 * 12 * 8);
  CHECK(r.bytes_written == 12 * 8);
  CHECK(r.flops == 24);
  REQUIRE(r.loop_list.size() == 1);
  CHECK(r.loop_list[0].extents == std::vector<index_t>{3, 4});
  CHECK(r.loop_list[0].operands.size() == 2);
  CHECK_FALSE(r.loop_list[0].reduces);
  r = explain(d, matmul(a, b) - sum(d, axis<0>));
  CHECK(r.loops == 2);
  CHECK(r.temporaries == 0);
  CHECK(r.blas == std::vector<std::string>{"inline m=3 n=3 k=4"});
  REQUIRE(r.loop_list.size() == 2);
  CHECK(r.loop_list[0].reduces);
  CHECK(r.flops == 2 * 3 * 3 * 4 + 9 + 9);
  CHECK(r.bytes_read == (12 + 12 + 9) * 8);
  CHECK(r.bytes_written == 9 * 8);
}

TEST_CASE("reports of small statements: explain writes nothing, a recording sees what runs") {
  tensor<double, fixed<2, 2>> a{{1, 2}, {3, 4}}, c;
  (void)explain(c, transpose(a) + a);
  CHECK(c == tensor<double, 2>(2, 2));
  plan_report seen;
  {
    const detail::recording to(&seen);
    c = transpose(a) + a;
  }
  CHECK(c == tensor<double, 2>{{2, 5}, {5, 8}});
  CHECK(seen.loops == (WEFT_CHECK_BOUNDS != 0 ? 1 : 0)); // without checks a statement of few elements is not recorded
  CHECK(seen.temporaries == 0);
}
