#include "rearranged.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/nonzero.hpp>

using namespace rearranged;
using weft::argwhere;
using weft::compress;
using weft::count_nonzero;
using weft::eval;
using weft::nonzero;
using weft::shape;

TEST_CASE("nonzero, argwhere, compress: of any window, in row-major order") {
  grid::dice r(14);
  for (grid::order how : grid::readable)
    for (list const& extents : {list{}, {0}, {7}, {3, 7}, {2, 0}, {2, 3, 7}}) {
      guarded<int> memory(grid::make_place(r, extents, how), 111,
                          oracle::make(extents, [&](list const&) { return static_cast<int>(r.below(3)); }));
      auto const values = memory.values();
      view<int const> const v = window(memory.data(), memory.place());
      index_t const rank = static_cast<index_t>(extents.size());
      array<index_t> places{{0, rank}, {}};
      array<int> chosen{{0}, {}}, large{{0}, {}};
      oracle::for_each(extents, [&](list const& i) {
        if (values(i) > 1) {
          large.values.push_back(values(i));
          ++large.extents[0];
        }
        if (values(i) == 0)
          return;
        places.values.insert(places.values.end(), i.begin(), i.end());
        ++places.extents[0];
        chosen.values.push_back(values(i) * 10);
        ++chosen.extents[0];
      });
      INFO(oracle::text(memory.place()));
      CHECK(oracle::difference(places, elements(argwhere(v))) == "");
      CHECK(oracle::difference(places, elements(argwhere(v > 0))) == "");
      auto const lists = nonzero(v);
      REQUIRE(lists.size() == extents.size());
      for (index_t k = 0; k < rank; ++k) {
        auto const column = oracle::make({places.extents[0]}, [&](list const& i) { return places({i[0], k}); });
        CHECK(oracle::difference(column, elements(lists[oracle::at(k)])) == "");
      }
      CHECK(oracle::difference(chosen, elements(compress(v > 0, v * 10))) == "");
      CHECK(oracle::difference(large, elements(compress(v > 1, v))) == "");
    }
}

TEST_CASE("nonzero, compress, count and any_of: of masks longer than a vector, rare, dense, full, of any stride") {
  grid::dice r(15);
  for (index_t n : {1, 7, 8, 9, 64, 511, 512, 513, 1100})
    for (index_t percent : {0, 1, 10, 50, 100})
      for (index_t step : {1, -1, 3, -2}) {
        CAPTURE(n);
        CAPTURE(percent);
        CAPTURE(step);
        tensor<bool, 1> memory(n * 3);
        tensor<short, 1> numbers(n);
        for (bool& m : memory)
          m = r.below(100) < percent;
        index_t x = 0;
        for (short& e : numbers)
          e = static_cast<short>(x += 3);
        index_t const first = step < 0 ? n * 3 - 1 : 0;
        std::vector<index_t> places;
        for (index_t i = 0; i < n; ++i)
          if (memory(first + i * step))
            places.push_back(i);
        view<bool const, 1> const mask = weft::borrow(&memory(first), shape(n), weft::strides(step));
        tensor<index_t, 1> const listed = nonzero(mask)[0];
        tensor<short, 1> const chosen = compress(mask, numbers), back = compress(mask, reverse(numbers, 0));
        REQUIRE(listed.size() == index_t(places.size()));
        REQUIRE(chosen.size() == listed.size());
        long wrong = 0;
        for (index_t k = 0; k < listed.size(); ++k) {
          index_t const at = places[oracle::at(k)];
          wrong += listed(k) != at || chosen(k) != 3 * (at + 1) || back(k) != 3 * (n - at);
        }
        CHECK(wrong == 0);
        CHECK(count_nonzero(mask) == listed.size());
        CHECK(weft::any_of(mask) == !places.empty());
        CHECK(weft::all_of(mask) == (listed.size() == n));
        CHECK(weft::none_of(mask) == places.empty());
      }
}

TEST_CASE("count_nonzero: of all and over axes, of numbers and of masks") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  tensor<double, 2> const a{{0, -0.0, nan}, {4, 0, -6}};
  CHECK(count_nonzero(a) == 3);
  CHECK(eval(count_nonzero(a, 0)) == tensor<index_t, 1>{1, 0, 2});
  CHECK(eval(count_nonzero(reverse(a, 0), 1)) == tensor<index_t, 1>{2, 1});
  CHECK(eval(count_nonzero(a, weft::axis<1>, weft::keep_dims)) == tensor<index_t, 2>{{1}, {2}});
  CHECK(count_nonzero(tensor<bool, 1>{true, false, true}) == 2);
  CHECK(count_nonzero(tensor<std::complex<double>, 1>{{0, 0}, {0, 1}, {2, 0}}) == 2);
  CHECK(count_nonzero(tensor<int, 1>(0)) == 0);
}

TEST_CASE("nonzero: one vector for each axis, which pick the elements again") {
  tensor<double, 2> const a{{1, 0, -3}, {0, 5, 0}};
  auto [i, j] = nonzero(a);
  CHECK(i == tensor<index_t, 1>{0, 0, 1});
  CHECK(j == tensor<index_t, 1>{0, 2, 1});
  CHECK(a(i, j) == compress(not_equal(a, 0.0), a));
  CHECK(nonzero(a(0) > 0.0)[0] == tensor<index_t, 1>{0});
  tensor<std::complex<double>, 1> const z{0, {0, -1}, {-0.0, -0.0}, 2};
  CHECK(nonzero(z)[0] == tensor<index_t, 1>{1, 3});
}

TEST_CASE("nonzero, argwhere, compress: operands that hold their elements inside") {
  tensor<bool, weft::fixed<4>> const m{false, true, false, true};
  tensor<int, weft::fixed<4>> const x{5, 6, 7, 8};
  auto const held = weft::own(m);
  CHECK(nonzero(held)[0] == tensor<index_t, 1>{1, 3});
  CHECK(argwhere(held) == tensor<index_t, 2>{{1}, {3}});
  CHECK(compress(held, weft::own(x)) == tensor<int, 1>{6, 8});
}

TEST_CASE("compress: masks that broadcast, and along an axis") {
  tensor<int, 2> const a{{1, 2, 3}, {4, 5, 6}};
  tensor<bool, 1> const ends{true, false, true};
  CHECK(compress(ends, a) == tensor<int, 1>{1, 3, 4, 6});
  CHECK(compress(a > 2, tensor<int, 1>{7, 8, 9}) == tensor<int, 1>{9, 7, 8, 9});
  CHECK(compress(ends, a, 1) == tensor<int, 2>{{1, 3}, {4, 6}});
  CHECK(compress(transpose(a)(0) > 1, a + 1, weft::axis<0>) == tensor<int, 2>{{5, 6, 7}});
  tensor<bool> const mask = ends;
  CHECK(compress(mask, a, 1) == tensor<int, 2>{{1, 3}, {4, 6}});
  CHECK_THROWS_AS((void)compress(ends, a, 0), weft::shape_error);
  CHECK_THROWS_AS((void)compress(ends, a, 2), weft::index_error);
  CHECK_THROWS_AS((void)compress(tensor<bool, 1>(2), a), weft::shape_error);
}
