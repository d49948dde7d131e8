// Mllm's page on its tensor, from top to bottom, in weft's words. The name of a test case begins with the rows that it
// holds: rows.md.
#include "forms.hpp"

#include <support/grid.hpp>
#include <weft/eval/threads.hpp>
#include <weft/index.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/spaced.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <type_traits>
#include <vector>

using namespace weft;
using namespace sources;
using oracle::list;

TEST_CASE_TEMPLATE("C01 C05: views are one thing, the memory that they see another", T, of_rank<int>,
                   of_any_rank<int>) {
  support::counting_resource memory;
  const support::memory_scope scope(memory);
  auto t = cube<T>();
  {
    const auto whole = t.share();
    const auto front = whole(all, all, range(0, 2)), back = whole(all, all, range(2, 4));
    CHECK(memory.live_blocks() == 1);
    CHECK(whole.ownership() == shared);
    CHECK(front.data() == whole.data());
    CHECK(back.data() == whole.data() + 2);
    front = 1;
    back = 2;
    const auto expected = [](list const& i) { return i[2] < 2 ? 1 : 2; };
    CHECK(difference(whole, {2, 3, 4}, expected) == "");
    CHECK(difference(t, {2, 3, 4}, expected) == "");
    view<int> other = front; // another object: it may look elsewhere
    other.rebind(back);
    CHECK(other.data() == back.data());
    CHECK(front.data() == whole.data());
  }
  CHECK(t.ownership() == owned); // the views went, the memory did not
  CHECK(memory.live_blocks() == 1);
}

TEST_CASE("C05: two halves of memory that somebody else has, of an any_tensor, and of a tensor of static shape") {
  std::vector<int> memory(12);
  const auto lower = borrow(memory.data(), shape(2, 3)), upper = borrow(memory.data() + 6, shape(2, 3));
  lower = 1;
  upper = 2;
  CHECK(memory == std::vector{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2});
  any_tensor a(dtype::int32, shape(2, 2));
  a.as<int>()(all, 0) = 1;
  a.as<int>()(all, 1) = 2;
  CHECK(difference(a.as<int>(), {2, 2}, [](list const& i) { return int(i[1] + 1); }) == "");
  auto t = cube<of_shape<int>>();
  t(0, all, all) = 1;
  t(1, all, all) = 2;
  CHECK(difference(t, {2, 3, 4}, [](list const& i) { return int(i[0] + 1); }) == "");
}

TEST_CASE_TEMPLATE("C02: a shape lists integers", T, tensor<float, fixed<3, 4, 5>>, tensor<float, 3>, tensor<float>) {
  const T t(shape(3, 4, 5));
  CHECK(t.shape() == shape(3, 4, 5));
  CHECK(std::vector<index_t>(t.shape().begin(), t.shape().end()) == std::vector<index_t>{3, 4, 5});
  CHECK(t(ellipsis).shape() == shape(3, 4, 5));
}

TEST_CASE_TEMPLATE("C03: a stride counts the elements to the next one along an axis", T, tensor<int, fixed<3, 4>>,
                   tensor<int, 2>, tensor<int>) {
  T t(shape(3, 4));
  CHECK(strides_of(t) == list{4, 1});
  CHECK(&t(1, 0) - &t(0, 0) == 4);
  CHECK(&t(0, 1) - &t(0, 0) == 1);
  const auto back = reverse(transpose(t), 1);
  CHECK(strides_of(back) == list{1, -4});
  CHECK(&back(0, 1) - &back(0, 0) == -4);
}

TEST_CASE("C02 C03: shape and strides of any_tensor") {
  const any_tensor t(dtype::float32, shape(3, 4));
  CHECK(t.shape() == shape(3, 4));
  CHECK(t.strides() == strides(4, 1));
}

TEST_CASE_TEMPLATE("C04: a view begins at an offset in the memory, and offsets add up", T, of_shape<int>, of_rank<int>,
                   of_any_rank<int>) {
  auto t = cube<T>();
  const auto a = t(1, range(1, 3), all);
  CHECK(a.data() == t.data() + 12 + 4);
  const auto b = a(1, range(3, -1, -1));
  CHECK(b.data() == t.data() + 12 + 8 + 3);
  CHECK(difference(b, {4}, [](list const& i) { return cell(1, 2, 3 - i[0]); }) == "");
}

