#include "picked.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/take.hpp>

using namespace rearranged;
using weft::all;
using weft::axis;
using weft::ellipsis;
using weft::fixed;
using weft::newaxis;
using weft::put;
using weft::put_along;
using weft::range;
using weft::shape;
using weft::take;
using weft::take_along;

TEST_CASE("a(indices): between other subscripts, several tensors, of expressions") {
  const tensor<int, 3> a = weft::from_function(
      shape(3, 4, 5), [](index_t i, index_t j, index_t k) { return static_cast<int>(100 * i + 10 * j + k); });
  const tensor<int> d = a;
  const tensor<short, 1> i{2, 0};
  const tensor<unsigned, 2> j{{3}, {1}, {0}};
  const auto value = [](index_t x, index_t y, index_t z) { return static_cast<int>(100 * x + 10 * y + z); };
  const auto check_both = [&](auto of, list const& extents, auto source) {
    const auto expected = oracle::make(extents, source);
    CHECK(oracle::difference(expected, elements(of(a))) == "");
    CHECK(oracle::difference(expected, elements(of(d))) == "");
  };
  const index_t x[] = {2, 0}, y[] = {3, 1, 0};
  check_both([&](auto const& t) { return t(i); }, {2, 4, 5}, [&](list const& n) { return value(x[n[0]], n[1], n[2]); });
  check_both([&](auto const& t) { return t(i, all); }, {2, 4, 5},
             [&](list const& n) { return value(x[n[0]], n[1], n[2]); });
  check_both([&](auto const& t) { return t(all, j, range(4, 0, -2)); }, {3, 3, 1, 2},
             [&](list const& n) { return value(n[0], y[n[1]], 4 - 2 * n[3]); });
  check_both([&](auto const& t) { return t(1, i, weft::end - 1); }, {2},
             [&](list const& n) { return value(1, x[n[0]], 4); });
  check_both([&](auto const& t) { return t(ellipsis, i); }, {3, 4, 2},
             [&](list const& n) { return value(n[0], n[1], x[n[2]]); });
  check_both([&](auto const& t) { return t(i, ellipsis, newaxis); }, {2, 4, 5, 1},
             [&](list const& n) { return value(x[n[0]], n[1], n[2]); });
  check_both([&](auto const& t) { return t(newaxis, i, j); }, {1, 3, 2, 5},
             [&](list const& n) { return value(x[n[2]], y[n[1]], n[3]); });
  check_both([&](auto const& t) { return t(i, all, j); }, {3, 2, 4},
             [&](list const& n) { return value(x[n[1]], n[2], y[n[0]]); });
  check_both([&](auto const& t) { return t(i + 0, range(1, 4), i); }, {2, 3},
             [&](list const& n) { return value(x[n[0]], 1 + n[1], x[n[0]]); });
  const auto expected = elements(a(i, all));
  CHECK(oracle::difference(expected, elements(d.as<3>()(i, all))) == "");
  CHECK(oracle::difference(expected, elements((a + 0)(i, all))) == "");
  static_assert(std::same_as<decltype(eval(a(i, all))), tensor<int, 3>>);
  static_assert(std::same_as<decltype(eval(a(i, 2, j))), tensor<int, 2>>);
  static_assert(std::same_as<decltype(eval(d(i))), tensor<int>>);
  CHECK(elements(tensor<int, 3>(a)(i, 0, 0)).values == std::vector<int>{200, 0}); // an rvalue is kept
  CHECK(sum(a(i, 0, 0)) == 200);
  CHECK(a(i, 0, 0) == tensor<int, 1>{200, 0});
  const tensor<int, 1> in_order{0, 1, 2};
  CHECK(transpose(a(in_order, 0, all)) == transpose(a(all, 0, all)));
  CHECK(own(a(i, 0, 0)) == tensor<int, 1>{200, 0});
}

namespace {

/// f(element, value) for each picked element along axis k, in row-major order of the indices.
template <class A, class B, class F>
A assigned_at(A const& before, index_list const& i, int k, list const& wide, B const& values, F const& f) {
  A out = before;
  oracle::for_each(wide, [&](list const& at) {
    list place = at;
    const auto first = place.begin() + k;
    const index_t picked = i.values(list(first, first + 2));
    place.insert(place.erase(first, first + 2), picked);
    index_t n = 0;
    for (std::size_t j = 0; j < place.size(); ++j)
      n = n * before.extents[j] + place[j];
    out.values[oracle::at(n)] = f(before(place), values(at));
  });
  return out;
}

} // namespace

