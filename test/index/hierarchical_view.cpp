#include <weft/index/hierarchical_view.hpp>
#include <weft/index/notation.hpp>
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

TEST_CASE("hierarchical views: Z-order of 2^10 x 2^10, 20 modes of two") {
  std::vector<lay> rows, columns;
  for (int bit = 0; bit < 10; ++bit) {
    columns.emplace_back(2, index_t(1) << (2 * bit));
    rows.emplace_back(2, index_t(2) << (2 * bit));
  }
  const lay z(std::vector<lay>{lay(rows), lay(columns)});
  hierarchical_tensor<int, 2> x(z);
  tensor<int, 2> a(1024, 1024);
  for (auto [i, e] : enumerate(a))
    e = int(i[0] * 1024 + i[1]);
  x = a;
  CHECK(x.memory()(0b111001) == 0b110 * 1024 + 0b101); // bits of row and column, row first
  int wrong = 0;
  for (auto [i, e] : enumerate(a))
    wrong += x(i[0], i[1]) == e ? 0 : 1;
  CHECK(wrong == 0);
  CHECK((x == a));
  x += transpose(a);
  CHECK((x == a + transpose(a)));
  tensor<int, 2> c = x * 2 - a;
  CHECK((c == a + 2 * transpose(a)));
}

TEST_CASE("hierarchical views: three axes") {
  hierarchical_tensor<float, 3> t(lay("((2,2),3,(2,2)):((1,24),8,(2,4))"));
  tensor<float, 3> u(4, 3, 4);
  for (auto [i, e] : enumerate(u))
    e = float(i[0] * 100 + i[1] * 10 + i[2]);
  t = u;
  for (auto [i, e] : enumerate(u))
    CHECK(t(i[0], i[1], i[2]) == e);
  CHECK((sum(t, axes<0, 2>) == sum(u, axes<0, 2>)));
  t(3, 2, 1) = -1.0F;
  CHECK(t.memory()(1 + 24 + 16 + 2) == -1.0F);
}

TEST_CASE("hierarchical views: other elements") {
  hierarchical_tensor<std::string, 2> s(lay("((2),(2,2)):((2),(1,4))"));
  s(1, 3) = "here";
  const tensor<std::string, 2> strings = s;
  CHECK(strings(1, 3) == "here");
  CHECK(s.memory()(7) == "here");
}

TEST_CASE("hierarchical views: two arrangements of one memory, and a view that keeps its memory") {
  tensor<double, 1> memory(16);
  for (index_t k = 0; k < 16; ++k)
    memory(k) = double(k);
  const hierarchical_view<double, 2> v(memory, lay("((2,2),(2,2)):((4,8),(1,2))"));
  const hierarchical_view<double, 2> w(memory, lay("(4,4):(4,1)"));
  const tensor<double, 2> before = v;
  w = v;
  CHECK((w == before));
  const hierarchical_view<double const, 2> diagonal(std::as_const(memory), lay("(4,4):(4,0)"));
  CHECK((diagonal(all, 0) == w(all, 0)));
  // A view that keeps its memory.
  const auto kept = [] {
    tensor<double, 1> m(4);
    m = 3.0;
    return hierarchical_view<double, 1>(std::move(m), lay("((2,2)):((2,1))"));
  }();
  CHECK(sum(kept) == 12.0);
}

TEST_CASE("hierarchical views: a copy is deep, a view is a handle; what does not fit is an error") {
  const lay z("((2,2),(2,2)):((1,4),(2,8))");
  hierarchical_tensor<double, 2> a(z, 1.0);
  hierarchical_tensor<double, 2> b = a;
  b(0, 0) = 2.0;
  CHECK(a(0, 0) == 1.0);
  const auto v = a.view();
  v(1, 1) = 7.0;
  CHECK(a(1, 1) == 7.0);
  CHECK(to_string(a.modes()) == "((2,2),(2,2)):((1,4),(2,8))");
  CHECK_THROWS_AS(static_cast<void>(a(4, 0)), index_error);
  CHECK((a(1, all) == tensor<double, 1>{1, 7, 1, 1}));
  CHECK((reshape(a, shape(16))(range(4, 8)) == tensor<double, 1>{1, 7, 1, 1}));
  const index_symbol<0> i;
  const index_symbol<1> j;
  tensor<double, 2> named(4, 4);
  named(i, j) = a(3 - i, j) + a.view()(j, 1);
  CHECK((named == reverse(tensor<double, 2>(a), 0) + tensor<double, 1>{1, 7, 1, 1}));
  CHECK_THROWS_AS((a = zeros<double>(3, 4)), shape_error);
  CHECK(message_of([&] { hierarchical_tensor<double, 2> t(lay("(2,2,2):(1,2,4)")); }) ==
        "weft: hierarchical layout: (2,2,2):(1,2,4) has 3 modes for 2 axes");
  CHECK(message_of([&] { hierarchical_tensor<double, 2> t(lay("(2,4):(1,1)")); }) ==
        "weft: hierarchical layout: elements to write may be there twice: (2,4):(1,1)");
  tensor<double, 1> memory(15);
  CHECK(message_of([&] { hierarchical_view<double, 2> t(memory, z); }) ==
        "weft: hierarchical layout: ((2,2),(2,2)):((1,4),(2,8)) takes 16 elements of memory, not 15");
  tensor<double, 2> m(16, 2);
  CHECK(message_of([&] { hierarchical_view<double, 2> t(m(all, 0), z); }) ==
        "weft: hierarchical layout: its memory is contiguous, not of stride 2");
}

TEST_CASE("hierarchical views: offsets of 64 bits are outside of all memory") {
  tensor<double, 1> memory(4);
  for (char const* text : {"2:9223372036854775807", "2:9223372036854775806", "3:4611686018427387904"}) {
    const hierarchical_layout modes(std::string("(") + text[0] + "):(" + (text + 2) + ")");
    INFO(std::string(text));
    CHECK_THROWS_AS((hierarchical_view<double, 1>(memory, modes)), error);
    CHECK_THROWS_AS((hierarchical_view<double const, 1>(memory, modes)), error);
    CHECK_THROWS((hierarchical_tensor<double, 1>(modes)));
  }
}