TEST_CASE_TEMPLATE("C06: the place of an element is offset + sum of index * stride, for any element type", T,
                   signed char, float, double, std::complex<double>) {
  const auto check = [](auto t) {
    const auto v = t(range(2, -1, -1), range(1, 4), range(0, 5, 2));
    CHECK(strides_of(v) == list{-20, 5, 2});
    oracle::for_each({3, 3, 3}, [&](list const& i) {
      auto* const wanted =
          reinterpret_cast<char*>(t.data()) + (45 + i[0] * -20 + i[1] * 5 + i[2] * 2) * static_cast<index_t>(sizeof(T));
      CHECK(reinterpret_cast<char*>(&v(i[0], i[1], i[2])) == wanted);
      CHECK(reinterpret_cast<char*>(&v[i]) == wanted);
    });
    write(v, [](list const& i) { return T(static_cast<float>(9 * i[0] + 3 * i[1] + i[2] + 1)); });
    CHECK(difference(t, {3, 4, 5}, [](list const& i) {
            return i[1] == 0 || i[2] % 2 == 1 ? T(0)
                                              : T(static_cast<float>(9 * (2 - i[0]) + 3 * (i[1] - 1) + i[2] / 2 + 1));
          }) == "");
  };
  check(tensor<T, fixed<3, 4, 5>>());
  check(tensor<T, 3>(3, 4, 5));
  check(tensor<T>(shape(3, 4, 5)));
}

TEST_CASE("C06: the same for 200 random places") {
  grid::dice d(6);
  for (int round = 0; round < 200; ++round) {
    list extents(std::size_t(1 + d.below(4)));
    for (index_t& e : extents)
      e = 1 + d.below(5);
    const oracle::place p = grid::make_place(d, extents, d.of(grid::readable));
    std::vector<double> memory(oracle::at(grid::room(p)));
    const auto v = borrow(memory.data() + p.offset, shape(p.extents), strides(p.strides));
    oracle::for_each(extents, [&](list const& i) { CHECK(&v[i] == memory.data() + oracle::offset_of(p, i)); });
  }
}

// Of the affine mechanism this holds today: subscripts are any integers, and expressions of indices pick elements.
TEST_CASE_TEMPLATE("C12: elements at indices that are computed, one by one and all at once", T,
                   tensor<int, fixed<10, 4>>, tensor<int, 2>, tensor<int>) {
  T t(shape(10, 4));
  write(t(ellipsis), [](list const& i) { return int(10 * i[0] + i[1]); });
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 4; ++j)
      CHECK(t(2 * i + 1, 3 - j) == 10 * (2 * i + 1) + 3 - j);
  const auto odd = [](list const& i) { return int(10 * (2 * i[0] + 1) + i[1]); };
  CHECK(value_difference(t(2 * arange(0, 5) + 1, all), {5, 4}, odd) == "");
  t(2 * arange(0, 5) + 1, all) = -1;
  CHECK(difference(t, {10, 4}, [](list const& i) { return i[0] % 2 == 1 ? -1 : int(10 * i[0] + i[1]); }) == "");
  CHECK_THROWS_AS(eval(t(2 * arange(0, 6) + 1, all)), index_error);
}

// Affine Primitives: text, and the expression templates that the document wishes for.

TEST_CASE("C13 C16 C17 C18: affine expressions from text") {
  affine f("i * 128 + 64");
  for (index_t i = 0; i < 128; ++i) {
    f["i"] = i;
    CHECK(f() == i * 128 + 64);
  }
  CHECK(to_string(f) == "i * 128 + 64");
  CHECK_THROWS_AS(affine("i * * 128"), parse_error);
  CHECK_THROWS_AS(static_cast<void>(affine("i * 128 + 64")()), error); // no value, and not 0
}

TEST_CASE("C12 C14: affine expressions as types, in constant expressions and as subscripts") {
  auto [i, j] = indices<2>();
  constexpr auto e = i * 128 + 64;
  static_assert(e(i = 3) == 448);
  tensor<int, 2> t(10, 4);
  write(t(ellipsis), [](list const& at) { return int(10 * at[0] + at[1]); });
  const auto row = 2 * i + 1;
  const auto column = 3 - j;
  for (index_t a = 0; a < 5; ++a)
    for (index_t b = 0; b < 4; ++b)
      CHECK(t.at(row(i = a), column(j = b)) == 10 * (2 * a + 1) + 3 - b);
  CHECK_THROWS_AS(static_cast<void>(t.at(row(i = 5), column(j = 0))), index_error);
  // Text, with values, is a place of its own.
  affine e1("2 * a + 1"), e2("3 - b");
  for (index_t a = 0; a < 5; ++a)
    for (index_t b = 0; b < 4; ++b) {
      e1["a"] = a;
      e2["b"] = b;
      CHECK(t.at(e1, e2) == 10 * (2 * a + 1) + 3 - b);
      CHECK(view<int>(t).at(e1, 0) == 10 * (2 * a + 1));
      CHECK((t + 1).at(e1, e2) == 10 * (2 * a + 1) + 4 - b);
    }
  t.at(e1, e2) = -1;
  CHECK(t(9, 0) == -1);
  e1["a"] = 5;
  CHECK_THROWS_AS(static_cast<void>(t.at(e1, e2)), index_error);
  // As subscripts of a whole statement.
  tensor<int, 2> odd(5, 4);
  odd(i, j) = t(row, column) + t(affine("_0"), affine("_1"));
  for (index_t a = 0; a < 5; ++a)
    for (index_t b = 0; b < 4; ++b)
      CHECK(odd(a, b) == t(2 * a + 1, 3 - b) + t(a, b));
}

