#include <weft/eval/in_memory.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

using weft::shape;
using weft::tensor;
using namespace weft::detail;

TEST_CASE("in_memory: what lies in memory stays there, anything else is evaluated") {
  session s;
  tensor<int, 2> a{{1, 2}, {3, 4}};
  const auto leaf = capture(a);
  CHECK(in_memory(leaf, s).data == a.data());
  const auto fixed = capture(tensor<int, weft::fixed<2>>{5, 6});
  CHECK(in_memory(fixed, s).data == fixed.elements);
  const auto sums = sum(a, 0);
  auto const& evaluated_sums = in_memory(sums, s);
  CHECK(evaluated_sums.data[1] == 6);
  const auto sevens = weft::full(shape(3), 7);
  auto const& generated = in_memory(sevens, s);
  CHECK(generated.data[2] == 7);
  const auto twice = a + a;
  auto const& added = in_memory(twice, s);
  CHECK(added.data[3] == 8);
}