TEST_CASE("a(indices) = values: of any strides, and nothing else is written") {
  grid::dice r(13);
  for (grid::order how : grid::writable)
    for (list const& extents : {list{7}, {3, 7}, {2, 3, 2}})
      for (int k = 0; k < static_cast<int>(extents.size()); ++k) {
        const auto before = distinct<int>(extents);
        guarded<int> memory(grid::make_place(r, extents, how), 111, before);
        index_list i(r, {2, 3}, extents[oracle::at(k)]);
        const list wide = taken(before, i.values, oracle::at(k)).extents, narrow = grid::narrower(r, wide);
        guarded<int> from(grid::make_place(r, narrow, r.of(grid::readable)), 111, distinct<int>(narrow, 40));
        const auto values = from.values();
        const view<int> v = window(memory.data(), memory.place());
        const view<int const> x = window(from.data(), from.place());
        const auto assigned = [&](auto f) { return assigned_at(before, i, k, wide, values, f); };
        INFO(oracle::text(memory.place()), " axis ", k, " from ", oracle::text(from.place()));
        const auto write = [&](auto const& e) {
          if (extents.size() == 1)
            v(i.window()) = e;
          else if (k == 0)
            v(i.window(), ellipsis) = e;
          else if (k == 1)
            v(all, i.window()) = e;
          else
            v(ellipsis, i.window()) = e;
        };
        write(x);
        CHECK(memory.difference(assigned([](int, int b) { return b; })) == "");
        oracle::write(memory.data() - memory.place().offset, memory.place(), before);
        write(x * 2);
        CHECK(memory.difference(assigned([](int, int b) { return 2 * b; })) == "");
        oracle::write(memory.data() - memory.place().offset, memory.place(), before);
        v(index_list(r, {0}, 1).window()) = 5; // nothing
        put(v, index_list(r, {0}, 1).window(), 5);
        CHECK(memory.difference(before) == "");
      }
}

TEST_CASE("a(indices): compound assignments, several tensors, other elements") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const tensor<int, 1> i{2, 0}, j{1, 1};
  a(i, j) = tensor<float, 1>{20, 10};
  CHECK(a == tensor<double, 2>{{1, 10, 3}, {4, 5, 6}, {7, 20, 9}});
  a(i, 0) += 1;
  a(all, j) *= 2; // once, though the column is named twice
  a(1, i) -= a(0, i);
  CHECK(a == tensor<double, 2>{{2, 20, 3}, {2, 10, 3}, {8, 40, 9}});
  a(i, range(0, 2)) /= a(1, 0);
  CHECK(a == tensor<double, 2>{{1, 10, 3}, {2, 10, 3}, {4, 20, 9}});
  tensor<double> d = a;
  d(i) = a(j);
  CHECK(d == tensor<double, 2>{{2, 10, 3}, {2, 10, 3}, {2, 10, 3}});
  d(i) = a(i);
  CHECK(d == tensor<double, 2>{{1, 10, 3}, {2, 10, 3}, {4, 20, 9}});
  const auto rows = a(i, all);
  rows = 0;
  CHECK(a == tensor<double, 2>{{0, 0, 0}, {2, 10, 3}, {0, 0, 0}});
}

TEST_CASE("a(indices), put: what is written may be read") {
  tensor<int, 1> a{0, 1, 2, 3, 4};
  const tensor<int, 1> reversed{4, 3, 2, 1, 0};
  a = a(reversed);
  CHECK(a == tensor<int, 1>{4, 3, 2, 1, 0});
  a(range(0, 4)) = take(a, tensor<int, 1>{1, 2, 3, 4}, 0);
  CHECK(a == tensor<int, 1>{3, 2, 1, 0, 0});
  a(tensor<int, 1>{1, 2, 3, 4}) = a(range(0, 4));
  CHECK(a == tensor<int, 1>{3, 3, 2, 1, 0});
  a(a) = a * 10; // the indices are read before
  CHECK(a == tensor<int, 1>{0, 10, 20, 30, 0});
  tensor<index_t, 1> p{2, 0, 1};
  p = p(p);
  CHECK(p == tensor<index_t, 1>{1, 2, 0});
  p = concatenate(0, p, p(p));
  CHECK(p == tensor<index_t, 1>{1, 2, 0, 2, 0, 1});
}
