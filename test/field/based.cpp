#include <weft/field/based.hpp>

#include "random_grid.hpp"

#include <doctest/doctest.h>
#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/index/notation.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

using namespace weft;
using random_grid::list;

TEST_CASE("based: elements and parts by subscripts from any number on, in memory with any strides") {
  random_grid::source random(5);
  for (int round = 0; round < 30; ++round) {
    auto d = random_grid::make(random, 2, 3);
    std::vector<double> memory(d.size);
    for (double& x : memory)
      x = static_cast<double>(random(-99, 99));
    auto const plain = borrow(memory.data() + d.place.offset, shape(d.place.extents), strides(d.place.strides)).as<2>();
    index_t const p = random(-4, 4), q = random(-4, 4), n = plain.extent(0), m = plain.extent(1);
    auto const b = field::based(plain, p, q);
    CHECK(b.lower(0) == p);
    CHECK(b.upper(1) == q + m - 1);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < m; ++j) {
        double* const at = memory.data() + d.place.offset + i * d.place.strides[0] + j * d.place.strides[1];
        CHECK(&b(p + i, q + j) == at);
        CHECK(&b.at(p + i, q + j) == at);
        CHECK(&b[{p + i, q + j}] == at);
      }
    CHECK(b(range(p + 1, p + n), all) == plain(range(1, n), all));
    CHECK(b(all, range(q + m - 1, q - 1, -1)) == plain(all, range(m - 1, -1, -1)));
    CHECK(b(range(p, end - 1), end - 1) == plain(range(0, end - 1), end - 1));
    CHECK(b(ellipsis, q + 1) == plain(ellipsis, 1));
    CHECK(b(newaxis, p, range(q, q + m, 2)) == plain(newaxis, 0, range(0, m, 2)));
    CHECK(b(p + n - 1) == plain(n - 1));
    CHECK(b() == plain());
  }
}

TEST_CASE("based: an operand and a target of statements") {
  tensor<double, 1> a{1, 2, 4, 8};
  auto b = field::based(a, -1);
  CHECK(sum(b) == 15);
  CHECK(eval(b + a) == tensor<double, 1>{2, 4, 8, 16});
  b(range(0, 2)) = 3.0;
  b += 1.0;
  CHECK(a == tensor<double, 1>{2, 4, 4, 9});
  b = 2.0 * b;
  CHECK(a == tensor<double, 1>{4, 8, 8, 18});
  auto [i] = indices<1>();
  tensor<double, 1> slope(2);
  slope(i) = b(i + 1) - b(i - 1);
  CHECK(slope == tensor<double, 1>{4, 10});
  b(i - 1) = slope(i);
  CHECK(a == tensor<double, 1>{4, 10, 8, 18});
  static_assert(std::same_as<decltype(field::based(std::as_const(a), 1)(1)), double const&>);
  auto const kept = field::based(tensor<double, 1>{7, 8}, 1);
  CHECK(kept(2) == 8);
}

TEST_CASE("based: of a grid the interior begins at 0") {
  field::grid<int, 2> g(shape(2, 3), field::ghosts({1, {2, 0}}));
  auto u = field::based(g);
  u(-1, -2) = 5;
  u(range(0, 2), range(0, 3)) = 3;
  CHECK(g.with_ghosts() == tensor<int, 2>{{5, 0, 0, 0, 0}, {0, 0, 3, 3, 3}, {0, 0, 3, 3, 3}, {0, 0, 0, 0, 0}});
  static_assert(std::same_as<decltype(field::based(std::as_const(g))(0, 0)), int const&>);
}

TEST_CASE("based: subscripts outside") {
  tensor<double, 2> a(2, 3);
  auto const b = field::based(a, -1, 1);
  char const* const on_first = "weft: subscript 1 is out of range on axis 0, which goes from -1 to 0";
  CHECK(support::message_of([&] { b.at(1, 1) = 1; }) == on_first);
  CHECK(support::message_of([&] { static_cast<void>(b(range(-1, 2), all)); }) ==
        "weft: subscript 2 is out of range on axis 0, which goes from -1 to 0");
  CHECK(support::message_of([&] { static_cast<void>(b(ellipsis, range(5, 1, -1))); }) ==
        "weft: subscript 5 is out of range on axis 1, which goes from 1 to 3");
  if (support::checked)
    CHECK(support::message_of([&] { b(1, 1) = 1; }) == on_first);
}