TEST_CASE("C15: symbols may be extents, which are bound anew") {
  affine place("b*H*W + y*W + x");
  place["b"] = 1, place["y"] = 2, place["x"] = 3;
  for (const index_t height : {7, 5})
    for (const index_t width : {4, 9}) {
      place["H"] = height, place["W"] = width;
      const tensor<int, 3> t(2, height, width);
      CHECK(t.data() + place() == &t(1, 2, 3));
    }
}

// Tiled Tensor: loops over tiles, over elements that symbolic indices name, and over contiguous memory in threads.

TEST_CASE("C07 C08: tiles of transposed, sliced and broadcast tensors, without a copy") {
  tensor<int, 2> a(5, 7);
  write(a(ellipsis), [](list const& i) { return int(10 * i[0] + i[1]); });
  const auto check = [](auto const& v, list const& extents, auto const& expected) {
    const auto range = tiles(v, shape(2, 3));
    tensor<int, 2> seen(shape(extents), 0);
    for (index_t n = 0; n < range.size(); ++n) {
      const auto t = range[n];
      for (index_t i = 0; i < t.extent(0); ++i)
        for (index_t j = 0; j < t.extent(1); ++j)
          seen(range.place(n)[0] * 2 + i, range.place(n)[1] * 3 + j) += t(i, j) + 1;
    }
    CHECK(difference(seen, extents, [&](list const& i) { return expected(i) + 1; }) == "");
  };
  check(a, {5, 7}, [](list const& i) { return int(10 * i[0] + i[1]); });
  check(transpose(a), {7, 5}, [](list const& i) { return int(10 * i[1] + i[0]); });
  check(a(range(4, -1, -2), range(1, 7)), {3, 6}, [](list const& i) { return int(10 * (4 - 2 * i[0]) + i[1] + 1); });
  check(broadcast_to(a(1, all), shape(3, 7)), {3, 7}, [](list const& i) { return int(10 + i[1]); });
}

TEST_CASE("C09 C10: loops by symbolic indices: each element once, with its place, refused before the first") {
  tensor<int, 2> a(10, 4);
  write(a(ellipsis), [](list const& i) { return int(10 * i[0] + i[1]); });
  list seen;
  for (auto [index, x] : enumerate(affine_view(a, shape(4, 10), "_1", "_0"))) {
    CHECK(&x == a.data() + index[1] * 4 + index[0]);
    seen.push_back(x);
  }
  list expected;
  for (index_t j = 0; j < 4; ++j)
    for (index_t i = 0; i < 10; ++i)
      expected.push_back(10 * i + j);
  CHECK(seen == expected);
  for (int& x : affine_view(a, shape(5, 4), "_0*2+1", "_1"))
    x = -1;
  CHECK(difference(a, {10, 4}, [](list const& i) { return i[0] % 2 == 1 ? -1 : int(10 * i[0] + i[1]); }) == "");
  CHECK_THROWS_AS(static_cast<void>(affine_view(a, shape(6, 4), "_0*2+1", "_1")), index_error);
}

TEST_CASE("C11: regions of memory without gaps, once each, with 1, 2 and 7 threads; what has none is refused") {
  for (const int threads : {1, 2, 7}) {
    const thread_scope scope{threads};
    tensor<int, 2> a(9, 20);
    for_each_run(a(all, range(5, 15)), [](auto part) { part += int(part.size()); });
    CHECK(difference(a, {9, 20}, [](list const& i) { return i[1] >= 5 && i[1] < 15 ? 10 : 0; }) == "");
    CHECK_THROWS_AS(for_each_run(transpose(a), [](auto) {}), layout_error);
  }
}
